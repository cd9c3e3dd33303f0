// SPDX-License-Identifier: Apache-2.0
// Are all tasks of a team finished? PROTOCOL.md, «All tasks are finished».
#pragma once

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

// The tasks that one member has made, and those that it has finished, its own and others'. Written by its thread.
template <template <class> class Atom = std::atomic>
class task_sum {
 public:
  // Before any thread can take it.
  void note_made() noexcept {
    // relaxed, both: the thread's own; a thread that finishes the task has seen it by what published it.
    made_.store(made_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  // After its body has ended, and all that it made is noted.
  void note_finished() noexcept {
    // relaxed: the thread's own.
    const std::uint64_t before = finished_.load(std::memory_order_relaxed);
    // release: pairs with finished(); what the task did is visible, and what it has made is counted.
    finished_.store(before + 1, std::memory_order_release);
  }
  std::uint64_t finished() const noexcept {
    return finished_.load(std::memory_order_acquire);  // acquire: pairs with note_finished()
  }
  // relaxed: ordered after the sums of finished tasks by their acquires.
  std::uint64_t made() const noexcept { return made_.load(std::memory_order_relaxed); }
  // Between regions.
  void reset() noexcept {
    made_.store(0, std::memory_order_relaxed);  // relaxed: the next region's beginning releases it
    finished_.store(0, std::memory_order_relaxed);  // relaxed: as above
  }

 private:
  Atom<std::uint64_t> made_{0};
  Atom<std::uint64_t> finished_{0};
};

// sum_of(rank): that member's. elsewhere: tasks that threads of no team have finished. The sums are read at different
// times: first what is finished, then what is made.
template <class SumOf>
bool all_finished(unsigned members, std::uint64_t elsewhere, SumOf sum_of) noexcept {
  std::uint64_t finished = elsewhere;
  for (unsigned rank = 0; rank < members; ++rank) finished += sum_of(rank).finished();
  std::uint64_t made = 0;
  for (unsigned rank = 0; rank < members; ++rank) made += sum_of(rank).made();
  return finished == made;
}

}  // namespace arcas::inline v0::detail::openmp
