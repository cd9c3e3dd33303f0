// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/runs.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace arcas::detail {

void runs::add(run_list& from) {
  const join_turn turn(lock_);
  // All or none, where there is no memory.
  all_.insert(all_.end(), std::make_move_iterator(from.begin()),
              std::make_move_iterator(from.end()));
  from.clear();
  if (all_.size() < limit_) return;
  combine(false);
  limit_ = std::max(first_limit, 2 * all_.size());
}

void runs::combine(bool across_gaps) {
  run_list sorted = std::exchange(all_, {});  // freed where append() throws
  std::ranges::sort(sorted, {}, [](const auto& r) { return r->first; });
  for (auto& next : sorted) {
    if (!all_.empty() && (across_gaps || all_.back()->last == next->first)) {
      all_.back()->append(*next);
      all_.back()->last = next->last;
    } else {
      all_.push_back(std::move(next));
    }
  }
}

own_runs::~own_runs() {
  try {
    if (all_ != nullptr) hand_in();
  } catch (...) {
    // The loop throws already.
  }
}

}  // namespace arcas::detail
