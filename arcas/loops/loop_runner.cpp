// SPDX-License-Identifier: Apache-2.0
// The leader's side of a loop: choose the team and the plan, publish, take part, wait, report.
#include <arcas/loops/loop_call.h>
#include <arcas/loops/loop_job.h>
#include <arcas/loops/loop_plan.h>
#include <arcas/loops/range_call.h>
#include <arcas/loops/runtime.h>
#include <arcas/loops/statistics.h>
#include <arcas/loops/statistics_report.h>
#include <arcas/workers/self.h>

#include <arcas/base/processor.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace arcas {

void loop_job::fail(std::exception_ptr e) noexcept {
  // relaxed: only one may win; the leader reads the exception after the loop's completion.
  if (!outcome_->failed.exchange(true, std::memory_order_relaxed)) outcome_->failure = std::move(e);
}

class loop_runner {
 public:
  // A loop so short that it needs no look at the clock has one once in so many calls.
  static constexpr std::uint32_t calls_between_measurements = 16;

  loop_runner(runtime& on, loop_job& job, const loop_options& options, call_site& site)
      : on_(on), job_(job), options_(options), site_(site) {
    job_.stop_ = &options.stop;
    job_.outcome_ = &outcome_;
    const std::size_t grain = options.grain != 0 ? options.grain : on.configuration().grain;
    grain_ = std::min<std::uint64_t>(grain, largest_grain);
    // relaxed: a hint about the pace of iterations; any value is right.
    known_ = site.known.load(std::memory_order_relaxed);
    // relaxed, both: a count that may miss some.
    call_ = site.calls.load(std::memory_order_relaxed);
    site.calls.store(call_ + 1, std::memory_order_relaxed);
    job_.measures_ = call_ % calls_between_measurements == 0;
  }

  // Asks where the iterations are at home, where that is to matter.
  void find_homes(std::uint64_t n) {
    const distributor& how = on_.chosen(options_.distributor);
    if (!how.is_local()) return;
    how.homes().open(how.homes(), job_.first_bits_, n, homes_);
    const std::uint64_t known = homes_.map->size() - std::min(homes_.map->size(), homes_.first);
    if (n > known || n > longest_piece) {
      throw std::invalid_argument("locality: the homes of " + std::to_string(known) +
                                  " of the loop's " + std::to_string(n) +
                                  " iterations are known; give homes for each, and at most 2^40");
    }
    const std::size_t places = on_.machine().places(how.counters()).size();
    if (homes_.map->places() > places) {
      throw std::invalid_argument(
          "locality: an iteration is at home at " + std::string(name_of(how.counters())) + " " +
          std::to_string(homes_.map->places() - 1) + ", and this machine has " +
          std::to_string(places) + ", counted from 0: see `arcas topology`");
    }
  }

  // What one worker does in twice the time of a pace is short: then a range for each worker costs
  // less than claims, unless one range is longer than the others by more than claims would cost.
  static constexpr std::uint64_t paces_of_short_loop = 2;
  static constexpr std::uint64_t cycles_to_lose = 400;
  static constexpr std::uint32_t calls_to_stay_away = 64;

  bool is_short_and_even(std::uint64_t n) const {
    if (!on_.short_loops_are_static_ || n > known_ * paces_of_short_loop) return false;
    // relaxed: a hint.
    const std::uint32_t until = site_.uneven_until.load(std::memory_order_relaxed);
    return static_cast<std::int32_t>(call_ - until) >= 0 && options_.distributor.automatic() &&
           grain_ == 0 && options_.level == 0 && !options_.stop && !job_.statistics_ &&
           !self::current().owner;
  }

  // A range for each worker.
  void run_ranges(std::uint64_t n, bool timed) {
    work item;
    leadership lead(on_.workers_pool(), options_.level, sharing::ranges);
    if (n == 1 || lead.alone()) {
      item = alone(n).as_work(&job_);
      participant me = lead.part(n);
      run_share(item, me);
      return;
    }
    job_.range_grain_ = grain_;
    const bool careful = grain_ != 0 || options_.stop || job_.statistics_;
    const range_team& team = lead.range_team_of_loop();
    item =
        range_call::as_work(job_.take_range_, &job_, n,
                            (timed ? range_call::timed : 0) | (careful ? range_call::careful : 0),
                            job_.first_bits_ + job_.offset_, job_.body_, team);
    range_part part = lead.publish_ranges(item, team);
    participant me(self::current().worker, part);
    item.run(item, me);
    if (lead.was_kept_waiting()) {
      stay_away();
    } else if (timed) {
      learn(n, part);
    }
  }

  // A piece at a time, each with a slot of its own: the slowest follower may still be inside the
  // last.
  void run(std::uint64_t n) {
    const distributor& how = on_.chosen(options_.distributor);
    const std::uint64_t longest = how.is_static()     ? longest_ranged_piece
                                  : how.is_biased()   ? longest_biased_piece
                                  : how.layers() != 0 ? longest_combined_piece
                                                      : longest_piece;
    while (n - job_.offset_ > longest && !is_over()) {
      run_piece(longest, how);
      job_.offset_ += longest;
    }
    if (!is_over()) run_piece(n - job_.offset_, how);
    remember_pace();
  }

  void run_counted(std::uint64_t n, loop_statistics& counts) {
    if (counts.workers_.size() < on_.workers()) counts.workers_.resize(on_.workers());
    job_.statistics_ = &counts;
    const std::uint64_t start = cycles();
    run(n);
    counts.elapsed_cycles_ += cycles() - start;
    ++counts.calls_;
  }

  void rethrow_failure() const {
    if (outcome_.failure) std::rethrow_exception(outcome_.failure);
  }

 private:
  void run_piece(std::uint64_t n, const distributor& how) {
    if (how.is_static()) return run_ranges(n, false);
    // Before the leadership, which may show the item again when a loop inside is over.
    work item;
    leadership lead(on_.workers_pool(), options_.level);
    const bool together = n != 1 && !lead.alone();
    item = (together ? opened(lead, on_.plan_for(lead, how), n) : alone(n)).as_work(&job_);
    if (together) lead.publish(item);
    participant me = lead.part(n);
    run_share(item, me);
    if (together) lead.await_followers(n - me.reported());
  }

  void learn(std::uint64_t n, const range_part& part) {
    const unsigned ranges = part.ranges(n);
    std::uint64_t sum = 0;
    std::uint64_t most = 0;
    for (unsigned rank = 0; rank < ranges; ++rank) {
      const std::uint64_t busy = part.line(rank).busy;
      sum += busy;
      most = std::max(most, busy);
    }
    if (most > sum / ranges + cycles_to_lose) stay_away();
    outcome_.found = std::clamp<std::uint64_t>(pace_cycles * n / std::max<std::uint64_t>(1, sum), 1,
                                               largest_grain);
    remember_pace();
  }

  void stay_away() {
    // relaxed: a hint.
    site_.uneven_until.store(call_ + calls_to_stay_away, std::memory_order_relaxed);
  }

  loop_call alone(std::uint64_t n) const { return {.n = n, .grain = grain_, .known = known_}; }
  loop_call opened(const leadership& lead, loop_plan& plan, std::uint64_t n) const {
    loop_plan::words& words = plan.words_for(lead.slot());
    return {.n = n,
            .grain = grain_,
            .known = known_,
            .stripe_tag = words.open(plan, n, homes_),
            .combiner_tag = plan.combines() ? words.combiners.open() : 0,
            .slot = lead.slot(),
            .leader = lead.member(),
            .plan = &plan};
  }

  void remember_pace() {
    if (outcome_.found == 0) return;
    // relaxed: as in the constructor.
    site_.known.store(static_cast<std::uint32_t>(outcome_.found), std::memory_order_relaxed);
  }

  bool is_over() const { return outcome_.failure || options_.stop.stop_requested(); }

  runtime& on_;
  loop_job& job_;
  const loop_options& options_;
  call_site& site_;
  std::uint64_t grain_ = 0;
  pace known_ = 0;
  std::uint32_t call_ = 0;
  loop_job::outcome outcome_;
  homes_of_loop homes_;
};

void run_loop(loop_job& job, std::uint64_t n, const loop_options& options, call_site& site,
              const std::source_location& where) {
  if (n == 0) return;
  runtime& on = options.on ? *options.on : runtime::current();
  loop_runner runner(on, job, options, site);
  if (runner.is_short_and_even(n)) {
    runner.run_ranges(n, job.measures_);
    runner.rethrow_failure();
    return;
  }
  runner.find_homes(n);
  if (options.statistics) {
    runner.run_counted(n, *options.statistics);
  } else if (on.configuration().statistics) {
    loop_statistics counts;
    runner.run_counted(n, counts);
    report_at_exit(where, counts);
  } else {
    runner.run(n);
  }
  runner.rethrow_failure();
}

}  // namespace arcas
