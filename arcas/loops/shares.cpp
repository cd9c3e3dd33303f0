// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/shares.h>

#include <arcas/base/exceptions.h>
#include <arcas/base/processor.h>
#include <arcas/loops/loop_jobs.h>
#include <arcas/loops/statistics.h>
#include <arcas/loops/trace.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::detail {

void full_share::run(loop_job& job) {
  // The leader's own job always exists; a follower knows that the job exists only after it has
  // claimed.
  if (who_.leads()) join(job);
  const chunk first = next();
  if (!who_.leads()) {
    if (first.empty()) return;
    join(job);
  }
  try {
    if (stopped()) {
      abandon();
    } else {
      for (chunk c = first; !c.empty(); c = next_stretch()) {
        claimed_part part(job, *this, c);
        job.take_part(part);
      }
    }
  } catch (...) {
    job.fail(caught_exception());
    abandon();
  }
  wind_up();
  // A leader without a measurement does not touch the job, whose cache line is with the followers.
  if (who_.leads() && home_pace_ != 0) job.outcome->found = home_pace_;
  leave();
}

void full_share::join(loop_job& job) {
  stop_ = *job.stop ? job.stop : nullptr;
  statistics_ = job.statistics;
  trace_ = job.trace;
  reports_early_ = !job.ends_with_join && !statistics_;
  if (statistics_ || trace_ != 0) joined_at_ = cycles();
  first_index_ = job.first + job.offset;
  slice_begins();
  joined(job);
}

bool full_share::leaves_for_now() noexcept {
  return (reports_early_ || who_.leads()) && std::exchange(at_home_, false) &&
         who_.leave_for_now(finished_);
}

chunk full_share::report_and_claim() noexcept {
  to_report_ = reports_early_ && !who_.leads() && finished_ != 0;
  return to_report_ ? chunk{} : claim_after_report();
}

chunk full_share::next_stretch() noexcept {
  if (!std::exchange(to_report_, false)) return {};
  who_.report(std::exchange(finished_, 0));
  return claim_after_report();
}

void full_share::record_slice(std::uint64_t first, std::uint64_t last, bool helped) noexcept {
  record({.begin = slice_began_,
          .end = cycles(),
          .first = first_index_ + first,
          .last = first_index_ + last,
          .call = trace_,
          .kind = helped ? slice_kind::helped : slice_kind::chunk});
}

void full_share::leave() {
  if (trace_ != 0)
    record({.begin = joined_at_, .end = cycles(), .call = trace_, .kind = slice_kind::part});
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

void run_alone(const work& item, participant& who) {
  owned_share(item, who).run(*static_cast<loop_job*>(item.context));
}

owned_share::owned_share(const work& item, participant& who)
    : full_share(item, who), lone_grain_(loop_call::grain_of(item), loop_call::known_of(item)) {
  lone_slot_.emplace();
  // relaxed: used by this thread only.
  lone_slot_->limit.store(n_, std::memory_order_relaxed);
  lone_ = {&*lone_slot_, 0, 0, 0};
  owned_ = &lone_;
}

owned_share::owned_share(const work& item, participant& who, const biased_cursor<>& ranges)
    : full_share(item, who), lone_grain_(0, 0) {
  claims_.emplace(loop_call::grain_of(item), loop_call::known_of(item), ranges);
  owned_ = &claims_->own();
}

void owned_share::joined(const loop_job& job) noexcept {
  // From now on the stop token is checked at each chunk. A follower's first batch of claims began
  // before the follower could know of the token.
  if (stop_) claims_ ? claims_->end_batches() : void(lone_.batch_end = 0);
  if (job.measures && claims_) claims_->measure();
  if (stop_ && !claims_ && lone_grain_.automatic()) lone_began_ = cycles();
}

chunk owned_share::slow_next() noexcept {
  finish_batch();
  if (stopped()) {
    abandon();
    return {};
  }
  return claims_ ? claim_owned() : claim_alone();
}

// Claims the whole loop at once, or in chunks if there is a stop token or a given grain.
chunk owned_share::claim_alone() noexcept {
  const std::uint64_t left = n_ - lone_.at;
  owned_grain_ = lone_grain_.automatic() && !stop_ ? n_ : lone_grain_.next_alone();
  const chunk c{lone_.at, lone_.at + std::min(owned_grain_, left)};
  lone_.at = c.last;
  if (!stop_) lone_.batch_end = n_;
  slice_begins();
  return c;
}

// Called when next() finds nothing: at the end of a batch, for a steal request, and at the end of
// the range.
chunk owned_share::claim_owned() noexcept {
  const chunk c = claims_->claim();
  return c.empty() ? report_and_claim() : begun(c);
}

chunk owned_share::claim_after_report() noexcept {
  if (leaves_for_now()) return {};
  leave_home();
  const chunk c = claims_->claim_elsewhere(
      [this] { return who_.over(finished_); },
      [this] { return (reports_early_ || who_.leads()) && who_.may_wait(); });
  return c.empty() ? c : begun(c);
}

chunk owned_share::begun(chunk c) noexcept {
  owned_grain_ = claims_->chunk_size();
  slice_begins();
  if (!started_) at_home_ = started_ = !claims_->helps();
  return c;
}

chunk owned_share::finished_alone() noexcept {
  const chunk done{lone_finished_, lone_.at};
  lone_finished_ = lone_.at;
  if (lone_began_ != 0 && !done.empty()) {
    const std::uint64_t now = cycles();
    lone_grain_.measured(done.size(), now - std::exchange(lone_began_, now));
  }
  return done;
}

void owned_share::finish_batch() noexcept {
  const chunk done = claims_ ? claims_->finish() : finished_alone();
  if (done.empty()) return;
  const bool helps = claims_ && claims_->helps();
  slice_ends(done.first, done.last, helps);
  finished_ += done.size();
  if (!statistics_) return;
  (helps ? counts_.helped : counts_.own) += (done.size() + owned_grain_ - 1) / owned_grain_;
}

void owned_share::leave_home() noexcept {
  if (home_pace_ != 0) return;
  if (claims_) {
    home_pace_ = claims_->found();
  } else if (lone_began_ != 0 && n_ > 1) {
    home_pace_ = lone_grain_.found();
  }
}

void owned_share::abandon() noexcept {
  lone_began_ = 0;  // the current chunk is not measured: it has not ended
  finish_batch();
  if (claims_) {
    finished_ += claims_->abandon();
  } else {
    lone_.batch_end = 0;
    lone_.at = lone_finished_ = n_;
  }
}

void owned_share::wind_up() noexcept {
  leave_home();
}

}  // namespace arcas::inline v0::detail
