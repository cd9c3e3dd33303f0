// SPDX-License-Identifier: Apache-2.0
// Entry points of regions, teams on the host, barriers and cancellation.
#include <arcas/openmp/abi.h>
#include <arcas/openmp/abi_loop.h>

#include <algorithm>

namespace arcas::inline v0::detail::openmp {

namespace {

// The proc_bind clause is in the lowest bits of the flags.
binding bind_of(unsigned flags) {
  return static_cast<binding>(flags & 7);
}

// The construct that a bit of GCC's argument names.
cancelled_construct construct_of(int which) {
  if ((which & 6) != 0) return cancelled_construct::loop;  // loops, and sections
  return (which & 8) != 0 ? cancelled_construct::taskgroup : cancelled_construct::parallel;
}

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
  constexpr unsigned usual = 3;
  run_teams(body, data, teams, usual, thread_limit);
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
  return now ? cancel(construct_of(which)) : GOMP_cancellation_point(which);
}

bool GOMP_cancellation_point(int which) {
  return is_cancelled(construct_of(which));
}

}  // extern "C"

}  // namespace arcas::inline v0::detail::openmp
