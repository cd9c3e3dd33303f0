// SPDX-License-Identifier: Apache-2.0
// Detects that all tasks of a team are finished: PROTOCOL.md, «All tasks are finished».
#pragma once

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

// Two counts of one member: the tasks that it has created, and the tasks of any creator that it has
// finished. Written by the member's thread only.
template <template <class> class Atom = std::atomic>
class task_sum {
 public:
  // Called before another thread can take the task.
  void note_made() noexcept {
    // relaxed, both: only this thread writes made_; the publication of the task makes the store
    // visible to the thread that finishes the task.
    made_.store(made_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  // Called after the task's body has ended and all tasks that it created are counted.
  void note_finished() noexcept {
    // relaxed: only this thread writes finished_.
    const std::uint64_t before = finished_.load(std::memory_order_relaxed);
    // release: pairs with finished(); publishes the task's writes and the counts of the tasks that
    // it created.
    finished_.store(before + 1, std::memory_order_release);
  }
  std::uint64_t finished() const noexcept {
    return finished_.load(std::memory_order_acquire);  // acquire: pairs with note_finished()
  }
  // relaxed: all_finished() calls finished() first, whose acquires order this load.
  std::uint64_t made() const noexcept { return made_.load(std::memory_order_relaxed); }
  // Called between regions.
  void reset() noexcept {
    made_.store(0, std::memory_order_relaxed);      // relaxed: released by the next region's start
    finished_.store(0, std::memory_order_relaxed);  // relaxed: released like made_
  }

 private:
  Atom<std::uint64_t> made_{0};
  Atom<std::uint64_t> finished_{0};
};

// Whether all tasks are finished. sum_of(rank): the counts of the member `rank`. elsewhere: the
// number of tasks finished by threads outside the team. The proof requires that all finished() are
// read before the first made().
template <class SumOf>
bool all_finished(unsigned members, std::uint64_t elsewhere, SumOf sum_of) noexcept {
  std::uint64_t finished = elsewhere;
  for (unsigned rank = 0; rank < members; ++rank) finished += sum_of(rank).finished();
  std::uint64_t made = 0;
  for (unsigned rank = 0; rank < members; ++rank) made += sum_of(rank).made();
  return finished == made;
}

}  // namespace arcas::inline v0::detail::openmp
