// SPDX-License-Identifier: Apache-2.0
// The leader's side of a loop: choose the way, the team and the plan; publish, take part, wait,
// report.
#include <arcas/distribution/home_map.h>
#include <arcas/loops/loop_jobs.h>
#include <arcas/loops/plans.h>
#include <arcas/loops/share.h>
#include <arcas/loops/statistics.h>
#include <arcas/loops/trace.h>
#include <arcas/runtime/runtime.h>

#include <arcas/base/processor.h>
#include <arcas/workers/leadership.h>
#include <arcas/workers/participant.h>
#include <arcas/workers/pool.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::inline v0 {

using namespace detail;

void loop_job::fail(std::exception_ptr e) noexcept {
  // relaxed: one worker wins; the leader reads the exception after the loop's completion.
  if (!outcome->failed.exchange(true, std::memory_order_relaxed)) outcome->failure = std::move(e);
}

scoped_worker_limit::scoped_worker_limit(unsigned n)
    : before_(std::exchange(self::outside().most_workers, std::min(n, most_workers))) {}
scoped_worker_limit::~scoped_worker_limit() {
  self::outside().most_workers = before_;
}

namespace {

// The caller's limit of workers; 0: all.
unsigned workers_of(const loop_options& options) {
  return options.workers != 0 ? std::min(options.workers, most_workers)
                              : self::outside().most_workers;
}

// What the leader knows about a loop with fixed ranges that has ended.
struct range_times {
  bool together = false;   // the loop had followers; all came, and finished soon after the leader
  unsigned ranges = 0;     // number of ranges of a timed loop whose followers came; else 0
  std::uint64_t sum = 0;   // cycles in all these ranges
  std::uint64_t most = 0;  // cycles in the longest of them
};

[[gnu::noinline]] void run_by_leader(const leadership& lead, loop_job& job, std::uint64_t n,
                                     std::uint64_t grain) {
  const work item = loop_call{.n = n, .grain = grain}.as_work(&job);
  participant me = lead.part(n);
  item.run(item, me);
}

[[gnu::noinline]] void look_at_times(range_times& times, const range_part& part, std::uint64_t n) {
  times.ranges = part.ranges(n);
  for (unsigned rank = 0; rank < times.ranges; ++rank) {
    const std::uint64_t busy = part.line(rank).value.busy;
    times.sum += busy;
    times.most = std::max(times.most, busy);
  }
}

// Runs n iterations from the job's offset on, one range for each worker. Inlined into its callers:
// a call, and the registers that it occupies, would take a tenth of the time of a short loop.
[[gnu::always_inline]] inline range_times run_ranges(pool& workers, loop_job& job, int level,
                                                     std::uint64_t n, std::uint64_t flags) {
  leadership lead(workers, level, sharing::ranges);
  range_times times;
  if (n == 1 || lead.alone()) {
    run_by_leader(lead, job, n, job.range_grain);
    return times;
  }
  const work item = ranged_part::as_work(job, n, flags, lead.team());
  lead.publish(item);
  participant me(lead.worker(), lead.own_range());
  item.run(item, me);
  times.together = !lead.was_kept_waiting();
  if (flags & ranged_part::timed && times.together) look_at_times(times, me.ranges(), n);
  return times;
}

// Runs the iterations as one range of the leader; nothing is published to followers.
[[gnu::always_inline]] inline void run_as_one(leadership& lead, loop_job& job, std::uint64_t n) {
  const work item = ranged_part::as_work(job, n, 0, lead.team());
  participant me(lead.worker(), lead.range_of_one());
  item.run(item, me);
}

}  // namespace

// Runs a loop by claims, or by fixed ranges if the loop's caller asked for them.
class detail::loop_runner {
 public:
  loop_runner(runtime& on, loop_job& job, const loop_options& options, call_site& site)
      : on_(on), how_(on.chosen(options.distributor)), job_(job), options_(options), site_(site) {
    job_.stop = &options.stop;
    job_.outcome = &outcome_;
    const std::size_t grain = options.grain != 0 ? options.grain : on.configuration().grain;
    grain_ = std::min<std::uint64_t>(grain, largest_grain);
    known_ = site.known.get();
    workers_ = workers_of(options);
    job_.measures = site.calls.count() % calls_between_measurements == 0;
  }

  // n iterations in all, of which job.offset are finished. Throws the body's first exception.
  void run(std::uint64_t n, const std::source_location& where) {
    find_homes(n);
    loop_statistics reported;
    const bool reports = !options_.statistics && on_.configuration().statistics;
    loop_statistics* const counts = reports ? &reported : options_.statistics;
    if (counts && counts->workers_.size() < on_.workers()) counts->workers_.resize(on_.workers());
    job_.statistics = counts;
    const std::uint64_t start = counts ? cycles() : 0;
    // Each piece has a slot of its own: the slowest follower may still be in the slot of the
    // previous piece.
    const std::uint64_t longest = longest_piece_of(how_);
    for (; n - job_.offset > longest && !is_over(); job_.offset += longest) run_piece(longest);
    if (!is_over()) run_piece(n - job_.offset);
    if (outcome_.found != 0) site_.known.set(outcome_.found);
    if (counts) {
      counts->elapsed_cycles_ += cycles() - start;
      ++counts->calls_;
    }
    if (reports) report_at_exit(where, reported);
    if (outcome_.failure) std::rethrow_exception(outcome_.failure);
  }

 private:
  // Finds the homes of the iterations, if the distributor uses them.
  void find_homes(std::uint64_t n) {
    if (how_.kind() != distribution::local) return;
    how_.homes().open(how_.homes(), job_.first, n, homes_);
    const std::uint64_t known = homes_.map->size() - std::min(homes_.map->size(), homes_.first);
    if (n > known || n > longest_piece) {
      throw std::invalid_argument(
          "locality: the homes of " + std::to_string(known) + " of the loop's " +
          std::to_string(n) +
          " iterations are known; the loop requires the home of each, and at most 2^40 iterations");
    }
    const std::size_t places = on_.machine().places(how_.counters()).size();
    if (homes_.map->places() > places) {
      throw std::invalid_argument(
          "locality: the home of an iteration is " + std::string(name_of(how_.counters())) + " " +
          std::to_string(homes_.map->places() - 1) + ", but this machine has " +
          std::to_string(places) + ", numbered from 0; `arcas topology` shows them");
    }
  }

  void run_piece(std::uint64_t n) {
    if (how_.kind() == distribution::fixed) {
      job_.range_grain = grain_;
      const bool in_steps = grain_ != 0 || options_.stop || job_.statistics || job_.trace != 0;
      run_ranges(on_.workers_pool(), job_, options_.level, n,
                 (in_steps ? ranged_part::in_steps : 0) | std::uint64_t{workers_}
                                                              << ranged_part::workers_shift);
      return;
    }
    // The item is made before the leadership, and so destroyed after it: the leadership may publish
    // the item again when a nested loop has ended.
    work item;
    leadership lead(on_.workers_pool(), options_.level);
    const bool together = n != 1 && workers_ != 1 && !lead.alone();
    loop_call call{.n = n, .grain = grain_, .known = known_, .workers = workers_};
    if (together) {
      loop_plan& plan = plan_for(on_, lead, how_);
      call.tag = plan.open(lead.slot(), n, homes_);
      call.slot = lead.slot();
      call.leader = lead.member();
      call.plan = &plan;
    }
    item = call.as_work(&job_);
    if (together) lead.publish(item);
    participant me = lead.part(n);
    item.run(item, me);
    if (together) lead.await_followers(n - me.reported());
  }

  bool is_over() const { return outcome_.failure || options_.stop.stop_requested(); }

  runtime& on_;
  const distributor& how_;
  loop_job& job_;
  const loop_options& options_;
  call_site& site_;
  std::uint64_t grain_ = 0;
  unsigned workers_ = 0;
  pace known_ = 0;
  loop_outcome outcome_;
  homes_of_loop homes_;
};

namespace {

// A loop without options that one worker completes within about 33,000 cycles, so that the way of
// sharing decides its cost. The caller runs it alone if the other workers' part costs less than the
// burden. Otherwise the loop runs in fixed ranges, or by claims if the ranges have been uneven or
// followers late. One call in sixteen is timed.
class short_loop {
 public:
  short_loop(runtime& on, loop_job& job, const loop_options& options, call_site& site,
             const std::source_location& where)
      : on_(on), job_(job), options_(options), site_(site), where_(where) {}

  bool is_one(std::uint64_t n) const;
  // Throws the body's exception.
  void run(std::uint64_t n);

 private:
  // A loop is short up to this number of paces. A pace is the number of iterations that one worker
  // runs in 16,384 cycles (grain.h).
  static constexpr std::uint64_t paces_of_short_loop = 2;
  // Of the calls that would run by claims, one in calls_by_claims runs in fixed ranges instead; of
  // those that would run on the caller alone, one in calls_alone does. These calls show whether
  // fixed ranges still cost more.
  static constexpr std::uint32_t calls_by_claims = 64;
  static constexpr std::uint32_t calls_alone = 256;
  // A loop that is too long to run alone, but by at most this factor, still runs alone once in
  // calls_between_tries calls. It may then cost less than expected, since no cache line has to
  // travel.
  static constexpr unsigned longer_to_try = 4;
  static constexpr std::uint32_t calls_between_tries = 64;
  // A late follower may have been interrupted, or it may be away for long. Interrupts take only a
  // few thousandths of a processor's time. So the first back-off is short: first_back_off calls run
  // by claims. Each further back-off has first_back_off times as many calls, up to most_back_off.
  static constexpr std::uint32_t first_back_off = 4;
  static constexpr std::uint32_t most_back_off = 64;
  // A caller that runs a loop alone reads the clock after 1/parts_of_loop_alone of the loop.
  static constexpr std::uint64_t parts_of_loop_alone = 8;

  static bool is_plain(const loop_options& o) {
    return workers_of(o) == 0 && o.distributor.automatic() && o.grain == 0 && o.level == 0 &&
           !o.stop && !o.statistics;
  }
  void run_by_ranges(std::uint64_t n, bool timed);
  void run_by_claims(std::uint64_t n) { loop_runner(on_, job_, options_, site_).run(n, where_); }
  void run_alone(std::uint64_t n, bool timed);
  std::uint64_t done_alone(std::uint64_t n);
  void learn(std::uint64_t n, const range_times& times, std::uint64_t elapsed);
  void back_off() {
    const std::uint32_t calls =
        std::clamp(site_.backed_off.get() * first_back_off, first_back_off, most_back_off);
    site_.backed_off.set(calls);
    site_.claims_until.set(site_.calls.get() + calls);
  }
  // All followers came: the next back-off is shorter.
  void reset_back_off() {
    site_.backed_off.set(site_.backed_off.get() / first_back_off);
    site_.claims_until.set(site_.calls.get());
  }

  runtime& on_;
  loop_job& job_;
  const loop_options& options_;
  call_site& site_;
  const std::source_location& where_;
  loop_outcome outcome_;
};

inline bool short_loop::is_one(std::uint64_t n) const {
  return (n <= site_.known.get() * paces_of_short_loop || n == 1) &&
         (&options_ == &no_options ? self::outside().most_workers == 0 : is_plain(options_)) &&
         !self::current().owner;
}

inline void short_loop::run(std::uint64_t n) {
  job_.outcome = &outcome_;
  job_.stop = &options_.stop;
  if (n == 1) return run_alone(n, false);
  const std::uint32_t call = site_.calls.get();
  const bool timed = call % calls_between_measurements == 0;
  const bool late = static_cast<std::int32_t>(site_.claims_until.get() - call) > 0;
  const std::uint64_t workers = std::min<std::uint64_t>(n, on_.workers());
  if (site_.runs_alone(n, workers) && (late || call % calls_alone != 0)) return run_alone(n, timed);
  if (call % calls_between_tries == calls_between_tries / 4 &&
      site_.runs_alone(n, workers, longer_to_try))
    return run_alone(n, true);
  if (late || (site_.is_uneven(n, workers) && call % calls_by_claims != 0)) return run_by_claims(n);
  run_by_ranges(n, timed || site_.burden.get() == 0);
}

inline void short_loop::run_by_ranges(std::uint64_t n, bool timed) {
  site_.calls.count();
  const std::uint64_t start = timed ? cycles() : 0;
  const range_times times =
      run_ranges(on_.workers_pool(), job_, 0, n,
                 (timed ? ranged_part::timed : 0) | (job_.trace != 0 ? ranged_part::in_steps : 0));
  if (timed || !times.together) learn(n, times, timed ? cycles() - start : 0);
  if (outcome_.failure) std::rethrow_exception(outcome_.failure);
}

[[gnu::noinline]] void short_loop::run_alone(std::uint64_t n, bool timed) {
  const std::uint64_t start = timed ? cycles() : 0;
  const std::uint64_t done = done_alone(n);
  if (done != n) {
    job_.offset = done;
    return run_by_claims(n);
  }
  site_.calls.count();
  if (outcome_.failure) std::rethrow_exception(outcome_.failure);
  if (timed) site_.took_alone(n, cycles() - start);
}

// Runs the loop on this thread, and returns the number of finished iterations: all, unless the
// first iterations take more than twice the burden.
std::uint64_t short_loop::done_alone(std::uint64_t n) {
  leadership lead(on_.workers_pool(), 0, sharing::ranges);
  if (lead.alone()) {
    run_by_leader(lead, job_, n, 0);
    return n;
  }
  const bool at_once = job_.ends_with_join || n == 1;
  const std::uint64_t first = at_once ? n : std::max<std::uint64_t>(1, n / parts_of_loop_alone);
  const std::uint64_t start = cycles();
  run_as_one(lead, job_, first);
  if (first == n || outcome_.failure) return n;
  if (const std::uint64_t took = cycles() - start; took > 2 * site_.burden.get()) {
    site_.took_alone(first, took);
    if (job_.trace != 0) {
      record({.begin = start,
              .end = start + took,
              .first = job_.first,
              .last = job_.first + first,
              .call = job_.trace,
              .kind = slice_kind::chunk});
    }
    return first;
  }
  job_.offset = first;
  run_as_one(lead, job_, n - first);
  return n;
}

// elapsed: 0 if it was not measured.
[[gnu::noinline]] void short_loop::learn(std::uint64_t n, const range_times& times,
                                         std::uint64_t elapsed) {
  if (!times.together) return back_off();
  reset_back_off();
  if (outcome_.failure) return;
  site_.took_by_ranges(n, times.ranges, elapsed, times.sum, times.most);
  site_.known.set(std::clamp<std::uint64_t>(pace_cycles * n / std::max<std::uint64_t>(1, times.sum),
                                            1, largest_grain));
}

}  // namespace

void detail::refuse_negative_bound(long long bound) {
  throw std::invalid_argument("a bound of the loop is " + std::to_string(bound) +
                              ", and the other bound is unsigned: converted, it would be " +
                              std::to_string(static_cast<unsigned long long>(bound)) +
                              "; give both bounds one type, such as std::ptrdiff_t");
}

runtime& runtime_of(const loop_options& options) {
  return options.on ? *options.on : runtime::current();
}

void detail::run_loop(loop_job& job, std::uint64_t n, const loop_options& options, call_site& site,
                      const std::source_location& where) {
  if (n == 0) return;
  runtime& on = runtime_of(options);
  const traced_loop traced(on, job, n, where);
  if (on.short_loops_are_static() && on.workers_pool().all_take_part()) {
    short_loop loop(on, job, options, site, where);
    if (loop.is_one(n)) return loop.run(n);
  }
  loop_runner(on, job, options, site).run(n, where);
}

}  // namespace arcas::inline v0
