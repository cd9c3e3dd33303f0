// SPDX-License-Identifier: Apache-2.0
// One simulated machine at a time: virtual threads, cache lines, cores that hardware threads share,
// memory, and the operating system. timed_atomic.h connects it to the protocols.
#pragma once

#include <sim/machine/cache_lines.h>
#include <sim/machine/placement.h>
#include <sim/machine/shared_rate.h>
#include <sim/machine/timeline.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace arcas::sim {

// Which threads does a membarrier interrupt?
// - everybody: all other threads;
// - the_owner: one thread, to which assign_lines() gave the line of the caller's last access.
enum class interrupts : std::uint8_t { everybody, the_owner };

struct event_counts {
  std::uint64_t membarriers = 0;
  std::uint64_t interrupts = 0;
  std::uint64_t swaps_in_vain = 0;  // compare-and-swaps that found another value
  std::uint64_t system_calls = 0;
};

class simulated_machine {
 public:
  static simulated_machine& current() { return *current_; }
  explicit simulated_machine(const placement& where, interrupts whom = interrupts::everybody);
  simulated_machine(const simulated_machine&) = delete;
  simulated_machine& operator=(const simulated_machine&) = delete;
  ~simulated_machine() { current_ = before_; }

  const placement& where() const { return where_; }
  const machine_model& prices() const { return where_.model(); }
  timeline& time() { return time_; }
  cache_lines& lines() { return lines_; }
  event_counts& counted() { return counted_; }

  // The current thread executes for `cycles` cycles on its core.
  void compute(std::uint64_t cycles);
  // The current thread streams `bytes` bytes of the memory of `node`.
  void stream(std::uint64_t bytes, unsigned node);
  void pause() { time_.pass(prices().pause); }
  // A full fence.
  void fence();
  // The expensive side of the asymmetric fence.
  void heavy_fence();
  // Futex calls on the word at that address.
  void sleep_on(const void* word);
  unsigned wake_on(const void* word, unsigned sleepers);
  // Number of threads in sleep_on().
  unsigned sleeping() const { return sleeping_; }
  void system_call();
  // For interrupts::the_owner: the lines from this address on belong to threads 0, 1, …, one each.
  void assign_lines(const void* first);

 private:
  static inline simulated_machine* current_ = nullptr;

  const placement& where_;
  interrupts whom_;
  simulated_machine* before_;
  timeline time_;
  cache_lines lines_;
  std::vector<shared_rate> cores_;
  std::vector<shared_rate> nodes_;
  event_counts counted_;
  std::uint64_t kernel_free_at_ = 0;  // the kernel serves one membarrier at a time
  std::uintptr_t first_line_ = 0;
  std::unordered_map<const void*, std::vector<unsigned>> asleep_;
  unsigned sleeping_ = 0;
};

}  // namespace arcas::sim
