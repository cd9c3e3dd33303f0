// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/shares.h>

#include <arcas/base/asymmetric_fence.h>
#include <arcas/base/exceptions.h>
#include <arcas/base/processor.h>
#include <arcas/loops/loop_jobs.h>
#include <arcas/loops/statistics.h>
#include <arcas/loops/trace.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::detail {

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
  // A leader that has nothing to say does not touch the job, whose line is with the followers.
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

// No other worker is here, and none asks.
owned_share::owned_share(const work& item, participant& who)
    : full_share(item, who), grain_(loop_call::grain_of(item), loop_call::known_of(item)) {
  lone_slot_.emplace();
  // relaxed: this thread's alone.
  lone_slot_->limit.store(n_, std::memory_order_relaxed);
  lone_ = {&*lone_slot_, 0, 0, 0};
  owned_ = &lone_;
}

owned_share::owned_share(const work& item, participant& who, const biased_cursor<>& ranges)
    : full_share(item, who),
      grain_(loop_call::grain_of(item), loop_call::known_of(item)),
      ranges_(ranges) {
  owned_ = &ranges_->own();
  batch_from_ = owned_->at;
  time_range();
}

void owned_share::joined(const loop_job& job) noexcept {
  // A follower's first batch began before it could know that it has to look at the handle.
  if (stop_) owned_->batch_end = 0;
  const bool measures = ranges_ ? job.measures : stop_ != nullptr;
  if (measures && grain_.automatic() && !timed_) start_clock();
}

chunk owned_share::slow_next() noexcept {
  finish_batch();
  if (stopped()) {
    abandon();
    return {};
  }
  return ranges_ ? claim_owned() : claim_alone();
}

// All at once, or, where the caller may want the loop to stop or has asked for chunks of a size, in
// chunks.
chunk owned_share::claim_alone() noexcept {
  const std::uint64_t left = n_ - lone_.at;
  owned_grain_ = grain_.automatic() && !stop_ ? n_ : grain_.next(n_);
  const chunk c{lone_.at, lone_.at + std::min(owned_grain_, left)};
  lone_.at = c.last;
  if (!stop_) lone_.batch_end = n_;
  slice_begins();
  return c;
}

// What next() leaves: the end of a batch, a steal request, and the end of the range.
chunk owned_share::claim_owned() noexcept {
  owned_grain_ = grain_.next(ranges_->remaining());
  if (const chunk c = ranges_->claim(owned_grain_); !c.empty()) {
    begin_batch(c.size());
    return c;
  }
  owned_->batch_end = 0;
  return report_and_claim();
}

// Iterations may cost a thousand times as much there.
chunk owned_share::claim_after_report() noexcept {
  if (leaves_for_now()) return {};
  leave_home();
  grain_.start_afresh();
  owned_grain_ = grain_.next(0);
  const chunk c = ranges_->claim_elsewhere(owned_grain_);
  if (c.empty()) return {};
  batch_from_ = owned_->at - c.size();
  time_range();
  begin_batch(c.size());
  return c;
}

// The clock is read only where there is something to be learnt from it in time.
void owned_share::time_range() noexcept {
  const std::uint64_t left = ranges_->remaining();
  timed_ = false;
  if (grain_.automatic() && (!grain_.settled() || left > grain_.batch(grain_.next(left))))
    start_clock();
}

void owned_share::start_clock() noexcept {
  timed_ = true;
  batch_started_ = cycles();
}

void owned_share::begin_batch(std::uint64_t claimed) noexcept {
  slice_begins();
  if (!started_) at_home_ = started_ = !ranges_->helps();
  if (ranges_->fenced() && !timed_) start_clock();
  if (ranges_->fenced() || stop_ || !asymmetric_fence::available()) return;
  const std::uint64_t batch = grain_.batch(owned_grain_);
  const std::uint64_t more = batch > claimed ? batch - claimed : 0;
  owned_->batch_end = owned_->at + std::min(more, ranges_->remaining());
}

void owned_share::finish_batch() noexcept {
  const std::uint64_t size = owned_->at - batch_from_;
  if (size == 0) return;
  slice_ends(batch_from_ - owned_->zero, owned_->at - owned_->zero, ranges_ && ranges_->helps());
  batch_from_ = owned_->at;
  finished_ += size;
  if (timed_) {
    const std::uint64_t now = cycles();
    const std::uint64_t took = now - batch_started_;
    batch_started_ = now;
    if (grain_.automatic()) grain_.measured(size, took);
    watch_for_long_chunks(size, took);
  }
  if (!statistics_) return;
  const bool helps = ranges_ && ranges_->helps();
  (helps ? counts_.helped : counts_.own) += (size + owned_grain_ - 1) / owned_grain_;
}

// While an owner is in a long chunk, others cannot wait for its answer: it pays for the fence that
// they would have to make it pass.
void owned_share::watch_for_long_chunks(std::uint64_t size, std::uint64_t took) noexcept {
  if (!ranges_) return;
  const std::uint64_t chunks = (size + owned_grain_ - 1) / owned_grain_;
  ranges_->set_fenced(took > long_chunk * chunks);
  if (!grain_.automatic()) timed_ = ranges_->fenced();
}

void owned_share::leave_home() noexcept {
  if (home_pace_ == 0 && timed_ && grain_.automatic()) home_pace_ = grain_.found();
}

void owned_share::abandon() noexcept {
  finish_batch();
  owned_->batch_end = 0;
  if (!ranges_) {
    lone_.at = n_;
  } else {
    chunk taken;
    do {
      for (chunk c; !(c = ranges_->claim(largest_grain)).empty();) finished_ += c.size();
      taken = ranges_->claim_elsewhere(largest_grain);
      finished_ += taken.size();
    } while (!taken.empty());
  }
  batch_from_ = owned_->at;
}

void owned_share::wind_up() noexcept {
  leave_home();
}

}  // namespace arcas::inline v0::detail
