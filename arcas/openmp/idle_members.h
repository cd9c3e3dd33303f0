// SPDX-License-Identifier: Apache-2.0
// Counts the members of a team that sleep, or are about to sleep, for lack of a task or until all
// tasks are finished. A thread that has made a task available, or has finished one, wakes other
// members only if the count is not 0. PROTOCOL.md, «No sleep through a task».
#pragma once

#include <arcas/base/machine.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

template <template <class> class Atom = std::atomic>
class idle_members {
 public:
  // A member calls enter() before it marks itself as asleep and looks for a task again, and leave()
  // when it is awake. relaxed, both: ordered by the member's heavy fence, which pairs with the
  // light fence in are_any().
  void enter() noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  void leave() noexcept { count_.fetch_sub(1, std::memory_order_relaxed); }
  // Called in the child of a fork().
  void reset() noexcept { count_.store(0, std::memory_order_relaxed); }  // relaxed: one thread

  // The last look for a task by a member that has entered and marked itself. If it finds none, a
  // thread that makes a task available afterwards sees the member.
  template <class MayFind>
  static bool sees_task(MayFind may_find) noexcept {
    if (may_find()) return true;
    machine<Atom>::heavy_fence();  // pairs with the light one in are_any()
    return may_find();
  }
  // Called by a thread that has made a task available, or has finished one.
  bool are_any() const noexcept {
    machine<Atom>::light_fence();  // pairs with the heavy one of a member that falls asleep
    return count_.load(std::memory_order_relaxed) != 0;  // relaxed: after the fence
  }
  // Called by a thread that has finished a task. True if all tasks are finished and a member may be
  // waiting for their end.
  template <class AllFinished>
  bool sees_the_end(AllFinished all_finished) const noexcept {
    if (!are_any()) return false;
    // seq_cst: pairs with itself. If two threads finish the last two tasks at the same time, at
    // least one of them sees both counts.
    machine<Atom>::fence(std::memory_order_seq_cst);
    return all_finished();
  }

 private:
  Atom<std::uint32_t> count_{0};
};

}  // namespace arcas::inline v0::detail::openmp
