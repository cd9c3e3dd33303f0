// SPDX-License-Identifier: Apache-2.0
// The data of a scheduler for each stack, and for the job that runs on it.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/cluster/tasks/job.h>
#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/tasks/stack_books.h>
#include <arcas/cluster/tasks/stack_switch.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// The C++ runtime's data on the exceptions of a thread; the Itanium ABI fixes its layout.
struct exceptions_in_flight {
  void* caught = nullptr;
  unsigned uncaught = 0;
};

struct task {
  stack_switch left;
  exceptions_in_flight exceptions;
  const void* hot = nullptr;  // address at which its stack was left, to prefetch
  std::uint64_t mark = 0;
  std::atomic<const char*> own_name{nullptr};
  std::atomic<const char*>* name = &own_name;  // or points into shown_tasks
  const char* operation = nullptr;             // while suspended
  const char* target = "";
  std::uint64_t object = 0;
  std::uint64_t since = 0;
  scheduler* owner = nullptr;
  std::uint32_t number = 0;  // the number of its stack
  bool busy = false;         // whether its job has begun and not ended
  bool runner = false;       // whether the job is a runner
  job what;
  stack_memory stack;
  stack_books books;
};

// The running task. It has a class of its own, so that scheduler.h does not include <atomic>.
struct running_word {
  std::atomic<const detail::task*> task{nullptr};
};

// The tasks of a scheduler, for another process that reads them after this process has ended. A
// switch stores only which task runs, not its name: storing a name would cost half a nanosecond.
struct alignas(no_sharing) shown_tasks {
  struct named_task {
    const task* of = nullptr;
    std::atomic<const char*> name{nullptr};
  };
  running_word running;
  const task* outside = nullptr;  // the value of `running` if no task runs
  named_task named[1024];         // for the first 1,024 stacks
};

struct scheduler::job_queue {
  struct queued_job {
    job what;
    std::uint64_t mark;
    const char* name;
  };
  std::deque<queued_job> jobs;
};

struct scheduler::books {
  std::vector<std::unique_ptr<task>> tasks;
  task outside;
  job_queue queued;
  job_queue queued_runners;
  running_word running;  // used if show_in() was not called
};

}  // namespace arcas::inline v0::cluster::detail
