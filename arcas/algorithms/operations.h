// SPDX-License-Identifier: Apache-2.0
// Operations without identity, such as std::plus<>() or a lambda; reductions from an initial value,
// and the steps of scans, by them and by monoids. Private to algorithms/.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/parallel_reduce.h>

#include <concepts>
#include <cstddef>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::detail {

// Whether values T may be combined by op in any order: numbers, unless op is a monoid that is not
// declared commutative.
template <class T, class Op>
inline constexpr bool in_any_order = std::is_arithmetic_v<T>;
template <class T, monoid Op>
inline constexpr bool in_any_order<T, Op> = std::is_arithmetic_v<T> && is_commutative<Op>;

// An operation on T without an identity, as a monoid: an empty optional is the identity.
template <class T, class Op>
struct lifted {
  using value_type = std::optional<T>;
  static constexpr bool commutative = in_any_order<T, Op>;

  value_type identity() const { return value_type(); }
  value_type operator()(value_type a, value_type b) const {
    if (!b) return a;
    if (!a) return b;
    return value_type(std::in_place, op(*std::move(a), *std::move(b)));
  }
  Op& op;
};

// op(a, b) combines two values of type T.
template <class Op, class T>
concept combines = std::is_invocable_r_v<T, Op&, T, T>;

// a + b for values T.
template <class T>
concept has_sum = requires(T a, T b) {
  { std::move(a) + std::move(b) } -> std::convertible_to<T>;
};

// Values V can be combined as values T; integers would lose the fraction of V.
template <class V, class T>
concept counts_as = std::convertible_to<V, T> &&
                    !(std::is_integral_v<T> && std::is_floating_point_v<std::remove_cvref_t<V>>);

// An initial value of an operation on values V, and not the operation.
template <class T, class V>
concept initial_value = !monoid<T> && !combines<T, std::remove_cvref_t<V>> &&
                        std::move_constructible<T> && counts_as<V, T>;

// The second argument of a reduction of values V.
template <class T, class V>
concept reduces = monoid<T> || combines<T, std::remove_cvref_t<V>> || initial_value<T, V>;

// Combines get(k) for each k of [begin, end), which is not empty, in lanes if any order is allowed,
// like fold(), which would need an identity.
template <class T, class Op, class Get>
T fold_some(std::size_t begin, std::size_t end, Op& op, const Get& get) {
  std::size_t k = begin + 1;
  if constexpr (in_any_order<T, Op>) {
    if (end - begin >= 2 * lanes) {
      T lane[lanes];
      for (std::size_t l = 0; l != lanes; ++l) lane[l] = get(begin + l);
      for (k = begin + lanes; end - k >= lanes; k += lanes) {
        for (std::size_t l = 0; l != lanes; ++l) {
          lane[l] = static_cast<T>(op(lane[l], get(k + l)));
        }
      }
      T sum = lane[0];
      for (std::size_t l = 1; l != lanes; ++l) sum = static_cast<T>(op(sum, lane[l]));
      for (; k != end; ++k) sum = static_cast<T>(op(sum, get(k)));
      return sum;
    }
  }
  T sum = get(begin);
  for (; k != end; ++k) sum = static_cast<T>(op(std::move(sum), get(k)));
  return sum;
}

// Combines get(k), of type T, for each k of [0, n); empty if n is 0 or no iteration has run.
template <class T, class Op, class Get>
std::optional<T> combined(std::size_t n, Op& op, const Get& get, const loop_options& options,
                          const std::source_location& where) {
  return parallel_reduce(
      std::size_t{0}, n, lifted<T, Op>{op},
      [&](std::size_t begin, std::size_t end) {
        return std::optional<T>(std::in_place, fold_some<T>(begin, end, op, get));
      },
      options, where);
}

// init, and then get(k) for each k of [0, n).
template <class T, class Op, class Get>
T reduce_from(T init, std::size_t n, Op& op, const Get& get, const loop_options& options,
              const std::source_location& where) {
  const auto value = [&](std::size_t k) { return static_cast<T>(get(k)); };
  if constexpr (monoid<std::remove_cv_t<Op>>) {
    if constexpr (std::same_as<typename Op::value_type, T>) {
      return op(std::move(init), parallel_reduce(std::size_t{0}, n, op, value, options, where));
    }
  }
  std::optional<T> found = combined<T>(n, op, value, options, where);
  if (!found) return init;
  return static_cast<T>(op(std::move(init), *std::move(found)));
}

// The sum of init and get(k) for each k of [0, n).
template <has_sum T, class Get>
T sum_from(T init, std::size_t n, const Get& get, const loop_options& options,
           const std::source_location& where) {
  if constexpr (std::is_arithmetic_v<T>) {
    const plus<T> add;
    return reduce_from(init, n, add, get, options, where);
  } else {
    const auto add = [](T a, T b) -> T { return std::move(a) + std::move(b); };
    return reduce_from(std::move(init), n, add, get, options, where);
  }
}

// The steps of a scan: a block is read, and later scanned.

enum class scan_form { inclusive, exclusive };

// Calls put(position, its sum) for each position of [k, end). `sum` is the combined value of all
// elements before k; returns the combined value of all elements before `end`.
template <scan_form Form, class T, class Op, class Get, class Put>
T scan_in_turn(std::size_t k, std::size_t end, T sum, Op& m, const Get& get, const Put& put) {
  for (; k != end; ++k) {
    if constexpr (Form == scan_form::inclusive) {
      sum = m(std::move(sum), get(k));
      put(k, std::as_const(sum));
    } else {
      // Read before put() overwrites it.
      T next = m(std::as_const(sum), get(k));
      put(k, std::as_const(sum));
      sum = std::move(next);
    }
  }
  return sum;
}

// scan_in_turn(), with numbers four at a time: the chain of operations that wait for each other is
// then a quarter as long.
template <scan_form Form, bool Fours, class T, class Op, class Get, class Put>
T scan_part(std::size_t k, std::size_t end, T sum, Op& m, const Get& get, const Put& put) {
  if constexpr (Fours) {
    for (; end - k >= 4; k += 4) {
      const T a = get(k), b = get(k + 1), c = get(k + 2), d = get(k + 3);
      const T ab = m(a, b), cd = m(c, d), abc = m(ab, c), abcd = m(ab, cd);
      if constexpr (Form == scan_form::exclusive) put(k, std::as_const(sum));
      constexpr std::size_t shift = Form == scan_form::exclusive ? 1 : 0;
      put(k + shift, T(m(sum, a)));
      put(k + shift + 1, T(m(sum, ab)));
      put(k + shift + 2, T(m(sum, abc)));
      sum = m(sum, abcd);
      if constexpr (Form == scan_form::inclusive) put(k + 3, std::as_const(sum));
    }
  }
  return scan_in_turn<Form>(k, end, std::move(sum), m, get, put);
}

// The two steps of a scan by a monoid: the combined value of a block, and the scan of a block.
template <monoid M, class Get>
typename M::value_type block_sum(std::size_t k, std::size_t end, const M& m, const Get& get) {
  return fold(m.identity(), end - k, m, [&](std::size_t j) { return get(k + j); });
}
template <scan_form Form, monoid M, class Get, class Put>
typename M::value_type scan_block(std::size_t k, std::size_t end, typename M::value_type before,
                                  const M& m, const Get& get, const Put& put) {
  return scan_part<Form, has_lanes<M>>(k, end, std::move(before), m, get, put);
}

// The same steps by an operation without identity. Here `before` is never empty.
template <class T, class Op, class Get>
std::optional<T> block_sum(std::size_t k, std::size_t end, const lifted<T, Op>& m, const Get& get) {
  T sum = get(k++);
  if constexpr (std::is_arithmetic_v<T>) {
    for (; end - k >= 4; k += 4) {
      const T ab = static_cast<T>(m.op(get(k), get(k + 1)));
      const T cd = static_cast<T>(m.op(get(k + 2), get(k + 3)));
      sum = static_cast<T>(m.op(sum, static_cast<T>(m.op(ab, cd))));
    }
  }
  for (; k != end; ++k) sum = static_cast<T>(m.op(std::move(sum), get(k)));
  return std::optional<T>(std::in_place, std::move(sum));
}
template <scan_form Form, class T, class Op, class Get, class Put>
std::optional<T> scan_block(std::size_t k, std::size_t end, std::optional<T> before,
                            const lifted<T, Op>& m, const Get& get, const Put& put) {
  const auto combine = [&](auto&& a, auto&& b) -> T {
    return static_cast<T>(m.op(static_cast<decltype(a)>(a), static_cast<decltype(b)>(b)));
  };
  return std::optional<T>(std::in_place, scan_part<Form, std::is_arithmetic_v<T>>(
                                             k, end, *std::move(before), combine, get, put));
}

}  // namespace arcas::inline v0::detail
