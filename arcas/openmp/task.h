// SPDX-License-Identifier: Apache-2.0
// A task of an OpenMP program, its group and the table of what its children depend on.
#pragma once

#include <arcas/openmp/settings.h>
#include <arcas/tasks/task_slot.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace arcas::inline v0::detail::openmp {

class team;
struct member;
struct task;

// All tasks that a thread creates between taskgroup_start and taskgroup_end, and their descendants.
struct task_group {
  task_group* outer = nullptr;
  // Tasks that are not finished. Added to before a task is shown, taken from as the finisher's last access.
  std::atomic<std::uint64_t> unfinished{0};
  std::atomic<bool> cancelled{false};
  bool of_loop = false;                  // around a loop, sections or a scope with a task reduction
  std::uintptr_t* reductions = nullptr;  // task_reductions.cpp
};

// One address that a task depends on.
struct dependence {
  void* address;
  bool writes;  // out, inout or mutexinoutset
};

// Which unfinished children of one task depend on an address. All under `lock`.
struct dependence_table {
  struct accesses {
    task* writer = nullptr;
    std::vector<task*> readers;  // since the writer
  };
  std::mutex lock;
  std::unordered_map<void*, accesses> by_address;
};

struct task {
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  task* parent = nullptr;
  team* in = nullptr;
  task_group* group = nullptr;
  task_settings icvs;
  bool is_final = false;
  bool has_copies =
      false;         // made by constructors: its body destroys them, whether it is cancelled or not
  int priority = 0;  // at most OMP_MAX_TASK_PRIORITY
  bool on_heap = false;
  bool is_awaited = false;  // the thread that made it waits to run it: it is in no deque
  // Its children that are not finished, and above `reference` what keeps its memory: itself until it is
  // finished, and each child whose memory is kept. So the parents of a task are there as long as it is.
  static constexpr std::uint64_t reference = std::uint64_t{1} << 32;
  std::atomic<std::uint64_t> family{reference};
  // The body's end, and, of a detachable task, the event; the last one finishes it.
  std::atomic<std::uint32_t> awaited_ends{1};

  std::unique_ptr<dependence_table> children_depend;  // made for the first child that depends
  std::vector<dependence> depends;                    // in the parent's table
  std::vector<task*> successors;                      // under the lock of the parent's table
  // Predecessors that are not finished, and one while they are looked up.
  std::atomic<std::uint32_t> blocked_by{1};

  bool has_children() const noexcept {
    // acquire: pairs with the release of a child's end; what it did is visible.
    return (family.load(std::memory_order_acquire) & (reference - 1)) != 0;
  }
  bool descends_from(const task& other) const noexcept {
    const task* t = parent;
    while (t && t != &other) t = t->parent;
    return t != nullptr;
  }
};

// What GOMP_task and GOMP_taskloop are told.
struct task_order {
  void (*body)(void*);
  void* data;
  void (*copy)(void*, void*);
  std::size_t size;
  std::size_t alignment;
  bool deferred;
  unsigned flags;
  void** depend;
  void* event;  // where the handle of a detachable task goes
  int priority;
};

void spawn(member& me, const task_order& order);
// A task of that order that has not begun, with its copy of the data; `pieces`: of a taskloop.
task& make_task(member& me, const task_order& order);
// make_task()'s, now or when its predecessors are finished.
void start_task(member& me, task& t, const task_order& order);

// Runs one task of that member's team, if one can be found. By a thread in a barrier.
bool run_one_task(member& me);
// Until the task that the member runs has no unfinished children.
void await_children(member& me);
void await_group(member& me, task_group& group);
// GOMP_taskwait_depend.
void await_dependences(member& me, void** depend);
void yield_to_task(member& me);
// By any thread.
void fulfil(task& t);
// Whether the task that the member runs is to end, since its group or the region is cancelled.
bool task_is_cancelled(const task& t);

void enter_group(member& me);
void leave_group(member& me);

}  // namespace arcas::inline v0::detail::openmp
