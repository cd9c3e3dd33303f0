// SPDX-License-Identifier: Apache-2.0
// Chooses the team of a region and its number of threads.
#include <arcas/base/kept_state.h>
#include <arcas/openmp/query.h>
#include <arcas/openmp/team.h>

#include <time.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>

namespace arcas::inline v0::detail::openmp {

namespace {

// The member of the initial thread. A thread limit applies to the contention group of that thread:
// all threads of its regions.
const member& initial_of(const member& me) {
  const member* m = &me;
  while (m->outer) m = m->outer;
  return *m;
}

// Adds up to `wanted` threads to `taken`, so that at most `limit` threads exist, including the
// initial one. Returns the number added.
unsigned take_threads(std::atomic<unsigned>& taken, unsigned wanted, unsigned limit) {
  // relaxed, both: only the number matters; it publishes no data.
  unsigned before = taken.load(std::memory_order_relaxed);
  for (;;) {
    const unsigned left = limit > before + 1 ? limit - before - 1 : 0;
    const unsigned now = std::min(wanted, left);
    if (taken.compare_exchange_weak(before, before + now, std::memory_order_relaxed)) return now;
  }
}

// The load average of 15 minutes, rounded as in libgomp. It is read at most once a second, since a
// reading costs more than a region.
unsigned load_average() {
  static std::atomic<std::int64_t> read_at{-1};
  static std::atomic<unsigned> load{0};
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  // relaxed, all: an estimate; of two threads that read it at the same time either may store it.
  if (read_at.exchange(now.tv_sec, std::memory_order_relaxed) != now.tv_sec) {
    const kept_errno keeps;
    std::array<double, 3> average{};
    constexpr double rounding = 0.1;
    const bool known = getloadavg(average.data(), 3) == 3;
    load.store(known ? static_cast<unsigned>(average[2] + rounding) : 0, std::memory_order_relaxed);
  }
  return load.load(std::memory_order_relaxed);
}

// The maximum number of threads if dyn-var is true. As in libgomp it is the number of processors,
// or nthreads-var if that is less, minus the load average.
unsigned most_dynamic_threads(const task_settings& icvs) {
  const auto usable = static_cast<unsigned>(omp_get_num_procs());
  const unsigned most = std::min({usable, settings().processors, icvs.threads});
  const unsigned load = load_average();
  return most > load ? most - load : 1;
}

}  // namespace

void give_back_threads(const member& me, unsigned n) {
  initial_of(me).group_threads.fetch_sub(
      n, std::memory_order_relaxed);  // relaxed: only the number matters
}

unsigned threads_for(const member& me, unsigned asked, unsigned at_most) {
  const task_settings& icvs = me.now->icvs;
  if (asked == 1 || me.in.active_level() >= icvs.max_active_levels) return 1;
  unsigned threads = asked != 0 ? asked : icvs.threads;
  if (icvs.dynamic) {
    threads = std::min(threads, most_dynamic_threads(icvs));
    if (at_most != 0) threads = std::min(threads, at_most);
  }
  if (icvs.thread_limit == ~0U) return threads;
  return 1 + take_threads(initial_of(me).group_threads, threads - 1, icvs.thread_limit);
}

void begin(const region& r, unsigned threads, binding how) {
  member& me = current();
  std::unique_ptr<team>& with = threads == 1 ? me.alone : me.kept;
  const bool crowded = me.in.crowded() || threads > settings().processors;
  if (!with) {
    with = std::make_unique<team>(threads, me.in.level() + 1, crowded);
  } else {
    with->resize(threads, crowded);
  }
  with->begin_region(me, r, how);
}

void end() {
  here->in.end_region();
}

void limit_threads(task_settings& icvs, unsigned threads) {
  if (threads != 0) icvs.thread_limit = threads > INT_MAX ? UINT_MAX : threads;
}

void run_teams(void (*body)(void*), void* data, unsigned teams, unsigned usual,
               unsigned thread_limit) {
  task& outer = *current().now;
  const task_settings before = outer.icvs;
  if (teams == 0) teams = settings().teams != 0 ? settings().teams : usual;
  for (unsigned team = 0; team < teams; ++team) {
    outer.icvs = before;
    limit_threads(outer.icvs, thread_limit != 0 ? thread_limit : settings().teams_thread_limit);
    outer.icvs.teams = teams;
    outer.icvs.team_number = team;
    body(data);
  }
  outer.icvs = before;
}

bool cancel(cancelled_construct which) {
  if (!settings().cancellation) return false;
  member& me = current();
  if (which == cancelled_construct::parallel) {
    me.in.cancel();
  } else if (which == cancelled_construct::loop) {
    // relaxed: takes effect some time later.
    me.in.loop_is_cancelled.store(true, std::memory_order_relaxed);
  } else {
    task_group* group = me.now->group;
    if (group && group->of_loop) group = group->outer;
    // relaxed: takes effect some time later.
    if (group) group->cancelled.store(true, std::memory_order_relaxed);
  }
  return true;
}

bool is_cancelled(cancelled_construct which) {
  if (!settings().cancellation) return false;
  const member& me = current();
  if (which == cancelled_construct::loop)
    return me.in.loop_is_cancelled.load(std::memory_order_relaxed);  // relaxed: as in cancel()
  if (which == cancelled_construct::taskgroup && group_is_cancelled(*me.now)) return true;
  return me.in.is_cancelled();
}

const member* at_level(int level) {
  const member& me = seen();
  const auto innermost = static_cast<int>(me.in.level());
  if (level < 0 || level > innermost) return nullptr;
  const member* m = &me;
  for (int at = innermost; at > level; --at) m = m->outer;
  return m;
}

}  // namespace arcas::inline v0::detail::openmp
