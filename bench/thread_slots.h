// SPDX-License-Identifier: Apache-2.0
// A value for each thread of a process, whichever runtime made the thread. Nothing is locked, and
// no reduction of a runtime is part of the measurement.
#pragma once

#include <arcas/base/cache_line.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

namespace bench {

inline constexpr std::size_t most_threads = 4096;

// Threads of a process number themselves on their first call; the count only grows.
inline std::atomic<std::size_t> threads_seen{0};

inline std::size_t slot_of_this_thread() {
  // relaxed: only the numbers must differ; the end of the loop publishes what a slot holds.
  thread_local const std::size_t mine = threads_seen.fetch_add(1, std::memory_order_relaxed);
  if (mine >= most_threads) throw std::runtime_error("more threads than there are slots");
  return mine;
}

template <class T>
class thread_slots {
 public:
  thread_slots() : slots_(most_threads) {}

  T& mine() { return slots_[slot_of_this_thread()].value; }
  // Calls f(value) for each thread that has a slot, after the loop in which they took part.
  template <class F>
  void each(const F& f) {
    // relaxed: a thread that took a slot in this loop did so before the loop returned.
    const std::size_t used = threads_seen.load(std::memory_order_relaxed);
    for (auto& slot : std::span(slots_).first(std::min(used, slots_.size()))) f(slot.value);
  }

 private:
  std::vector<arcas::padded<T>> slots_;
};

}  // namespace bench
