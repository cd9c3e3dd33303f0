// SPDX-License-Identifier: Apache-2.0
// One thread's part in one loop, as its work function sees it.
#pragma once

#include <arcas/workers/publication.h>
#include <arcas/workers/worker_tree.h>

namespace arcas {

class participant {
 public:
  // The leader of the loop: what it finishes it need not tell anyone.
  explicit participant(worker_id leader) : worker_(leader) {}
  // A follower: what it finishes is added to the slot's count.
  participant(worker_id worker, loop_slot<>& slot, unsigned group)
      : worker_(worker), slot_(&slot), group_(group) {}

  bool leads() const { return slot_ == nullptr; }
  // Its number among the pool's workers; 0 for a leader that is none.
  worker_id worker() const { return worker_; }

  // `count` more iterations are finished, and nothing that belongs to them is left to do. After the
  // last one is reported the leader may return: a follower must not touch the context any more,
  // unless it has claimed iterations that it has not reported.
  void report(std::uint64_t count) {
    reported_ += count;
    if (!leads() && count != 0) tell_leader(count);
  }
  std::uint64_t reported() const { return reported_; }

 private:
  void tell_leader(std::uint64_t count);

  worker_id worker_;
  loop_slot<>* slot_ = nullptr;
  unsigned group_ = 0;
  std::uint64_t reported_ = 0;
};

}  // namespace arcas
