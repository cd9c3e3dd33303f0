// SPDX-License-Identifier: Apache-2.0
// What does a thread wait for when it waits for tasks? A count of them, and the first exception.
// Private to tasks/.
#pragma once

#include <arcas/tasks/lineage.h>
#include <arcas/tasks/task_wait.h>

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

// Lives in the waiting thread's frame.
class awaited {
 public:
  awaited(const awaited&) = delete;
  awaited& operator=(const awaited&) = delete;

  desk& home() const noexcept { return home_; }
  lineage line() const noexcept { return line_; }

  // By the home desk only; all that the tasks did is visible after it.
  bool over() const noexcept { return count_.over(); }
  // By any thread but home's, which has run a task of this. The last thing that it does to it: home
  // may return.
  void finished_elsewhere() noexcept;
  // By the home desk's thread: as task_count's.
  template <class IsNews>
  void sleep(waiting_bed<>& at, std::atomic<std::uint32_t>& sleepers, IsNews is_news,
             bool sleepers_pay) {
    count_.sleep(at, line_.bits(), sleepers, is_news, sleepers_pay);
  }

 protected:
  awaited(desk& home, lineage line, std::uint64_t here) noexcept
      : count_(here), home_(home), line_(line) {}
  ~awaited() = default;

  void spawned_elsewhere() noexcept { count_.spawned_elsewhere(); }
  void spawned_here() noexcept { count_.spawned_here(); }
  void finished_here() noexcept { count_.finished_here(); }
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
  task_count<> count_;
  desk& home_;
  lineage line_;
  std::atomic<bool> failed_{false};
  std::exception_ptr error_;
};

}  // namespace arcas
