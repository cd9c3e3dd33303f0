// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/runs.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace arcas::inline v0::detail {

void run_chain::splice(run_chain& other) {
  if (other.size_ == 0) return;
  other.tail_->next = head_;
  head_ = other.head_;
  if (size_ == 0) tail_ = other.tail_;
  size_ += std::exchange(other.size_, 0);
}

void runs::add(run_chain& from) {
  const join_turn turn(lock_);
  all_.splice(from);
  if (all_.size() < limit_) return;
  combine_neighbours();
  limit_ = std::max(first_limit, 2 * all_.size());
}

void runs::combine_sorted(bool across_gaps) {
  std::vector<std::unique_ptr<run>> sorted(all_.size());
  for (auto& r : sorted) r.reset(all_.pop());
  // Puts the runs back even if the operation throws, so that finished iterations count.
  struct put_back {
    std::vector<std::unique_ptr<run>>& from;
    run_chain& to;
    ~put_back() {
      for (auto& r : from) {
        if (r) to.push(r.release());
      }
    }
  } const at_the_end{sorted, all_};
  std::ranges::sort(sorted, {}, [](const auto& r) { return r->first; });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    run& before = *sorted[kept];
    if (across_gaps || before.last == sorted[i]->first) {
      before.append(*sorted[i]);
      before.last = sorted[i]->last;
      sorted[i].reset();
    } else {
      kept = i;
    }
  }
}

own_runs::~own_runs() {
  try {
    if (all_ != nullptr) hand_in();
  } catch (...) {
    // The loop already throws the exception of the body.
  }
}

}  // namespace arcas::inline v0::detail
