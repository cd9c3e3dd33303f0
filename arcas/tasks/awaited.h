// SPDX-License-Identifier: Apache-2.0
// What does a thread wait for when it waits for tasks? A count of them, and the first exception.
// Private to tasks/.
#pragma once

#include <arcas/tasks/lineage.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <utility>

namespace arcas {

class desk;
class awaited;

// Something to be run once, by whoever has it: pushed by address.
struct task {
  // Never throws: what the user's function throws goes to `of`.
  using entry = void (*)(task& self, desk& by) noexcept;

  entry run;
  awaited* of;
};

// Lives in the waiting thread's frame. Tasks that its own desk spawns and finishes are counted with
// plain additions, all others in one word.
class awaited {
 public:
  awaited(const awaited&) = delete;
  awaited& operator=(const awaited&) = delete;

  desk& home() const noexcept { return home_; }
  lineage line() const noexcept { return line_; }

  // By the home desk only. acquire: pairs with finished_elsewhere(); all that the tasks did is
  // visible after it.
  bool over() const noexcept {
    return (elsewhere_.load(std::memory_order_acquire) & ~asleep) == here_ * one;
  }
  // By any thread but home's, which has run a task of this. The last thing that it does to it: home
  // may return.
  void finished_elsewhere() noexcept;

  // The waiting thread is about to sleep until a task is finished, or no more. relaxed, both: the
  // mark and the count are one word.
  void begin_sleep() noexcept { elsewhere_.fetch_or(asleep, std::memory_order_relaxed); }
  void end_sleep() noexcept { elsewhere_.fetch_and(~asleep, std::memory_order_relaxed); }

 protected:
  awaited(desk& home, lineage line, std::uint64_t here) noexcept
      : home_(home), line_(line), here_(here) {}
  ~awaited() = default;

  // relaxed: before the task can be finished, by whatever publishes it.
  void spawned_elsewhere() noexcept { elsewhere_.fetch_sub(one, std::memory_order_relaxed); }
  // Only by who has a task of this that is not finished. The first exception stays.
  void fail(std::exception_ptr e) noexcept {
    // relaxed: only one may win; home reads the exception after over().
    if (!failed_.exchange(true, std::memory_order_relaxed)) error_ = std::move(e);
  }
  // relaxed: a hint while tasks run; after over() it is exact.
  bool failed() const noexcept { return failed_.load(std::memory_order_relaxed); }
  // The exception, once: after it the object is as before the first.
  std::exception_ptr take_failure() noexcept {
    failed_.store(false, std::memory_order_relaxed);  // relaxed: no task is under way
    return std::move(error_);
  }

 private:
  static constexpr std::uint64_t asleep = 1;
  static constexpr std::uint64_t one = 2;

  // Tasks finished elsewhere less those spawned there, twice, and whether the home thread sleeps.
  std::atomic<std::uint64_t> elsewhere_{0};
  desk& home_;
  lineage line_;
  std::atomic<bool> failed_{false};
  std::exception_ptr error_;

 protected:
  std::uint64_t here_;  // tasks spawned at home less those finished there: home's own
};

}  // namespace arcas
