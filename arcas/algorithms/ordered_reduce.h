// SPDX-License-Identifier: Apache-2.0
// A loop that folds in the order of its indices, whoever runs them: what parallel_reduce does for
// operations that need not commute. Private to algorithms/.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/runs.h>
#include <arcas/loops/parallel_for.h>

#include <cstdint>
#include <source_location>
#include <utility>

namespace arcas::detail {

// The function and the monoid as an object of a forking loop.
template <loop_index I, monoid M, class F>
class ordered_fold {
 public:
  using value_type = typename M::value_type;
  using own = own_runs;

  ordered_fold(I first, const M& m, F& f) : first_(first), m_(m), f_(f) {}

  void fork(own& mine) { mine.belong_to(runs_); }
  void begin_range(own& mine) { mine.hand_in(); }
  void work(own& mine, I begin, I end) {
    value_type& value = mine.with(iterations(first_, begin), iterations(first_, end),
                                  [&] { return new folded_run(m_); })
                            .value;
    if constexpr (index_body<F, I>) {
      for (I i = begin; i != end; ++i) value = m_(std::move(value), f_(i));
    } else {
      value = m_(std::move(value), f_(begin, end));
    }
  }
  void work(own& mine, I i) { work(mine, i, static_cast<I>(i + 1)); }
  void join(own& mine) { mine.hand_in(); }

  // When the loop has returned.
  value_type total() {
    auto* all = static_cast<folded_run*>(runs_.in_order());
    return all ? std::move(all->value) : m_.identity();
  }

 private:
  struct folded_run final : run {
    explicit folded_run(const M& how) : m(how), value(how.identity()) {}
    void append(run& later) override {
      value = m(std::move(value), std::move(static_cast<folded_run&>(later).value));
    }
    const M& m;
    value_type value;
  };

  I first_;
  const M& m_;
  F& f_;
  runs runs_;
};

template <loop_index I, monoid M, class F>
typename M::value_type reduce_in_order(I first, I last, const M& m, F& f,
                                       const loop_options& options,
                                       const std::source_location& where) {
  using object = ordered_fold<I, M, F>;
  object all(first, m, f);
  parallel_for<object, typename object::own, I>(all, first, last, options, where);
  return all.total();
}

}  // namespace arcas::detail
