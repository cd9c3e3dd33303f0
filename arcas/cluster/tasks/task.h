// SPDX-License-Identifier: Apache-2.0
// The data of a scheduler for each stack, and for the job that runs on it.
#pragma once

#include <arcas/cluster/tasks/job.h>
#include <arcas/cluster/tasks/stack_books.h>
#include <arcas/cluster/tasks/stack_pool.h>
#include <arcas/cluster/tasks/stack_switch.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::cluster::detail {

class scheduler;

// The C++ runtime's data on the exceptions of a thread; the Itanium ABI fixes its layout.
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

}  // namespace arcas::inline v0::cluster::detail
