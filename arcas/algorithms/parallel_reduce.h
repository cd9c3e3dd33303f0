// SPDX-License-Identifier: Apache-2.0
// Reductions over indices: loops that return one value.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/runs.h>
#include <arcas/loops/parallel_for.h>

#include <concepts>
#include <cstddef>
#include <exception>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::detail {

// A reduction by a commutative monoid. Each worker folds its own chunks, and adds its partial value
// to the total before it reports the chunks as finished.
template <loop_index I, monoid M, class F>
class reduction_job : public loop_job {
 public:
  using value = typename M::value_type;

  reduction_job(I from, const M& m, F& f)
      : loop_job(entries_of<reduction_job>, static_cast<std::uint64_t>(from),
                 static_cast<called&>(f), ends_with_value),
        m_(m),
        total_(m.identity()) {}

  // The result, when the loop has returned.
  value& total() { return total_; }

  static void take_part(claimed_part& part);
  static void take_part(ranged_part& part);

 private:
  // The type of body that followers call. Followers make a monoid without data (is_free)
  // themselves, and so need not touch the caller's stack.
  using called = called_body<F, I>;
  static constexpr bool is_free =
      std::is_empty_v<M> && std::is_trivially_copyable_v<M> && std::is_default_constructible_v<M>;
  using operation = std::conditional_t<is_free, M, const M&>;
  operation own_operation() const {
    if constexpr (is_free) {
      return M{};
    } else {
      return m_;
    }
  }

  // A worker destroys its value after its last chunk. The destructor may use objects of the caller,
  // such as the memory resource of a container. So the loop must not return before the destructor.
  static constexpr bool ends_with_value = !std::is_trivially_destructible_v<value>;

  static void fold(const M& m, called& f, value& total, I first, chunk c) {
    if constexpr (index_body<F, I>) {
      const I begin = index_of(first, c.first);
      total = detail::fold(std::move(total), c.size(), m,
                           [&](std::size_t k) -> decltype(auto) { return f(index_of(begin, k)); });
    } else {
      total = m(std::move(total), f(index_of(first, c.first), index_of(first, c.last)));
    }
  }

  // Whether a follower's partial value fits into its cache line, where another member reads it.
  // Other values are on the heap, and the line has a pointer to them.
  static constexpr bool fits_line = std::is_trivially_copyable_v<value> &&
                                    std::is_trivially_default_constructible_v<value> &&
                                    sizeof(value) <= range_value::size;

  static void put(range_value& place, std::optional<value>& sum) {
    place.holds = false;
    if (!sum) return;
    if constexpr (fits_line) {
      __builtin_memcpy(place.bytes, &*sum, sizeof(value));
    } else {
      auto* kept = new value(std::move(*sum));
      __builtin_memcpy(place.bytes, &kept, sizeof(kept));
    }
    place.holds = true;
  }
  static std::optional<value> taken_from(const range_value& place) {
    if (!place.holds) return std::nullopt;
    if constexpr (fits_line) {
      value sum;
      __builtin_memcpy(&sum, place.bytes, sizeof(value));
      return sum;
    } else {
      struct owner {
        value* kept;
        ~owner() { delete kept; }
      } of;
      __builtin_memcpy(&of.kept, place.bytes, sizeof(of.kept));
      return std::optional<value>(std::move(*of.kept));
    }
  }

  // Not inlined: gcc 12 would warn about an uninitialised value.
  [[gnu::noinline]] static void add(const M& m, std::optional<value>& sum,
                                    std::optional<value>& more) {
    if (!more) return;
    if (sum) {
      *sum = m(std::move(*sum), std::move(*more));
    } else {
      sum = std::move(more);
    }
  }

  // Followers may leave the ranges below their own to the leader. The values of such followers'
  // ranges are on this stack while the leader visits the ranges below them. Each range on the stack
  // is a child of the range under it on the stack. The stack is not a std::vector, whose header
  // would burden every program that includes this file.
  class open_ranges {
   public:
    open_ranges() = default;
    ~open_ranges() {
      while (top_) pop_back();
    }
    open_ranges(const open_ranges&) = delete;
    bool empty() const { return !top_; }
    std::optional<value>& back() { return top_->sum; }
    void push_back(std::optional<value>&& sum) { top_ = new range{std::move(sum), top_}; }
    void pop_back() { delete std::exchange(top_, top_->above); }

   private:
    struct range {
      std::optional<value> sum;
      range* above;
    };
    range* top_ = nullptr;
  };

  // `child` is the value of a visited range. The visit completes `ends` ranges: this range, its
  // parent, and so on. Adds the value of each of these ranges to its parent's value. If `ends` is
  // 0, the children of the visited range follow.
  [[gnu::noinline]] static void close(const M& m, std::optional<value>& sum, open_ranges& open,
                                      std::optional<value>& child, unsigned ends) {
    if (ends == 0) return open.push_back(std::move(child));
    for (; ends != 1; --ends) {
      add(m, open.back(), child);
      child = std::move(open.back());
      open.pop_back();
    }
    add(m, open.empty() ? sum : open.back(), child);
  }

  const M& m_;
  join_lock lock_;
  value total_;
};

// Fixed ranges are folded in the order of the indices. So the same team computes the same result in
// each loop, also of floating-point numbers.
template <loop_index I, monoid M, class F>
void reduction_job<I, M, F>::take_part(ranged_part& part) {
  auto& job = part.job<reduction_job>();
  const operation m = job.own_operation();
  auto&& f = part.body<called>();
  const I first = part.first<I>();
  std::optional<value> sum;
  open_ranges open;
  const auto fold_into = [&](std::optional<value>& into) {
    return [&](chunk c) {
      if (!into) into.emplace(m.identity());
      fold(m, f, *into, first, c);
    };
  };
  part.run_range(part.rank(), fold_into(sum));
  // The grouping is the same whether a child has gathered the ranges below it or left them to this
  // worker.
  for (child_range c; part.next_child(c);) {
    std::optional<value> child;
    if (c.absent) {
      part.run_range(c.rank, fold_into(child));
    } else {
      part.guarded([&] { child = taken_from(*c.left); });
    }
    if (!part.failed()) part.guarded([&] { close(m, sum, open, child, c.ends); });
  }
  part.guarded([&] {
    if (!part.leads()) {
      put(part.own_value(), sum);
    } else if (sum) {
      job.total_ = m(std::move(job.total_), std::move(*sum));
    }
  });
}

template <loop_index I, monoid M, class F>
void reduction_job<I, M, F>::take_part(claimed_part& part) {
  auto& job = part.job<reduction_job>();
  auto& f = part.body<called>();
  const I first = part.first<I>();
  // A local sum, which can be in registers.
  value sum = job.m_.identity();
  part.for_chunks([&](chunk c) { fold(job.m_, f, sum, first, c); });
  const join_turn turn(job.lock_);
  job.total_ = job.m_(std::move(job.total_), std::move(sum));
}

template <class T, class Op>
struct operation_of {
  using value_type = T;
  T neutral;
  mutable Op op;
  T identity() const { return neutral; }
  T operator()(T a, T b) const { return op(std::move(a), std::move(b)); }
};

// Whether the body returns a floating-point number, and the monoid's values are integers.
template <class T, class F, class I>
constexpr bool loses_fraction = [] {
  if constexpr (index_body<F, I>) {
    return std::is_integral_v<T> && std::is_floating_point_v<std::invoke_result_t<F&, I>>;
  } else {
    return std::is_integral_v<T> && std::is_floating_point_v<std::invoke_result_t<F&, I, I>>;
  }
}();

// checked_loop for a reduction to a T.
template <class T, class A, class B, class F>
struct checked_reduction : checked_loop<A, B, F> {
  static_assert(
      !loses_fraction<T, F, index_between<A, B>>,
      "arcas: the body returns a floating-point number, and the monoid's integers would lose its "
      "fraction: use arcas::plus<double>, or the like");
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// Combines f(i) by m for all i in [first, last), or f(begin, end) for chunks that cover the range;
// returns m.identity() for an empty range.
//   double s = parallel_reduce(0, n, arcas::plus<double>{}, [&](int i) { return x[i]; });
// Threads, visibility and exceptions are those of parallel_for. The operation must be associative.
// It need not be commutative: values are combined in the order of the indices unless the monoid is
// declared commutative (is_commutative; sums of numbers are). The grouping differs from call to
// call, so that a sum of floating-point numbers may differ in its last digits. A loop that is
// stopped returns the value of the finished iterations. Cost: that of parallel_for; in index order
// also an allocation for each run of consecutive iterations that one worker executed.
template <loop_index A, loop_index B, monoid M, loop_body<index_between<A, B>> F>
typename M::value_type parallel_reduce(
    A first, B last, const M& m, F&& f, const loop_options& options = {},
    const std::source_location& where = std::source_location::current()) {
  using I = detail::checked_reduction<typename M::value_type, A, B, F>::index;
  const I from = detail::checked_bound<I>(first), to = detail::checked_bound<I>(last);
  using G = std::remove_reference_t<F>;
  if constexpr (is_commutative<M>) {
    detail::reduction_job<I, M, G> job(from, m, f);
    detail::run_job(job, iterations(from, to), options, detail::site_of<decltype(job)>, where);
    return std::move(job.total());
  } else {
    struct nothing {};
    const auto add = [&](auto& sum, nothing&, I begin, I end) {
      if constexpr (index_body<G, I>) {
        for (I i = begin; i != end; ++i) sum = m(std::move(sum), f(i));
      } else {
        sum = m(std::move(sum), f(begin, end));
      }
    };
    detail::loop_in_order<I, M, nothing, decltype(add)> loop(from, m, add);
    loop.run_to(to, options, where);
    auto* all = loop.total();
    return all ? std::move(*all) : m.identity();
  }
}

// Chosen if the third argument is not a monoid, to refuse it with one of the sentences below.
template <loop_index A, loop_index B, class M, class F>
  requires(!monoid<M>)
auto parallel_reduce(A, B, const M&, F&&, const loop_options& = no_options) {
  static_assert(
      !std::is_convertible_v<M, double>,
      "arcas: the third argument is a value, not a monoid: write parallel_reduce(first, last, "
      "identity, op, f), or parallel_reduce(first, last, arcas::plus<double>{}, f) + value");
  static_assert(
      std::is_convertible_v<M, double>,
      "arcas: the third argument is not a monoid, which has value_type, identity() and m(a, b): "
      "use arcas::plus<T> in place of std::plus, or parallel_reduce(first, last, identity, op, f)");
}

// parallel_reduce with an identity and an operation in place of a monoid:
//   double s = parallel_reduce(0, n, 0.0, [](double a, double b) { return a + b; },
//                              [&](int i) { return x[i]; });
// op(identity, a) must be a. Values are combined in the order of the indices, since the operation
// is not known to commute. For sums, the form with a monoid such as plus<double> costs less than
// this form.
template <loop_index A, loop_index B, class T, class Op, loop_body<index_between<A, B>> F>
  requires(!monoid<T> && std::is_invocable_r_v<T, Op&, T, T>)
T parallel_reduce(A first, B last, T identity, Op op, F&& f, const loop_options& options = {},
                  const std::source_location& where = std::source_location::current()) {
  const detail::operation_of<T, Op> m{std::move(identity), std::move(op)};
  return parallel_reduce(first, last, m, f, options, where);
}

}  // namespace arcas::inline v0
