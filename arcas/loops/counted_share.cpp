// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/counted_share.h>

#include <arcas/base/processor.h>
#include <arcas/runtime/loop_plan.h>

namespace arcas {
namespace {

stripe_cursor<> counters_of(const work& item, const participant& who) {
  const loop_plan& plan = *loop_call::plan_of(item);
  return {*plan.stripes, *plan.slots[loop_call::slot_of(item)]->stripes,
          loop_call::iterations_of(item), loop_call::stripe_tag_of(item),
          plan.number_of(who, loop_call::leader_of(item))};
}

}  // namespace

counted_share::counted_share(const work& item, participant& who)
    : full_share(item, who),
      grain_(loop_call::grain_of(item), loop_call::known_of(item)),
      counters_(counters_of(item, who)) {
  const loop_plan& plan = *loop_call::plan_of(item);
  if (plan.combines()) {
    combiners_.emplace(plan.slots[loop_call::slot_of(item)]->combiners,
                       loop_call::combiner_tag_of(item), counters_,
                       plan.number_of(who, loop_call::leader_of(item)));
  } else {
    here_ = &counters_.here();
    if (!grain_.automatic()) fast_grain_ = grain_.next(0, 1);
  }
  if (grain_.automatic()) chunk_started_ = cycles();
}

void counted_share::joined(const loop_job&) noexcept {
  if (stop_) fast_grain_ = 0;
}

void counted_share::finish_chunk() noexcept {
  if (grain_.automatic()) {
    const std::uint64_t now = cycles();
    if (last_ != 0) grain_.measured(last_, now - chunk_started_);
    chunk_started_ = now;
  }
  finished_ += last_;
  last_ = 0;
}

chunk counted_share::slow_next() noexcept {
  finish_chunk();
  if (stopped()) {
    abandon();
    return {};
  }
  const chunk c = combiners_ ? claim_combined() : claim_striped();
  last_ = c.size();
  // One claim in eight is timed too: a look at the clock costs as much as a claim without
  // contention.
  if (grain_.automatic() && ++chunks_ % 8 == 0) {
    const std::uint64_t now = cycles();
    grain_.claimed(now - chunk_started_);
    chunk_started_ = now;
  }
  return c;
}

chunk counted_share::claim_combined() noexcept {
  const stripe_cursor<>& counters = combiners_->counters();
  return combiners_->claim(grain_.next(counters.remaining(), counters.sharers()), counts_);
}

chunk counted_share::claim_striped() noexcept {
  if (here_->position == here_->length) {
    count_fast_claims();
    report_finished();
    if (leaves_for_now()) return {};
  }
  const unsigned before = counters_.stripe();
  const std::uint64_t grain = grain_.next(counters_.remaining(), counters_.sharers());
  const chunk c = counters_.claim(grain, started_at_home_ ? grain_.fresh() : grain);
  if (!started_at_home_) at_home_ = started_at_home_ = true;
  if (counters_.stripe() != before) {
    leave_home();
    grain_.start_afresh();
  }
  if (!c.empty()) ++(counters_.at_home() ? counts_.own : counts_.helped);
  return c;
}

void counted_share::count_fast_claims() noexcept {
  (counters_.at_home() ? counts_.own : counts_.helped) += fast_claims_;
  fast_claims_ = 0;
}

void counted_share::leave_home() noexcept {
  if (home_pace_ == 0) home_pace_ = grain_.found();
}

void counted_share::abandon() noexcept {
  finished_ += last_;
  last_ = 0;
  if (combiners_) {
    finished_ += combiners_->abandon();
    return;
  }
  for (chunk c; !(c = counters_.claim(largest_grain, largest_grain)).empty();)
    finished_ += c.size();
}

void counted_share::wind_up() noexcept {
  leave_home();
  count_fast_claims();
}

}  // namespace arcas
