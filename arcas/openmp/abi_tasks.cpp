// SPDX-License-Identifier: Apache-2.0
// Entry points of tasks.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/task_pieces.h>
#include <arcas/openmp/task_reductions.h>
#include <arcas/openmp/team.h>

#include <algorithm>
#include <vector>

namespace arcas::inline v0::detail::openmp {

namespace {

// Bits of the flags of GOMP_task and GOMP_taskloop.
constexpr unsigned final_flag = 1U << 1;
constexpr unsigned depend_flag = 1U << 3;
constexpr unsigned grainsize_flag = 1U << 9;
constexpr unsigned if_flag = 1U << 10;
constexpr unsigned nogroup_flag = 1U << 11;
constexpr unsigned reduction_flag = 1U << 12;
constexpr unsigned detach_flag = 1U << 13;
constexpr unsigned strict_flag = 1U << 14;

std::size_t number_at(void* const* depend, std::size_t i) {
  return reinterpret_cast<std::uintptr_t>(depend[i]);
}

// Decodes GCC's array: {all, writers, addresses …} or {0, all, writers, mutexinoutset, readers,
// addresses …, objects …}. The numbers before the addresses are counts: of all entries, of the
// entries that write, and so on. An object is an omp_depend_t: {address, kind}.
std::vector<dependence> read_depend(void** depend) {
  constexpr std::uintptr_t in = 1;
  std::vector<dependence> all;
  if (number_at(depend, 0) != 0) {
    for (std::size_t i = 0; i < number_at(depend, 0); ++i)
      all.push_back({depend[2 + i], i < number_at(depend, 1)});
    return all;
  }
  const std::size_t count = number_at(depend, 1);
  const std::size_t writers = number_at(depend, 2) + number_at(depend, 3);
  const std::size_t direct = writers + number_at(depend, 4);
  for (std::size_t i = 0; i < count; ++i) {
    void* const entry = depend[5 + i];
    if (i < direct) {
      all.push_back({entry, i < writers});
    } else {
      void** const object = static_cast<void**>(entry);
      all.push_back({object[0], number_at(object, 1) != in});
    }
  }
  return all;
}

// The arguments that GOMP_task and GOMP_taskloop share: all but dependences and the event.
task_order order_of(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                    long alignment, bool deferred, unsigned flags, int priority) {
  return {.body = body,
          .data = data,
          .copy = copy,
          .size = static_cast<std::size_t>(size),
          .alignment = std::max<std::size_t>(1, static_cast<std::size_t>(alignment)),
          .deferred = deferred,
          .is_final = (flags & final_flag) != 0,
          .priority = priority};
}

template <class T>
void run_taskloop(const task_order& order, unsigned flags, std::uint64_t asked, std::uint64_t n,
                  T first, T last, T step) {
  member& me = current();
  const bool none = n == 0 || task_is_cancelled(*me.now);
  const bool grouped = (flags & nogroup_flag) == 0;
  if (grouped) {
    enter_group(me);
    if ((flags & reduction_flag) != 0) {
      struct head {
        T first, last;
        std::uintptr_t* reductions;
      };
      GOMP_taskgroup_reduction_register(static_cast<const head*>(order.data)->reductions);
    }
  }
  // The reductions of a loop without iterations are registered too: the compiled program reads its
  // private copies after every taskloop.
  if (none) {
    if (grouped) leave_group(me);
    return;
  }
  const pieces how = pieces::cut(n, (flags & grainsize_flag) != 0, (flags & strict_flag) != 0,
                                 asked, me.in.size());
  std::uint64_t done = 0;
  for (std::uint64_t p = 0; p < how.count; ++p) {
    const std::uint64_t size = how.size(p, n - done);
    task& t = make_task(me, order);
    T* const range = static_cast<T*>(t.data);
    range[0] = static_cast<T>(first + static_cast<T>(done) * step);
    done += size;
    range[1] = done == n ? last : static_cast<T>(first + static_cast<T>(done) * step);
    // The task may run before the next task is made: only the last task writes to the creator's
    // variables, from which the data of tasks are copied.
    start_task(me, t, order);
  }
  if (grouped) leave_group(me);
}

}  // namespace

extern "C" {

void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
               long alignment, bool deferred, unsigned flags, void** depend, int priority,
               void* event) {
  task_order order = order_of(body, data, copy, size, alignment, deferred, flags, priority);
  std::vector<dependence> depends;
  if ((flags & depend_flag) != 0) depends = read_depend(depend);
  order.depend = depends;
  if ((flags & detach_flag) != 0) order.event = static_cast<task**>(event);
  spawn(current(), order);
}

void GOMP_taskloop(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                   long alignment, unsigned flags, unsigned long tasks, int priority, long first,
                   long last, long step) {
  const task_order order =
      order_of(body, data, copy, size, alignment, (flags & if_flag) != 0, flags, priority);
  run_taskloop(order, flags, tasks, loop_bounds::of(first, last, step).count, first, last, step);
}

void GOMP_taskloop_ull(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                       long alignment, unsigned flags, unsigned long tasks, int priority,
                       unsigned long long first, unsigned long long last, unsigned long long step) {
  constexpr unsigned up_flag = 1U << 8;
  const task_order order =
      order_of(body, data, copy, size, alignment, (flags & if_flag) != 0, flags, priority);
  const std::uint64_t n = loop_bounds::of((flags & up_flag) != 0, first, last, step).count;
  run_taskloop(order, flags, tasks, n, first, last, step);
}

void GOMP_taskwait() {
  await_children(current());
}
void GOMP_taskwait_depend(void** depend) {
  await_dependences(current(), read_depend(depend));
}
void GOMP_taskyield() {
  yield_to_task(current());
}
void GOMP_taskgroup_start() {
  enter_group(current());
}
void GOMP_taskgroup_end() {
  leave_group(current());
}
void omp_fulfill_event(void* event) {
  fulfil(*static_cast<task*>(event));
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp
