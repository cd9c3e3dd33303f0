// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/short_loop.h>

#include <arcas/loops/loop_call.h>
#include <arcas/loops/range_call.h>
#include <arcas/loops/runtime.h>
#include <arcas/workers/participant.h>

#include <algorithm>

namespace arcas {

range_times run_ranges(runtime& on, loop_job& job, const loop_options& options, std::uint64_t n,
                       bool timed) {
  work item;
  leadership lead(on.workers_pool(), options.level, sharing::ranges);
  if (n == 1 || lead.alone()) {
    item = loop_call{.n = n, .grain = job.range_grain_}.as_work(&job);
    participant me = lead.part(n);
    run_share(item, me);
    return {};
  }
  const bool careful = job.range_grain_ != 0 || options.stop || job.statistics_;
  item = range_call::as_work(job.take_range_, &job, n,
                             (timed ? range_call::timed : 0) | (careful ? range_call::careful : 0),
                             job.first_bits_ + job.offset_, job.body_, lead.team());
  range_part part = lead.publish_ranges(item);
  participant me(lead.worker(), part);
  item.run(item, me);
  range_times times{.together = !lead.was_kept_waiting()};
  if (!timed || !times.together) return times;
  times.ranges = part.ranges(n);
  for (unsigned rank = 0; rank < times.ranges; ++rank) {
    const std::uint64_t busy = part.line(rank).value.busy;
    times.sum += busy;
    times.most = std::max(times.most, busy);
  }
  return times;
}

bool short_loop::is_plain(const loop_options& o) {
  return o.distributor.automatic() && o.grain == 0 && o.level == 0 && !o.stop && !o.statistics;
}

inline bool short_loop::is_one(std::uint64_t n) const {
  // relaxed, all: hints; any value is right.
  if (n > site_.known.load(std::memory_order_relaxed) * paces_of_short_loop || n == 1) return false;
  const std::uint32_t away = site_.uneven_until.load(std::memory_order_relaxed) -
                             site_.calls.load(std::memory_order_relaxed);
  return static_cast<std::int32_t>(away) <= 0 && (&options_ == &no_options || is_plain(options_)) &&
         !self::current().owner;
}

bool short_loop::run(std::uint64_t n) {
  if (!is_one(n)) return false;
  loop_job::outcome outcome;
  job_.outcome_ = &outcome;
  job_.stop_ = &options_.stop;
  const bool timed = site_.begin_call() % calls_between_measurements == 0;
  const range_times times = run_ranges(on_, job_, options_, n, timed);
  if (!times.together) {
    stay_away();
  } else if (timed) {
    learn(n, times);
  }
  if (outcome.failure) std::rethrow_exception(outcome.failure);
  return true;
}

void short_loop::learn(std::uint64_t n, const range_times& times) {
  if (times.most > times.sum / times.ranges + cycles_to_lose) stay_away();
  const std::uint64_t found = std::clamp<std::uint64_t>(
      pace_cycles * n / std::max<std::uint64_t>(1, times.sum), 1, largest_grain);
  // relaxed: as in is_one().
  site_.known.store(static_cast<std::uint32_t>(found), std::memory_order_relaxed);
}

void short_loop::stay_away() {
  // relaxed: as in is_one().
  site_.uneven_until.store(site_.calls.load(std::memory_order_relaxed) + calls_to_stay_away,
                           std::memory_order_relaxed);
}

}  // namespace arcas
