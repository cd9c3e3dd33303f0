// SPDX-License-Identifier: Apache-2.0
// Entry points of regions, teams on the host, barriers and cancellation.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/abi_loop.h>

#include <algorithm>
#include <climits>

namespace arcas::inline v0::detail::openmp {

namespace {

// The proc_bind clause is in the lowest bits of the flags.
binding bind_of(unsigned flags) {
  return static_cast<binding>(flags & 7);
}

void limit_threads(task_settings& icvs, unsigned threads) {
  if (threads != 0) icvs.thread_limit = threads > INT_MAX ? UINT_MAX : threads;
}

enum cancelled_construct : int { parallel = 1, loop = 2, sections = 4, taskgroup = 8 };

}  // namespace

void begin_parallel_loop(void (*body)(void*), void* data, unsigned threads,
                         const loop_bounds& bounds, schedule how, bool monotonic, unsigned flags) {
  loop_order order{.bounds = bounds, .place = reinterpret_cast<const std::byte*>(body) + 1};
  choose_way(order, how, monotonic);
  begin({.body = body, .data = data, .loop = &order}, threads_for(current(), threads),
        bind_of(flags));
}

void run_parallel_loop(void (*body)(void*), void* data, unsigned threads, const loop_bounds& bounds,
                       schedule how, bool monotonic, unsigned flags) {
  begin_parallel_loop(body, data, threads, bounds, how, monotonic, flags);
  body(data);
  end();
}

extern "C" {

void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned flags) {
  begin({.body = body, .data = data}, threads_for(current(), threads), bind_of(flags));
  body(data);
  end();
}

void GOMP_parallel_start(void (*body)(void*), void* data, unsigned threads) {
  begin({.body = body, .data = data}, threads_for(current(), threads), binding::no);
}

void GOMP_parallel_end() {
  end();
}

unsigned GOMP_parallel_reductions(void (*body)(void*), void* data, unsigned threads,
                                  unsigned flags) {
  const unsigned members = threads_for(current(), threads);
  auto* const reductions = *static_cast<std::uintptr_t**>(data);
  begin({.body = body, .data = data, .reductions = reductions}, members, bind_of(flags));
  body(data);
  end();
  return members;
}

void GOMP_teams_reg(void (*body)(void*), void* data, unsigned teams, unsigned thread_limit,
                    unsigned) {
  task& outer = *current().now;
  const task_settings before = outer.icvs;
  constexpr unsigned usual = 3;
  if (teams == 0) teams = settings().teams != 0 ? settings().teams : usual;
  for (unsigned team = 0; team < teams; ++team) {
    // Each team has an initial task of its own, with the ICVs of the task that starts the league.
    outer.icvs = before;
    limit_threads(outer.icvs, thread_limit != 0 ? thread_limit : settings().teams_thread_limit);
    outer.icvs.teams = teams;
    outer.icvs.team_number = team;
    body(data);
  }
  outer.icvs = before;
}

void GOMP_teams(unsigned teams, unsigned thread_limit) {
  GOMP_teams4(teams, teams, thread_limit, true);
}

// Runs the teams one after the other: the compiled program calls this function until it returns
// false. GOMP_target_ext() restores the ICVs afterwards.
bool GOMP_teams4(unsigned least, unsigned most, unsigned thread_limit, bool first) {
  task_settings& icvs = current().now->icvs;
  if (!first) {
    if (icvs.team_number + 1 >= icvs.teams) return false;
    ++icvs.team_number;
    return true;
  }
  limit_threads(icvs, thread_limit);
  icvs.teams = std::max(1U, most != 0 ? most : least);
  icvs.team_number = 0;
  return true;
}

void GOMP_barrier() {
  barrier(current());
}

bool GOMP_barrier_cancel() {
  return cancellable_barrier(current());
}

bool GOMP_cancel(int which, bool now) {
  if (!settings().cancellation) return false;
  if (!now) return GOMP_cancellation_point(which);
  member& me = current();
  if ((which & (loop | sections)) != 0) {
    me.in.loop_is_cancelled.store(
        true, std::memory_order_relaxed);  // relaxed: takes effect some time later
  } else if ((which & taskgroup) != 0) {
    task_group* group = me.now->group;
    if (group && group->of_loop) group = group->outer;
    // relaxed: takes effect some time later.
    if (group) group->cancelled.store(true, std::memory_order_relaxed);
  } else {
    me.in.cancel();
  }
  return true;
}

bool GOMP_cancellation_point(int which) {
  if (!settings().cancellation) return false;
  member& me = current();
  // relaxed: as in GOMP_cancel.
  if ((which & (loop | sections)) != 0)
    return me.in.loop_is_cancelled.load(std::memory_order_relaxed);
  if ((which & taskgroup) != 0 && group_is_cancelled(*me.now)) return true;
  return me.in.is_cancelled();
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp
