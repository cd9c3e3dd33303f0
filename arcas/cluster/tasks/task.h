// SPDX-License-Identifier: Apache-2.0
// The data of a scheduler for each stack, and for the job that runs on it.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/cluster/tasks/job.h>
#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/tasks/stack_books.h>
#include <arcas/cluster/tasks/stack_pool.h>
#include <arcas/cluster/tasks/stack_switch.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// What the C++ runtime knows of the exceptions of a thread; its layout is fixed by the Itanium ABI.
struct exceptions_in_flight {
  void* caught = nullptr;
  unsigned uncaught = 0;
};

struct task {
  stack_switch left;
  exceptions_in_flight exceptions;
  const void* hot = nullptr;  // address on its stack, where it was left, to prefetch
  std::uint64_t mark = 0;
  std::atomic<const char*> own_name{nullptr};
  std::atomic<const char*>* name = &own_name;  // or the name in shown_tasks
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

// Which task runs.
struct running_word {
  std::atomic<const detail::task*> task{nullptr};
};

// What a scheduler's process shows of its tasks to those who look when it is no more. A switch
// stores which task runs, and nothing else: a name would cost it half a nanosecond.
struct alignas(no_sharing) shown_tasks {
  struct named_task {
    const task* of = nullptr;
    std::atomic<const char*> name{nullptr};
  };
  running_word running;
  const task* outside = nullptr;  // stands for no task
  named_task named[1024];         // as many as are begun while nothing else is said
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
  running_word running;  // where nobody sees it
};

}  // namespace arcas::inline v0::cluster::detail
