// SPDX-License-Identifier: Apache-2.0
// Entry points of tasks.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/task_reductions.h>
#include <arcas/openmp/team.h>

#include <algorithm>

namespace arcas::inline v0::detail::openmp {

namespace {

// Bits of the flags of GOMP_task and GOMP_taskloop.
constexpr unsigned grainsize_flag = 1U << 9;
constexpr unsigned if_flag = 1U << 10;
constexpr unsigned nogroup_flag = 1U << 11;
constexpr unsigned reduction_flag = 1U << 12;
constexpr unsigned strict_flag = 1U << 14;

// A partition of a loop into `count` pieces. The first `longer` pieces have `each` + 1 iterations,
// the others `each`. With a strict grainsize the last piece may have fewer.
struct pieces {
  std::uint64_t count;
  std::uint64_t each;
  std::uint64_t longer;
};

pieces cut(std::uint64_t n, unsigned flags, std::uint64_t asked, unsigned threads) {
  const auto evenly = [n](std::uint64_t count) { return pieces{count, n / count, n % count}; };
  if ((flags & grainsize_flag) != 0) {
    const std::uint64_t grain = std::max<std::uint64_t>(1, asked);
    if ((flags & strict_flag) != 0) return {(n - 1) / grain + 1, grain, 0};
    return evenly(std::max<std::uint64_t>(1, n / grain));
  }
  return evenly(std::clamp<std::uint64_t>(asked != 0 ? asked : threads, 1, n));
}

// The arguments that GOMP_task and GOMP_taskloop share: all but dependences and the event.
task_order order_of(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                    long alignment, bool deferred, unsigned flags, int priority) {
  return {body,
          data,
          copy,
          static_cast<std::size_t>(size),
          std::max<std::size_t>(1, static_cast<std::size_t>(alignment)),
          deferred,
          flags,
          nullptr,
          nullptr,
          priority};
}

template <class T>
void run_taskloop(const task_order& order, std::uint64_t asked, std::uint64_t n, T first, T last,
                  T step) {
  member& me = current();
  const bool none = n == 0 || task_is_cancelled(*me.now);
  const bool grouped = (order.flags & nogroup_flag) == 0;
  if (grouped) {
    enter_group(me);
    if ((order.flags & reduction_flag) != 0) {
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
  const pieces how = cut(n, order.flags, asked, me.in.size());
  std::uint64_t done = 0;
  for (std::uint64_t p = 0; p < how.count; ++p) {
    const std::uint64_t size = std::min(n - done, how.each + (p < how.longer ? 1 : 0));
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
  order.depend = depend;
  order.event = event;
  spawn(current(), order);
}

void GOMP_taskloop(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                   long alignment, unsigned flags, unsigned long tasks, int priority, long first,
                   long last, long step) {
  const task_order order =
      order_of(body, data, copy, size, alignment, (flags & if_flag) != 0, flags, priority);
  run_taskloop(order, tasks, loop_bounds::of(first, last, step).count, first, last, step);
}

void GOMP_taskloop_ull(void (*body)(void*), void* data, void (*copy)(void*, void*), long size,
                       long alignment, unsigned flags, unsigned long tasks, int priority,
                       unsigned long long first, unsigned long long last, unsigned long long step) {
  constexpr unsigned up_flag = 1U << 8;
  const task_order order =
      order_of(body, data, copy, size, alignment, (flags & if_flag) != 0, flags, priority);
  const std::uint64_t n = loop_bounds::of((flags & up_flag) != 0, first, last, step).count;
  run_taskloop(order, tasks, n, first, last, step);
}

void GOMP_taskwait() {
  await_children(current());
}
void GOMP_taskwait_depend(void** depend) {
  await_dependences(current(), depend);
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
