// SPDX-License-Identifier: Apache-2.0
// Chooses the team of a region and its number of threads.
#include <arcas/openmp/team.h>

#include <algorithm>

namespace arcas::inline v0::detail::openmp {

namespace {

// The member of the initial thread. Its contention group, which a thread limit is for, is all threads of its regions.
const member& initial_of(const member& me) {
  const member* m = &me;
  while (m->outer) m = m->outer;
  return *m;
}

unsigned take_threads(std::atomic<unsigned>& taken, unsigned wanted, unsigned limit) {
  // relaxed, both: only the number matters; it publishes no data.
  unsigned before = taken.load(std::memory_order_relaxed);
  for (;;) {
    const unsigned left = limit > before + 1 ? limit - before - 1 : 0;
    const unsigned now = std::min(wanted, left);
    if (taken.compare_exchange_weak(before, before + now, std::memory_order_relaxed)) return now;
  }
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
    threads = std::min(threads, std::max(1U, settings().processors));
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

member* at_level(int level) {
  member& me = current();
  const auto innermost = static_cast<int>(me.in.level());
  if (level < 0 || level > innermost) return nullptr;
  member* m = &me;
  for (int at = innermost; at > level; --at) m = m->outer;
  return m;
}

}  // namespace arcas::inline v0::detail::openmp
