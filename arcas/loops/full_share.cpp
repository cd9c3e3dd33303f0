// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/full_share.h>

#include <arcas/base/processor.h>
#include <arcas/loops/loop_jobs.h>
#include <arcas/loops/owned_share.h>
#include <arcas/loops/statistics.h>
#include <arcas/runtime/loop_plan.h>

#include <sched.h>

#include <utility>

namespace arcas::detail {

void full_share::run(loop_job& job) {
  // The leader's own job is there all the time, a follower's only once it has claimed.
  if (who_.leads()) join(job);
  const chunk first = next();
  if (!who_.leads()) {
    if (first.empty()) return;
    join(job);
  }
  try {
    if (stopped()) {
      abandon();
    } else if (!first.empty()) {
      job.take_part(job, *this, first);
    }
  } catch (...) {
    job.fail(std::current_exception());
    abandon();
  }
  wind_up();
  // A leader that has nothing to say does not touch the job, whose line is with the followers.
  if (who_.leads() && home_pace_ != 0) job.outcome->found = home_pace_;
  leave();
}

void full_share::join(loop_job& job) {
  stop_ = *job.stop ? job.stop : nullptr;
  statistics_ = job.statistics;
  reports_early_ = !job.ends_with_join && !statistics_;
  if (statistics_) joined_at_ = cycles();
  joined(job);
}

bool full_share::leaves_for_now() noexcept {
  return (reports_early_ || who_.leads()) && std::exchange(at_home_, false) &&
         who_.leave_for_now(finished_);
}

void full_share::report_finished() noexcept {
  if (!reports_early_ || who_.leads() || finished_ == 0) return;
  if (hand_in_) hand_in_(handed_in_);
  who_.report(finished_);
  finished_ = 0;
}

void full_share::leave() {
  if (statistics_) {
    worker_statistics& mine = statistics_->workers_[who_.worker()];
    mine += {1,
             counts_.own + counts_.helped + counts_.combined + counts_.ahead,
             finished_,
             counts_.own,
             counts_.helped,
             counts_.combined,
             counts_.ahead,
             cycles() - joined_at_,
             counts_.local,
             counts_.remote};
  }
  who_.report(finished_);
}

void join_lock::give_way() noexcept {
  sched_yield();
}

void run_share(const work& item, participant& who) {
  if (loop_plan* const plan = loop_call::plan_of(item)) return plan->take_part(item, who);
  owned_share(item, who).run(*static_cast<loop_job*>(item.context));
}

}  // namespace arcas::detail
