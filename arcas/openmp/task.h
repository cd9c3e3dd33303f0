// SPDX-License-Identifier: Apache-2.0
// A task of an OpenMP program, its task group, and the dependence table of its children.
#pragma once

#include <arcas/openmp/settings.h>
#include <arcas/tasks/dependences.h>
#include <arcas/tasks/task_slot.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace arcas::inline v0::detail::openmp {

class team;
struct member;
struct task;

// All tasks that a thread creates between taskgroup_start and taskgroup_end, and their descendants.
struct task_group {
  task_group* outer = nullptr;
  // Number of unfinished tasks. It is incremented before a task is published. The decrement is a
  // finishing thread's last access to the group.
  std::atomic<std::uint64_t> unfinished{0};
  std::atomic<bool> cancelled{false};
  bool of_loop = false;                  // made for a loop, sections or scope with a task reduction
  std::uintptr_t* reductions = nullptr;  // the descriptions of task_reductions.h
  void* of_entry = nullptr;              // belongs to the entry layer that made the group
};

// The children with dependences of one task: which child waits for which other child, by the
// addresses on which they depend (arcas/tasks/dependences.h). Only the creator uses `tasks`.
struct dependence_table {
  dependent_tasks tasks;
  // Number of tasks that are entered and not finished.
  std::atomic<std::uint64_t> unfinished{0};
  // The creator of the tasks waits until `unfinished` is at most this number; 0: it does not wait.
  std::atomic<std::uint64_t> awaited_number{0};

  bool ends_wait() const noexcept {
    // relaxed, both: the thread that finishes a task has passed a fence, which pairs with the
    // creator's fence in team::doze().
    const std::uint64_t awaited = awaited_number.load(std::memory_order_relaxed);
    return awaited != 0 && unfinished.load(std::memory_order_relaxed) <= awaited;
  }
};

struct task {
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  task* parent = nullptr;
  team* in = nullptr;
  task_group* group = nullptr;
  task_settings icvs;
  bool is_final = false;
  // Copy constructors have made the data. The body destroys the data, so the body runs even if the
  // task is cancelled.
  bool has_copies = false;
  int priority = 0;  // at most OMP_MAX_TASK_PRIORITY
  bool on_heap = false;
  bool is_awaited = false;  // undeferred: in no deque; its creator runs it after its predecessors
  bool is_adopted = false;  // `parent` is not its creator, which was finished when this task began
  // Lower half: the number of unfinished children. Upper half, in units of `reference`: the number
  // of references that keep the task's memory. The task itself holds one reference until it is
  // finished, and each child holds one until the child's memory is freed. So a task's ancestors
  // exist as long as the task. PROTOCOL.md, «A task's memory».
  static constexpr std::uint64_t reference = std::uint64_t{1} << 32;
  std::atomic<std::uint64_t> family{reference};
  // Number of ends outstanding: the end of the body and, for a detachable task, the fulfilment of
  // its event. The later of the two finishes the task.
  std::atomic<std::uint32_t> awaited_ends{1};

  std::shared_ptr<dependence_table> children_depend;  // created with the first dependence
  std::shared_ptr<dependence_table> siblings;  // of a task with dependences: its creator's table
  dependent_tasks::node* node = nullptr;       // of a task with dependences

  bool has_children() const noexcept {
    // acquire: pairs with the release at a child's end; the child's writes are visible.
    return (family.load(std::memory_order_acquire) & (reference - 1)) != 0;
  }
  bool is_finished() const noexcept {
    // acquire: pairs with end_body() and fulfil().
    return awaited_ends.load(std::memory_order_acquire) == 0;
  }
  bool descends_from(const task& other) const noexcept {
    const task* t = parent;
    while (t && t != &other) t = t->parent;
    return t != nullptr;
  }
};

// One address on which a task depends.
struct dependence {
  const void* address;
  bool writes;  // out, inout, mutexinoutset or inoutset
};

// How a task is created. The task's data are `size` bytes. copy() or, if it is null, memcpy() makes
// them from `data`. If both are null, the entry layer writes them.
struct task_order {
  void (*body)(void*);
  void* data = nullptr;
  void (*copy)(void*, void*) = nullptr;
  std::size_t size = 0;
  std::size_t alignment = 1;
  bool deferred = true;
  bool is_final = false;
  std::span<const dependence> depend = {};
  task** event = nullptr;  // of a detachable task: receives its handle
  int priority = 0;
};

void spawn(member& me, const task_order& order);
// Creates a task with its copy of the data and does not start it.
task& make_task(member& me, const task_order& order);
// Runs a task of make_task(), or makes it available to the team, once its predecessors are
// finished. If some are unfinished, the function waits for them only if the task is undeferred.
void start_task(member& me, task& t, const task_order& order);

// Runs one task of the member's team. Returns false if the member finds none. Called in a barrier.
bool run_one_task(member& me);
// Whether the member may find a task that it is allowed to run: a descendant of `ancestor`, or any
// task if `ancestor` is null.
bool may_find_task(member& me, const task* ancestor);
// Blocks until the member's current task has no unfinished children.
void await_children(member& me);
void await_group(member& me, task_group& group);
// Blocks until a task with these dependences could begin.
void await_dependences(member& me, std::span<const dependence> depend);
void yield_to_task(member& me);
// Fulfils the event of a detachable task. Callable from any thread.
void fulfil(task& t);
bool group_is_cancelled(const task& t);
// Whether the task's group or region is cancelled.
bool task_is_cancelled(const task& t);

void enter_group(member& me);
void leave_group(member& me);

}  // namespace arcas::inline v0::detail::openmp
