// SPDX-License-Identifier: Apache-2.0
// The same on every rank: on_all_ranks(f) runs f as a task of each, and returns when all that these
// have begun has ended. The word is passed on along a tree, so that it takes log2(ranks) steps.
#pragma once

#include <arcas/cluster/tasks.h>

namespace arcas::cluster {

// On the first of `count` ranks from `first` on, counted round: hands halves of the others on, then
// runs f.
template <class F>
struct passed_on {
  rank_id first;
  rank_id count;
  F f;

  void operator()() {
    const bool alone = count == 1;
    while (count > 1) {
      const rank_id kept = (count + 1) / 2;
      const rank_id next = (first + kept) % ranks();
      spawn_on(next, passed_on{next, count - kept, f});
      count = kept;
    }
    // f may take long before this rank looks after its messages again.
    if (!alone) here().flush();
    f();
  }
};

// Without waiting: f belongs to the enclosing finish().
template <class F>
void async_on_all_ranks(const F& f) {
  require_portable<F>();
  spawn(passed_on<F>{self(), ranks(), f});
}

template <class F>
void on_all_ranks(const F& f) {
  finish([&] { async_on_all_ranks(f); });
}

}  // namespace arcas::cluster
