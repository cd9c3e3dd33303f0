// SPDX-License-Identifier: Apache-2.0
// What a scheduler keeps of each of its stacks, and of the job that is on it.
#pragma once

#include <arcas/cluster/tasks/job.h>
#include <arcas/cluster/tasks/stack_books.h>
#include <arcas/cluster/tasks/stack_pool.h>
#include <arcas/cluster/tasks/stack_switch.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::cluster::detail {

class scheduler;

// What the C++ runtime knows of the exceptions of a thread; its layout is fixed by the Itanium ABI.
struct exceptions_in_flight {
  void* caught = nullptr;
  unsigned uncaught = 0;
};

struct task {
  stack_switch left;
  exceptions_in_flight exceptions;
  const void* hot = nullptr;  // on its stack, where it was left: worth prefetching
  std::uint64_t mark = 0;
  std::atomic<const char*> own_name{nullptr};
  std::atomic<const char*>* name = &own_name;  // or where others see it
  const char* operation = nullptr;             // while suspended
  const char* target = "";
  std::uint64_t object = 0;
  std::uint64_t since = 0;
  scheduler* owner = nullptr;
  std::uint32_t number = 0;  // of its stack
  bool busy = false;         // has a job that is begun and not ended
  bool runner = false;       // of a loop
  job what;
  stack_memory stack;
  stack_books books;
};

}  // namespace arcas::inline v0::cluster::detail
