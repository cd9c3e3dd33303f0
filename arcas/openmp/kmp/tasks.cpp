// SPDX-License-Identifier: Apache-2.0
// Entry points of tasks, their dependences, taskwait and taskyield.
#include <arcas/openmp/kmp/tasks.h>

#include <algorithm>
#include <new>
#include <vector>

namespace arcas::inline v0::detail::openmp::kmp {

namespace {

void run_parts(task_head& head) {
  do {
    head.goes_on = false;
    head.seen().routine(thread_number(), &head.seen());
  } while (head.goes_on);
}

void destroy_privates(task_head& head) {
  if ((head.flags & destroys_flag) != 0) head.seen().destroy(thread_number(), &head.seen());
}

// The core runs this body also if the task is cancelled, since it destroys the private variables.
void run_task(void* data) {
  auto& head = *static_cast<task_head*>(data);
  if (!task_is_cancelled(*head.of)) run_parts(head);
  destroy_privates(head);
}

std::size_t round_up(std::size_t bytes) {
  return (bytes + task_alignment - 1) / task_alignment * task_alignment;
}

// A dependence as Clang passes it.
struct kmp_dependence {
  std::intptr_t address;
  std::size_t length;
  std::uint8_t flags;  // in 1, out 2, mutexinoutset 4, inoutset 8
};

void read(std::vector<dependence>& into, std::int32_t count, const kmp_dependence* list) {
  constexpr std::uint8_t writes = 2 | 4 | 8, all_memory = 0x80;
  for (std::int32_t i = 0; i < count; ++i) {
    if (list[i].flags == all_memory) refuse("a dependence on omp_all_memory");
    into.push_back({reinterpret_cast<const void*>(list[i].address), (list[i].flags & writes) != 0});
  }
}

std::vector<dependence> dependences_of(std::int32_t count, const kmp_dependence* list,
                                       std::int32_t more, const kmp_dependence* others) {
  std::vector<dependence> all;
  read(all, count, list);
  read(all, more, others);
  return all;
}

}  // namespace

task_order order_of(std::int32_t flags, std::size_t bytes, const task_head* data, task** event) {
  return {.body = &run_task,
          .data = const_cast<task_head*>(data),
          .size = bytes,
          .alignment = task_alignment,
          .is_final = (flags & final_flag) != 0,
          .event = (flags & later_end_flags) != 0 ? event : nullptr};
}

void start(member& me, task_head& head, bool deferred, std::span<const dependence> depends) {
  task& t = *head.of;
  t.has_copies = true;  // run_task() tests for cancellation
  if ((head.flags & priority_flag) != 0)
    t.priority = std::min(head.seen().priority, settings().max_task_priority);
  if ((head.flags & later_end_flags) != 0) me.in.note_tasks();
  task_order order = order_of(head.flags, head.bytes, nullptr, &head.of);
  order.deferred = deferred;
  order.depend = depends;
  start_task(me, t, order);
}

void end_unrun(task_head& head) {
  destroy_privates(head);
  fulfil(*head.of);
}

extern "C" {

kmp_task* __kmpc_omp_task_alloc(const ident*, std::int32_t, std::int32_t flags, std::size_t bytes,
                                std::size_t shared_bytes, task_routine routine) {
  task* event = nullptr;
  const std::size_t shared_at = sizeof(task_head) + round_up(bytes);
  const std::size_t all = shared_at + shared_bytes;
  task& t = make_task(current(), order_of(flags, all, nullptr, &event));
  task_head& head = *::new (t.data) task_head{&t, all, flags, false};
  kmp_task& seen = head.seen();
  seen.shared = shared_bytes != 0 ? static_cast<std::byte*>(t.data) + shared_at : nullptr;
  seen.routine = routine;
  seen.part = 0;
  return &seen;
}

// Starts a task, or continues the untied task that calls it.
std::int32_t __kmpc_omp_task(const ident*, std::int32_t, kmp_task* t) {
  member& me = current();
  task_head& head = task_head::of_task(t);
  if (me.now == head.of) {
    head.goes_on = true;
  } else {
    start(me, head, true, {});
  }
  return 0;
}
[[gnu::alias("__kmpc_omp_task")]] std::int32_t __kmpc_omp_task_parts(const ident*, std::int32_t,
                                                                     kmp_task* t);

std::int32_t __kmpc_omp_task_with_deps(const ident*, std::int32_t, kmp_task* t, std::int32_t count,
                                       const kmp_dependence* list, std::int32_t more,
                                       const kmp_dependence* others) {
  start(current(), task_head::of_task(t), true, dependences_of(count, list, more, others));
  return 0;
}

// The compiled program itself runs the routine of an undeferred task, between these two calls.
void __kmpc_omp_task_begin_if0(const ident*, std::int32_t, kmp_task* t) {
  task& begun = *task_head::of_task(t).of;
  begun.is_awaited = true;
  current().now = &begun;
}
void __kmpc_omp_task_complete_if0(const ident*, std::int32_t, kmp_task* t) {
  task_head& head = task_head::of_task(t);
  if (head.goes_on) run_parts(head);
  current().now = head.of->parent;
  end_unrun(head);
}

void __kmpc_omp_wait_deps(const ident*, std::int32_t, std::int32_t count,
                          const kmp_dependence* list, std::int32_t more,
                          const kmp_dependence* others) {
  await_dependences(current(), dependences_of(count, list, more, others));
}
// has_nowait: the program does not need the wait here; this library waits.
void __kmpc_omp_taskwait_deps_51(const ident* of, std::int32_t number, std::int32_t count,
                                 const kmp_dependence* list, std::int32_t more,
                                 const kmp_dependence* others, std::int32_t) {
  __kmpc_omp_wait_deps(of, number, count, list, more, others);
}

std::int32_t __kmpc_omp_taskwait(const ident*, std::int32_t) {
  await_children(current());
  return 0;
}
std::int32_t __kmpc_omp_taskyield(const ident*, std::int32_t, std::int32_t) {
  yield_to_task(current());
  return 0;
}

// The handle of a detachable task's event, for omp_fulfill_event().
task* __kmpc_task_allow_completion_event(const ident*, std::int32_t, kmp_task* t) {
  return task_head::of_task(t).of;
}

void __kmpc_proxy_task_completed_ooo(kmp_task* t) {
  fulfil(*task_head::of_task(t).of);
}
void __kmpc_proxy_task_completed(std::int32_t, kmp_task* t) {
  __kmpc_proxy_task_completed_ooo(t);
}

// The affinity clause, a hint.
std::int32_t __kmpc_omp_reg_task_with_affinity(const ident*, std::int32_t, kmp_task*, std::int32_t,
                                               void*) {
  return 0;
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp::kmp
