// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/short_loop.h>

#include <arcas/loops/loop_call.h>
#include <arcas/loops/range_call.h>
#include <arcas/loops/runtime.h>
#include <arcas/workers/leadership.h>
#include <arcas/workers/participant.h>

#include <algorithm>

namespace arcas {
namespace {

// How a loop with fixed ranges went.
struct range_times {
  bool together = false;   // it had followers; all came, and were finished soon after the leader
  unsigned ranges = 0;     // as below, in a timed loop whose followers came
  std::uint64_t sum = 0;   // cycles in all ranges
  std::uint64_t most = 0;  // cycles in the longest
};

[[gnu::noinline]] void run_alone(const leadership& lead, loop_job& job, std::uint64_t n,
                                 std::uint64_t grain) {
  const work item = loop_call{.n = n, .grain = grain}.as_work(&job);
  participant me = lead.part(n);
  run_share(item, me);
}

[[gnu::noinline]] void look_at_times(range_times& times, const range_part& part, std::uint64_t n) {
  times.ranges = part.ranges(n);
  for (unsigned rank = 0; rank < times.ranges; ++rank) {
    const std::uint64_t busy = part.line(rank).value.busy;
    times.sum += busy;
    times.most = std::max(times.most, busy);
  }
}

}  // namespace

// n iterations from the job's offset on. Compiled into both its callers: a call and what it saves
// of registers is a tenth of a short loop.
class led_ranges {
 public:
  [[gnu::always_inline]] static range_times run(pool& workers, loop_job& job, int level,
                                                std::uint64_t n, std::uint64_t flags) {
    leadership lead(workers, level, sharing::ranges);
    range_times times;
    if (n == 1 || lead.alone()) {
      run_alone(lead, job, n, job.range_grain_);
      return times;
    }
    const work item = range_call::as_work(job.take_range_, &job, n, flags,
                                          job.first_bits_ + job.offset_, job.body_, lead.team());
    range_part part = lead.publish_ranges(item);
    participant me(lead.worker(), part);
    item.run(item, me);
    times.together = !lead.was_kept_waiting();
    if (flags & range_call::timed && times.together) look_at_times(times, part, n);
    return times;
  }
};

void run_ranges(runtime& on, loop_job& job, const loop_options& options, std::uint64_t n) {
  const bool careful = job.range_grain_ != 0 || options.stop || job.statistics_;
  led_ranges::run(on.workers_pool(), job, options.level, n, careful ? range_call::careful : 0);
}

// A loop without options whose earlier calls were short, and their ranges even.
class short_loop {
 public:
  short_loop(runtime& on, loop_job& job, const loop_options& options, call_site& site)
      : on_(on), job_(job), options_(options), site_(site) {}

  // False: it is none, and has not begun. Throws what the body throws.
  bool run(std::uint64_t n) {
    if (!is_one(n)) return false;
    loop_job::outcome outcome;
    job_.outcome_ = &outcome;
    job_.stop_ = &options_.stop;
    const bool timed = site_.begin_call() % calls_between_measurements == 0;
    const range_times times =
        led_ranges::run(on_.workers_pool(), job_, 0, n, timed ? range_call::timed : 0);
    if (timed || !times.together) learn(n, times);
    if (outcome.failure) std::rethrow_exception(outcome.failure);
    return true;
  }

 private:
  // What one worker does in twice the time of a pace is short. A range for each then costs less
  // than claims would, unless the longest range takes so many cycles more than the others.
  static constexpr std::uint64_t paces_of_short_loop = 2;
  static constexpr std::uint64_t cycles_to_lose = 400;
  static constexpr std::uint32_t most_calls_away = 64;
  // A follower that does not come may have met an interrupt, which a processor spends some
  // thousandths of its time in, or may be gone for good: so few calls the first time, and each time
  // so many times more.
  static constexpr std::uint32_t calls_away = 4;

  static bool is_plain(const loop_options& o);
  bool is_one(std::uint64_t n) const;
  void learn(std::uint64_t n, const range_times& times);
  void stay_away(std::uint32_t calls);
  void relax();
  std::uint32_t longer_away() const;

  runtime& on_;
  loop_job& job_;
  const loop_options& options_;
  call_site& site_;
};

bool short_loop::is_plain(const loop_options& o) {
  return o.distributor.automatic() && o.grain == 0 && o.level == 0 && !o.stop && !o.statistics;
}

inline bool short_loop::is_one(std::uint64_t n) const {
  // relaxed, all: hints; any value is right.
  if (n > site_.known.load(std::memory_order_relaxed) * paces_of_short_loop || n == 1) return false;
  const std::uint32_t away = site_.claims_until.load(std::memory_order_relaxed) -
                             site_.calls.load(std::memory_order_relaxed);
  return static_cast<std::int32_t>(away) <= 0 && (&options_ == &no_options || is_plain(options_)) &&
         !self::current().owner;
}

[[gnu::noinline]] void short_loop::learn(std::uint64_t n, const range_times& times) {
  if (!times.together) return stay_away(longer_away());
  if (times.most > times.sum / times.ranges + cycles_to_lose) {
    stay_away(most_calls_away);
  } else {
    relax();
  }
  const std::uint64_t found = std::clamp<std::uint64_t>(
      pace_cycles * n / std::max<std::uint64_t>(1, times.sum), 1, largest_grain);
  // relaxed: as in is_one().
  site_.known.store(static_cast<std::uint32_t>(found), std::memory_order_relaxed);
}

// All came: the next time away is shorter, and none is to come when the count of calls has wrapped.
void short_loop::relax() {
  // relaxed, all: as in is_one().
  const std::uint32_t before = site_.stayed_away.load(std::memory_order_relaxed);
  const std::uint32_t now = site_.calls.load(std::memory_order_relaxed);
  site_.stayed_away.store(before / calls_away, std::memory_order_relaxed);
  site_.claims_until.store(now, std::memory_order_relaxed);
}

std::uint32_t short_loop::longer_away() const {
  // relaxed: as in is_one().
  const std::uint32_t before = site_.stayed_away.load(std::memory_order_relaxed);
  return std::clamp(before * calls_away, calls_away, most_calls_away);
}

void short_loop::stay_away(std::uint32_t calls) {
  // relaxed, all: as in is_one().
  site_.stayed_away.store(calls, std::memory_order_relaxed);
  site_.claims_until.store(site_.calls.load(std::memory_order_relaxed) + calls,
                           std::memory_order_relaxed);
}

void run_loop(loop_job& job, std::uint64_t n, const loop_options& options, call_site& site,
              const std::source_location& where) {
  if (n == 0) return;
  runtime& on = options.on ? *options.on : runtime::current();
  if (on.short_loops_are_static() && short_loop(on, job, options, site).run(n)) return;
  run_claimed_loop(on, job, n, options, site, where);
}

}  // namespace arcas
