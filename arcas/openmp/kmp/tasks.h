// SPDX-License-Identifier: Apache-2.0
// A task as code compiled by Clang sees it. Its data are a task_head, a kmp_task with the private
// variables, and the addresses of the shared variables.
#pragma once

#include <arcas/openmp/kmp/kmp.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace arcas::inline v0::detail::openmp::kmp {

struct kmp_task;
using task_routine = std::int32_t (*)(std::int32_t, kmp_task*);

// The layout is Clang's.
struct kmp_task {
  void* shared;
  task_routine routine;
  std::int32_t part;
  task_routine destroy;  // destroys the private variables, if the task has destroys_flag
  union {
    std::int32_t priority;  // if the task has priority_flag
    void* word;
  };
};

enum task_flag : std::int32_t {
  final_flag = 1 << 1,
  destroys_flag = 1 << 3,
  proxy_flag = 1
      << 4,  // a call of proxy_task_completed() ends it, like the event of a detachable task
  priority_flag = 1 << 5,
  detach_flag = 1 << 6,
  later_end_flags = proxy_flag | detach_flag,
};

inline constexpr std::size_t task_alignment = 16;

struct alignas(task_alignment) task_head {
  task* of;
  std::size_t bytes;  // of the whole data
  std::int32_t flags;
  // An untied task ends each part by enqueuing itself. The thread then runs the next part at once.
  bool goes_on;

  kmp_task& seen() { return *reinterpret_cast<kmp_task*>(this + 1); }
  static task_head& of_task(kmp_task* t) { return *(reinterpret_cast<task_head*>(t) - 1); }
};

// The order for a task whose data are `bytes` long, copied from `data` unless that is null.
task_order order_of(std::int32_t flags, std::size_t bytes, const task_head* data, task** event);
// Starts a task of make_task().
void start(member& me, task_head& head, bool deferred, std::span<const dependence> depends);
// Ends a task whose body this library has not run.
void end_unrun(task_head& head);

}  // namespace arcas::inline v0::detail::openmp::kmp
