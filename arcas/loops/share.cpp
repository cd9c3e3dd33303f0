// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/full_share.h>

#include <arcas/base/processor.h>
#include <arcas/loops/loop_jobs.h>
#include <arcas/loops/statistics.h>

#include <sched.h>

#include <algorithm>
#include <utility>

namespace arcas {
namespace {

member_id member_of(const work& item, const participant& who) {
  const loop_plan& plan = *loop_call::plan_of(item);
  if (who.leads()) return loop_call::leader_of(item);
  return plan.shape.member_of[who.worker() - plan.shape.first];
}

bool claims_are_plain() {
  static const bool plain = asymmetric_fence::available();
  return plain;
}

}  // namespace

full_share::full_share(const work& item, participant& who)
    : who_(who),
      n_(loop_call::iterations_of(item)),
      alone_(loop_call::plan_of(item) == nullptr),
      grain_(loop_call::grain_of(item), loop_call::cost_of(item)),
      batches_(loop_call::grain_of(item), loop_call::cost_of(item)) {
  if (alone_) {
    own_alone();
    return;
  }
  loop_plan& plan = *loop_call::plan_of(item);
  loop_plan::words& words = *plan.slots[loop_call::slot_of(item)];
  if (plan.biased) {
    ranges_.emplace(*plan.biased, *words.ranges, n_, loop_call::stripe_tag_of(item),
                    plan.slot_of(who));
    owned_ = &ranges_->own();
    batch_from_ = owned_->at;
    time_range();
    return;
  }
  const member_id me = member_of(item, who);
  counters_.emplace(*plan.stripes, *words.stripes, n_, loop_call::stripe_tag_of(item), me);
  if (plan.combines()) {
    combiners_.emplace(words.combiners, loop_call::combiner_tag_of(item), *counters_, me);
  } else {
    here_ = &counters_->here();
    if (!grain_.automatic()) fast_grain_ = grain_.next(0, 1);
  }
  if (grain_.automatic()) started_ = cycles();
}

void full_share::join(loop_job& job) {
  stop_ = *job.stop_ ? job.stop_ : nullptr;
  statistics_ = job.statistics_;
  reports_early_ = !job.ends_with_join_ && !statistics_;
  if (stop_) fast_grain_ = 0;
  if (statistics_) joined_ = cycles();
  if (ranges_ && job.measures_ && !timed_ && batches_.automatic()) {
    timed_ = true;
    started_ = cycles();
  }
}

void full_share::finish_chunk() noexcept {
  if (grain_.automatic()) {
    const std::uint64_t now = cycles();
    if (last_ != 0) grain_.measured(last_, now - started_);
    started_ = now;
  }
  finished_ += last_;
  last_ = 0;
}

chunk full_share::next_chunk() noexcept {
  owned_ ? finish_batch() : finish_chunk();
  if (stopped()) {
    abandon();
    return {};
  }
  if (owned_) return alone_ ? claim_alone() : claim_owned();
  const chunk c = combiners_ ? claim_combined() : claim_striped();
  last_ = c.size();
  // One claim in eight is timed too: a look at the clock costs as much as a claim without
  // contention.
  if (grain_.automatic() && ++chunks_ % 8 == 0) {
    const std::uint64_t now = cycles();
    grain_.claimed(now - started_);
    started_ = now;
  }
  return c;
}

// Nobody else is here, and nobody asks.
void full_share::own_alone() noexcept {
  lone_slot_.emplace();
  // relaxed: this thread's alone.
  lone_slot_->limit.store(n_, std::memory_order_relaxed);
  lone_ = {&*lone_slot_, 0, 0, 0};
  owned_ = &lone_;
  owned_grain_ = batches_.next(n_);
}

// All at once, or, where somebody may want us to stop or asked for chunks of a size, in chunks.
chunk full_share::claim_alone() noexcept {
  const std::uint64_t left = n_ - lone_.at;
  if (batches_.automatic() && !stop_) owned_grain_ = n_;
  const chunk c{lone_.at, lone_.at + std::min(owned_grain_, left)};
  lone_.at = c.last;
  if (!stop_) lone_.batch_end = n_;
  return c;
}

chunk full_share::claim_combined() noexcept {
  const stripe_cursor<>& counters = combiners_->counters();
  return combiners_->claim(grain_.next(counters.remaining(), counters.sharers()), counts_);
}

chunk full_share::claim_striped() noexcept {
  if (here_->position == here_->length) {
    leave_stripe();
    if (leaves_for_now()) return {};
  }
  const unsigned before = counters_->stripe();
  const std::uint64_t grain = grain_.next(counters_->remaining(), counters_->sharers());
  const chunk c = counters_->claim(grain, started_at_home_ ? grain_.fresh() : grain);
  if (!started_at_home_) at_first_stripe_ = started_at_home_ = true;
  if (counters_->stripe() != before) {
    leave_home();
    grain_.start_afresh();
  }
  if (!c.empty()) ++(counters_->at_home() ? counts_.own : counts_.helped);
  return c;
}

// next() leaves to it the end of a batch, an ask, and the end of the range.
chunk full_share::claim_owned() noexcept {
  for (;;) {
    owned_grain_ = batches_.next(ranges_->remaining());
    if (const chunk c = ranges_->claim(owned_grain_); !c.empty()) {
      begin_batch(c.size());
      return c;
    }
    owned_->batch_end = 0;
    report_finished();
    if (leaves_for_now() || !ranges_->refill()) return {};
    leave_home();
    batches_.start_afresh();
    batch_from_ = owned_->at;
    time_range();
  }
}

// The clock is read only where there is something to be learnt from it in time.
void full_share::time_range() noexcept {
  timed_ = batches_.automatic() &&
           (batches_.cost() == 0 ||
            ranges_->remaining() > batches_.batch(batches_.next(ranges_->remaining())));
  if (timed_) started_ = cycles();
}

void full_share::begin_batch(std::uint64_t claimed) noexcept {
  if (!started_at_home_) at_first_stripe_ = started_at_home_ = !ranges_->helps();
  const std::uint64_t batch = batches_.batch(owned_grain_);
  const std::uint64_t more = batch > claimed ? batch - claimed : 0;
  if (!stop_ && claims_are_plain())
    owned_->batch_end = owned_->at + std::min(more, ranges_->remaining());
}

void full_share::finish_batch() noexcept {
  const std::uint64_t size = owned_->at - batch_from_;
  if (size == 0) return;
  batch_from_ = owned_->at;
  finished_ += size;
  if (timed_) {
    const std::uint64_t now = cycles();
    batches_.measured(size, now - started_);
    started_ = now;
  }
  if (statistics_)
    (ranges_ && ranges_->helps() ? counts_.helped : counts_.own) +=
        (size + owned_grain_ - 1) / owned_grain_;
}

// A worker that has done its own part and may be about to see the loop end.
bool full_share::leaves_for_now() noexcept {
  return (reports_early_ || who_.leads()) && std::exchange(at_first_stripe_, false) &&
         who_.leave_for_now(finished_);
}

void full_share::leave_stripe() noexcept {
  (counters_->at_home() ? counts_.own : counts_.helped) += fast_claims_;
  fast_claims_ = 0;
  report_finished();
}

// What is finished here may be the last that the leader waits for: tell before looking elsewhere.
void full_share::report_finished() noexcept {
  if (reports_early_ && !who_.leads() && finished_ != 0) {
    if (hand_in_) hand_in_(handed_in_);
    who_.report(finished_);
    finished_ = 0;
  }
}

void full_share::leave_home() noexcept {
  if (home_cost_ == 0) home_cost_ = !ranges_ ? grain_.cost() : timed_ ? batches_.cost() : 0;
}

void full_share::abandon() noexcept {
  finished_ += last_;
  last_ = 0;
  if (alone_) {
    finish_batch();
    lone_ = {&*lone_slot_, 0, n_, 0};
    batch_from_ = n_;
    return;
  }
  if (combiners_) {
    finished_ += combiners_->abandon();
    return;
  }
  if (ranges_) {
    finish_batch();
    do {
      for (chunk c; !(c = ranges_->claim(largest_grain)).empty();) finished_ += c.size();
    } while (ranges_->refill());
    batch_from_ = owned_->at;
    owned_->batch_end = 0;
    return;
  }
  for (chunk c; !(c = counters_->claim(largest_grain, largest_grain)).empty();)
    finished_ += c.size();
}

void full_share::leave() {
  leave_home();
  if (statistics_) {
    if (here_) leave_stripe();
    worker_statistics& mine = statistics_->workers_[who_.worker()];
    mine += {1,
             counts_.own + counts_.helped + counts_.combined + counts_.ahead,
             finished_,
             counts_.own,
             counts_.helped,
             counts_.combined,
             counts_.ahead,
             cycles() - joined_};
  }
  who_.report(finished_);
}

void join_lock::give_way() noexcept {
  sched_yield();
}

chunk share::slow_next() noexcept {
  return static_cast<full_share*>(this)->next_chunk();
}

void run_share(const work& item, participant& who) {
  full_share mine(item, who);
  loop_job& job = *static_cast<loop_job*>(item.context);
  // The leader's own job is there all the time, a follower's only once it has claimed.
  if (who.leads()) mine.join(job);
  const chunk first = mine.next();
  if (first.empty() && !who.leads()) return;
  if (!who.leads()) mine.join(job);
  try {
    if (mine.stopped()) {
      mine.abandon();
    } else if (!first.empty()) {
      job.take_part_(job, mine, first);
    }
  } catch (...) {
    job.fail(std::current_exception());
    mine.abandon();
  }
  if (who.leads()) job.outcome_->leader_cost = mine.home_cost();
  mine.leave();
}

}  // namespace arcas
