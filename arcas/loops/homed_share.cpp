// SPDX-License-Identifier: Apache-2.0
#include <arcas/loops/homed_share.h>

#include <arcas/base/processor.h>
#include <arcas/runtime/loop_plan.h>

#include <time.h>

namespace arcas {
namespace {

// How long a leader waits for workers of places whose queues nobody has touched: looks while they
// may be on their way, then naps of a millisecond, a tenth of a second in all. That is for workers
// that cannot come, since the machine has fewer processors or another loop keeps them; it is
// counted in naps, because a clock goes on while the whole process stands still.
constexpr unsigned looks_for_others = 10'000;
constexpr unsigned naps_for_others = 100;
constexpr long nap_nanoseconds = 1'000'000;

void nap() noexcept {
  const timespec time{0, nap_nanoseconds};
  nanosleep(&time, nullptr);
}

node_queue_cursor<> queues_of(const work& item, const participant& who) {
  const loop_plan& plan = *loop_call::plan_of(item);
  return {*plan.homes, *plan.slots[loop_call::slot_of(item)]->queues,
          loop_call::stripe_tag_of(item), plan.number_of(who, loop_call::leader_of(item)),
          plan.strict};
}

}  // namespace

homed_share::homed_share(const work& item, participant& who)
    : full_share(item, who),
      grain_(loop_call::grain_of(item), loop_call::known_of(item)),
      strict_(loop_call::plan_of(item)->strict),
      queues_(queues_of(item, who)) {
  here_ = &queues_.window();
  if (grain_.automatic()) {
    chunk_started_ = cycles();
  } else {
    fast_grain_ = grain_.next(0, 1);
  }
}

void homed_share::joined(const loop_job&) noexcept {
  if (stop_) fast_grain_ = 0;
}

void homed_share::finish_chunk() noexcept {
  if (grain_.automatic()) {
    const std::uint64_t now = cycles();
    if (last_ != 0) grain_.measured(last_, now - chunk_started_);
    chunk_started_ = now;
  }
  finished_ += last_;
  last_ = 0;
}

chunk homed_share::slow_next() noexcept {
  finish_chunk();
  if (stopped()) {
    abandon();
    return {};
  }
  count_fast_claims();
  chunk c = claim();
  if (c.empty() && strict_ && who_.leads()) c = claim_where_nobody_came();
  if (c.empty()) return {};
  last_ = c.size();
  ++(queues_.at_home() ? counts_.own : counts_.helped);
  ++(queues_.local() ? local_ : remote_);
  return c;
}

chunk homed_share::claim() noexcept {
  if (queues_.looks_elsewhere()) {
    report_finished();
    if (leaves_for_now()) return {};
  }
  const unsigned before = queues_.stripe();
  std::uint64_t grain = grain_.next(queues_.remaining(), queues_.sharers());
  if (grain_.automatic()) grain = queues_.fitted(grain);
  const chunk c = queues_.claim(grain, started_at_home_ ? grain_.fresh() : grain);
  if (!started_at_home_) at_home_ = started_at_home_ = true;
  if (queues_.stripe() != before) {
    leave_home();
    grain_.start_afresh();
  }
  return c;
}

// A leader that has done its own part of a strict loop has nothing to do but to wait.
chunk homed_share::claim_where_nobody_came() noexcept {
  for (unsigned look = 0; look < looks_for_others; ++look) {
    if (!queues_.somebody_is_missing()) return {};
    pause();
  }
  for (unsigned naps = 0; naps < naps_for_others; ++naps) {
    if (!queues_.somebody_is_missing()) return {};
    nap();
  }
  queues_.reach_all();
  strict_ = false;
  return claim();
}

// Such claims are made where the last chunk was, among neighbours of one home.
void homed_share::count_fast_claims() noexcept {
  (queues_.at_home() ? counts_.own : counts_.helped) += fast_claims_;
  (queues_.local() ? local_ : remote_) += fast_claims_;
  fast_claims_ = 0;
}

void homed_share::leave_home() noexcept {
  if (home_pace_ == 0) home_pace_ = grain_.found();
}

void homed_share::abandon() noexcept {
  fast_grain_ = 0;
  finished_ += last_ + queues_.abandon();
  last_ = 0;
}

void homed_share::wind_up() noexcept {
  leave_home();
  count_fast_claims();
}

}  // namespace arcas
