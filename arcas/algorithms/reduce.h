// SPDX-License-Identifier: Apache-2.0
// Reductions of the elements of ranges: reduce, transform_reduce, min_element, max_element,
// minmax_element. parallel_reduce.h has reductions over indices; elements.h the forms of a call.
//
//   reduce(v), reduce(v, 0.0), reduce(v, 0.0, std::plus<>()), reduce(v, arcas::minimum<int>())
//
//   what     the elements, combined by an associative operation: a monoid, or any function of two
//            values. The result has the type of the initial value. Without an initial value, it has
//            the type of the elements, and is the monoid's identity or T() for an empty range. As
//            in std, numbers may be combined in any order, unless the operation is a monoid that is
//            not declared commutative; other values are combined in the order of the elements
//   threads, after, throws, cost    those of parallel_reduce
#pragma once

#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/operations.h>
#include <arcas/algorithms/parallel_reduce.h>

#include <cassert>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// The sum of the elements.
template <elements R>
  requires detail::has_sum<element_of<R>> && std::default_initializable<element_of<R>>
element_of<R> reduce(const R& r, const loop_options& options = {},
                     const std::source_location& where = std::source_location::current()) {
  using T = element_of<R>;
  const auto get = [&](std::size_t k) -> decltype(auto) { return detail::element_at(r, k); };
  return detail::sum_from(T(), std::size(r), get, options, where);
}

// The sum of init and the elements.
template <elements R, detail::initial_value<element_of<R>> T>
  requires detail::has_sum<T>
T reduce(const R& r, T init, const loop_options& options = {},
         const std::source_location& where = std::source_location::current()) {
  const auto get = [&](std::size_t k) -> decltype(auto) { return detail::element_at(r, k); };
  return detail::sum_from(std::move(init), std::size(r), get, options, where);
}

// The elements, combined by a monoid, such as minimum<int>().
template <elements R, monoid M>
  requires detail::counts_as<element_of<R>, typename M::value_type>
typename M::value_type reduce(const R& r, const M& m, const loop_options& options = {},
                              const std::source_location& where = std::source_location::current()) {
  const auto get = [&](std::size_t k) -> decltype(auto) { return detail::element_at(r, k); };
  return parallel_reduce(std::size_t{0}, std::size_t{std::size(r)}, m, get, options, where);
}

// The elements, combined by op; T() if there are none.
template <elements R, detail::combines<element_of<R>> Op>
  requires(!monoid<std::remove_cvref_t<Op>> && std::default_initializable<element_of<R>>)
element_of<R> reduce(const R& r, Op&& op, const loop_options& options = {},
                     const std::source_location& where = std::source_location::current()) {
  using T = element_of<R>;
  const auto get = [&](std::size_t k) -> T { return detail::element_at(r, k); };
  std::optional<T> found = detail::combined<T>(std::size(r), op, get, options, where);
  return found ? *std::move(found) : T();
}

// init and the elements, combined by op.
template <elements R, class T, detail::combines<T> Op>
  requires detail::counts_as<element_of<R>, T>
T reduce(const R& r, T init, Op&& op, const loop_options& options = {},
         const std::source_location& where = std::source_location::current()) {
  const auto get = [&](std::size_t k) -> decltype(auto) { return detail::element_at(r, k); };
  return detail::reduce_from(std::move(init), std::size(r), op, get, options, where);
}

template <detail::indexed_iterator I>
  requires detail::has_sum<std::iter_value_t<I>> && std::default_initializable<std::iter_value_t<I>>
std::iter_value_t<I> reduce(I first, I last, const loop_options& options = {},
                            const std::source_location& where = std::source_location::current()) {
  return arcas::reduce(detail::range_of(first, last), options, where);
}

// By a monoid, by another operation, or from an initial value.
template <detail::indexed_iterator I, detail::reduces<std::iter_value_t<I>> T>
auto reduce(I first, I last, T by, const loop_options& options = {},
            const std::source_location& where = std::source_location::current()) {
  return arcas::reduce(detail::range_of(first, last), std::move(by), options, where);
}

template <detail::indexed_iterator I, class T, detail::combines<T> Op>
  requires detail::counts_as<std::iter_value_t<I>, T>
T reduce(I first, I last, T init, Op op, const loop_options& options = {},
         const std::source_location& where = std::source_location::current()) {
  return arcas::reduce(detail::range_of(first, last), std::move(init), op, options, where);
}

// The values f(e), combined by a monoid.
template <elements R, monoid M, element_mapping<R> F>
  requires detail::counts_as<detail::mapped_from<F, R>, typename M::value_type>
typename M::value_type transform_reduce(
    const R& r, const M& m, F&& f, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(f);
  const auto get = [&](std::size_t k) -> decltype(auto) { return detail::value_at(k, call, r); };
  return parallel_reduce(std::size_t{0}, std::size_t{std::size(r)}, m, get, options, where);
}

// init and the values f(e), combined by op.
template <elements R, class T, detail::combines<T> Op, element_mapping<R> F>
  requires detail::counts_as<detail::mapped_from<F, R>, T>
T transform_reduce(const R& r, T init, Op&& op, F&& f, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  auto&& call = detail::function_of(f);
  const auto get = [&](std::size_t k) -> decltype(auto) { return detail::value_at(k, call, r); };
  return detail::reduce_from(std::move(init), std::size(r), op, get, options, where);
}

// init and the values f(a[k], b[k]), combined by op. b has at least as many elements as a.
template <elements A, elements B, class T, detail::combines<T> Op, element_mapping<A, B> F>
  requires detail::counts_as<detail::mapped_from<F, A, B>, T>
T transform_reduce(const A& a, const B& b, T init, Op&& op, F&& f, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  assert(std::size(b) >= std::size(a) && "the ranges differ in size");
  auto&& call = detail::function_of(f);
  const auto get = [&](std::size_t k) -> decltype(auto) { return detail::value_at(k, call, a, b); };
  return detail::reduce_from(std::move(init), std::size(a), op, get, options, where);
}

// The sum of init and the products a[k] * b[k].
template <elements A, elements B, detail::has_sum T>
  requires detail::counts_as<detail::product_of<A, B>, T>
T transform_reduce(const A& a, const B& b, T init, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  assert(std::size(b) >= std::size(a) && "the ranges differ in size");
  const auto get = [&](std::size_t k) {
    return detail::element_at(a, k) * detail::element_at(b, k);
  };
  return detail::sum_from(std::move(init), std::size(a), get, options, where);
}

template <detail::indexed_iterator I, monoid M, element_mapping<detail::between<I>> F>
  requires detail::counts_as<detail::mapped_from<F, detail::between<I>>, typename M::value_type>
typename M::value_type transform_reduce(
    I first, I last, M m, F f, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  return arcas::transform_reduce(detail::range_of(first, last), m, f, options, where);
}

template <detail::indexed_iterator I, class T, detail::combines<T> Op,
          element_mapping<detail::between<I>> F>
  requires detail::counts_as<detail::mapped_from<F, detail::between<I>>, T>
T transform_reduce(I first, I last, T init, Op op, F f, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  return arcas::transform_reduce(detail::range_of(first, last), std::move(init), op, f, options,
                                 where);
}

template <detail::indexed_iterator I, detail::indexed_iterator J, class T, detail::combines<T> Op,
          element_mapping<detail::between<I>, detail::between<J>> F>
  requires detail::counts_as<detail::mapped_from<F, detail::between<I>, detail::between<J>>, T>
T transform_reduce(I first, I last, J second, T init, Op op, F f, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  const detail::between<J> others(second, second + (last - first));
  return arcas::transform_reduce(detail::range_of(first, last), others, std::move(init), op, f,
                                 options, where);
}

template <detail::indexed_iterator I, detail::indexed_iterator J, detail::has_sum T>
  requires detail::counts_as<detail::product_of<detail::between<I>, detail::between<J>>, T>
T transform_reduce(I first, I last, J second, T init, const loop_options& options = {},
                   const std::source_location& where = std::source_location::current()) {
  const detail::between<J> others(second, second + (last - first));
  return arcas::transform_reduce(detail::range_of(first, last), others, std::move(init), options,
                                 where);
}

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

// A monoid of positions. Of two positions it chooses the one whose element comes first by `before`;
// if the elements are equal, the lower position. std::size(r) stands for no element.
template <class R, class Before>
struct first_position {
  static constexpr bool commutative = true;
  using value_type = std::size_t;

  value_type identity() const { return std::size(r); }
  value_type operator()(value_type a, value_type b) const {
    if (a == identity() || b == identity()) return a < b ? a : b;
    if (before(element_at(r, a), element_at(r, b))) return a;
    if (before(element_at(r, b), element_at(r, a))) return b;
    return a < b ? a : b;
  }

  const R& r;
  const Before& before;
};

// The position of the first element that no other element comes before.
template <class R, class Before>
std::size_t least_place(const R& r, const Before& before, const loop_options& options,
                        const std::source_location& where) {
  return parallel_reduce(
      std::size_t{0}, std::size_t{std::size(r)}, first_position<R, Before>{r, before},
      [&](std::size_t begin, std::size_t end) {
        std::size_t least = begin;
        for (std::size_t i = begin + 1; i != end; ++i) {
          if (before(element_at(r, i), element_at(r, least))) least = i;
        }
        return least;
      },
      options, where);
}

// A monoid of pairs: the position of the first least element, and of the last greatest one.
template <class R, class Before>
struct end_positions {
  static constexpr bool commutative = true;
  using value_type = std::pair<std::size_t, std::size_t>;

  value_type identity() const { return {std::size(r), std::size(r)}; }
  value_type operator()(const value_type& a, const value_type& b) const {
    return {first_position<R, Before>{r, before}(a.first, b.first), later(a.second, b.second)};
  }
  std::size_t later(std::size_t a, std::size_t b) const {
    if (a == std::size(r) || b == std::size(r)) return a < b ? a : b;
    if (before(element_at(r, a), element_at(r, b))) return b;
    if (before(element_at(r, b), element_at(r, a))) return a;
    return a < b ? b : a;
  }

  const R& r;
  const Before& before;
};

template <class R, class Before>
std::pair<std::size_t, std::size_t> least_and_greatest(const R& r, const Before& before,
                                                       const loop_options& options,
                                                       const std::source_location& where) {
  return parallel_reduce(
      std::size_t{0}, std::size_t{std::size(r)}, end_positions<R, Before>{r, before},
      [&](std::size_t begin, std::size_t end) {
        std::pair<std::size_t, std::size_t> ends(begin, begin);
        for (std::size_t i = begin + 1; i != end; ++i) {
          if (before(element_at(r, i), element_at(r, ends.first))) ends.first = i;
          if (!before(element_at(r, i), element_at(r, ends.second))) ends.second = i;
        }
        return ends;
      },
      options, where);
}

template <class Before>
auto reversed(const Before& before) {
  return [&before](const auto& a, const auto& b) { return bool(before(b, a)); };
}

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// The iterator to the least element, the first of equal ones; the position if r has no iterators.
template <elements R, class Before = less_than>
  requires lasting<R> && element_order<const Before, R>
auto min_element(R&& r, const Before& before = {}, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  return detail::iterator_at(r, detail::least_place(r, before, options, where));
}

// The iterator to the greatest element, the first of equal ones.
template <elements R, class Before = less_than>
  requires lasting<R> && element_order<const Before, R>
auto max_element(R&& r, const Before& before = {}, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  return detail::iterator_at(r, detail::least_place(r, detail::reversed(before), options, where));
}

// The iterators to the first least and to the last greatest element, as std::minmax_element.
template <elements R, class Before = less_than>
  requires lasting<R> && element_order<const Before, R>
auto minmax_element(R&& r, const Before& before = {}, const loop_options& options = {},
                    const std::source_location& where = std::source_location::current()) {
  const auto ends = detail::least_and_greatest(r, before, options, where);
  return std::pair(detail::iterator_at(r, ends.first), detail::iterator_at(r, ends.second));
}

// min_element(people, {}, &person::age): elements are compared by key(e).
template <elements R, class Before = less_than, class Key>
  requires lasting<R> && element_key<Key, R, const Before>
auto min_element(R&& r, const Before& before, Key key, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  return arcas::min_element(std::forward<R>(r), detail::by_key(before, key), options, where);
}

template <elements R, class Before = less_than, class Key>
  requires lasting<R> && element_key<Key, R, const Before>
auto max_element(R&& r, const Before& before, Key key, const loop_options& options = {},
                 const std::source_location& where = std::source_location::current()) {
  return arcas::max_element(std::forward<R>(r), detail::by_key(before, key), options, where);
}

template <detail::indexed_iterator I, element_order<detail::between<I>> Before = less_than>
I min_element(I first, I last, Before before = {}, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  const auto r = detail::range_of(first, last);
  return arcas::min_element(r, before, options, where);
}

template <detail::indexed_iterator I, element_order<detail::between<I>> Before = less_than>
I max_element(I first, I last, Before before = {}, const loop_options& options = {},
              const std::source_location& where = std::source_location::current()) {
  const auto r = detail::range_of(first, last);
  return arcas::max_element(r, before, options, where);
}

template <detail::indexed_iterator I, element_order<detail::between<I>> Before = less_than>
std::pair<I, I> minmax_element(
    I first, I last, Before before = {}, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  const auto r = detail::range_of(first, last);
  return arcas::minmax_element(r, before, options, where);
}

// Chosen for calls that fit no form above.
template <class... More>
ARCAS_WRONG(
    "write reduce(r), reduce(r, init), reduce(r, monoid) or reduce(r, init, op), or the same with "
    "(first, last, …), also with options {.grain = n}; r has r[i] and a size (no std::list, "
    "std::set or filtered view); op combines two values of init's type (else see "
    "transform_reduce), which is not an integer if the elements have fractions (0.0, not 0)")
void reduce(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write transform_reduce(r, init, op, f), transform_reduce(r, monoid, f), transform_reduce(a, "
    "b, init) or transform_reduce(a, b, init, op, f), or the same with (first, last, …), also with "
    "options {.grain = n}; r has r[i] and a size (no std::list, std::set or filtered view); init "
    "is not an integer if the values have fractions (0.0, not 0)")
void transform_reduce(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write min_element(r, before, key) or min_element(first, last, before); r is a variable with "
    "r[i] and a size (no std::list or std::set); before(a, b) takes const elements and returns "
    "bool")
void min_element(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write max_element(r, before, key) or max_element(first, last, before); r is a variable with "
    "r[i] and a size (no std::list or std::set); before(a, b) takes const elements and returns "
    "bool")
void max_element(detail::unfit_range, const More&...);

template <class... More>
ARCAS_WRONG(
    "write minmax_element(r, before) or minmax_element(first, last, before); r is a variable with "
    "r[i] and a size (no std::list or std::set); before(a, b) takes const elements and returns "
    "bool")
void minmax_element(detail::unfit_range, const More&...);

}  // namespace arcas::inline v0
