// SPDX-License-Identifier: Apache-2.0
// The leader's side of a loop: choose the team and the plan, publish, take part, wait, report.
#include <arcas/distribution/home_map.h>
#include <arcas/loops/loop_call.h>
#include <arcas/loops/loop_job.h>
#include <arcas/loops/plans.h>
#include <arcas/loops/short_loop.h>
#include <arcas/loops/statistics.h>
#include <arcas/loops/statistics_report.h>
#include <arcas/runtime/runtime.h>

#include <arcas/base/processor.h>
#include <arcas/workers/leadership.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace arcas::detail {

void loop_job::fail(std::exception_ptr e) noexcept {
  // relaxed: only one may win; the leader reads the exception after the loop's completion.
  if (!outcome->failed.exchange(true, std::memory_order_relaxed)) outcome->failure = std::move(e);
}

class loop_runner {
 public:
  loop_runner(runtime& on, loop_job& job, const loop_options& options, call_site& site)
      : on_(on), job_(job), options_(options), site_(site) {
    job_.stop = &options.stop;
    job_.outcome = &outcome_;
    const std::size_t grain = options.grain != 0 ? options.grain : on.configuration().grain;
    grain_ = std::min<std::uint64_t>(grain, largest_grain);
    known_ = site.known.get();
    job_.measures = site.calls.count() % calls_between_measurements == 0;
  }

  // Asks where the iterations are at home, where that is to matter.
  void find_homes(std::uint64_t n) {
    const distributor& how = on_.chosen(options_.distributor);
    if (how.kind() != distribution::local) return;
    how.homes().open(how.homes(), job_.first, n, homes_);
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

  // A piece at a time, each with a slot of its own: the slowest follower may still be inside the
  // last.
  void run(std::uint64_t n) {
    const distributor& how = on_.chosen(options_.distributor);
    const std::uint64_t longest = longest_piece_of(how);
    while (n - job_.offset > longest && !is_over()) {
      run_piece(longest, how);
      job_.offset += longest;
    }
    if (!is_over()) run_piece(n - job_.offset, how);
    remember_pace();
  }

  void run_counted(std::uint64_t n, loop_statistics& counts) {
    if (counts.workers_.size() < on_.workers()) counts.workers_.resize(on_.workers());
    job_.statistics = &counts;
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
    if (how.kind() == distribution::fixed) {
      job_.range_grain = grain_;
      run_ranges(on_, job_, options_, n);
      return;
    }
    // Before the leadership, which may show the item again when a loop inside is over.
    work item;
    leadership lead(on_.workers_pool(), options_.level);
    const bool together = n != 1 && !lead.alone();
    item = (together ? opened(lead, plan_for(on_, lead, how), n) : alone(n)).as_work(&job_);
    if (together) lead.publish(item);
    participant me = lead.part(n);
    run_share(item, me);
    if (together) lead.await_followers(n - me.reported());
  }

  loop_call alone(std::uint64_t n) const { return {.n = n, .grain = grain_, .known = known_}; }
  loop_call opened(const leadership& lead, loop_plan& plan, std::uint64_t n) const {
    return {.n = n,
            .grain = grain_,
            .known = known_,
            .tag = plan.open(lead.slot(), n, homes_),
            .slot = lead.slot(),
            .leader = lead.member(),
            .plan = &plan};
  }

  void remember_pace() {
    if (outcome_.found != 0) site_.known.set(outcome_.found);
  }

  bool is_over() const { return outcome_.failure || options_.stop.stop_requested(); }

  runtime& on_;
  loop_job& job_;
  const loop_options& options_;
  call_site& site_;
  std::uint64_t grain_ = 0;
  pace known_ = 0;
  loop_outcome outcome_;
  homes_of_loop homes_;
};

void run_claimed_loop(runtime& on, loop_job& job, std::uint64_t n, const loop_options& options,
                      call_site& site, const std::source_location& where) {
  loop_runner runner(on, job, options, site);
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

}  // namespace arcas::detail
