// SPDX-License-Identifier: Apache-2.0
// What a share is to its loop, however its chunks are claimed: joined, stopped, abandoned,
// reported; and the share of a worker that owns a range. Private to loops/.
#pragma once

#include <arcas/base/processor.h>
#include <arcas/distribution/biased.h>
#include <arcas/distribution/grain.h>
#include <arcas/distribution/stripes.h>
#include <arcas/loops/plans.h>
#include <arcas/loops/share.h>
#include <arcas/workers/participant.h>

#include <time.h>

#include <optional>
#include <utility>

namespace arcas::inline v0::detail {

class full_share : public share {
 public:
  // All of it, from the first claim to the report.
  void run(loop_job& job);

 protected:
  full_share(const work& item, participant& who) : who_(who), n_(loop_call::iterations_of(item)) {}
  ~full_share() = default;

  // The caller of the loop wants no further chunk to be begun.
  bool stopped() const { return stop_ && stop_->stop_requested(); }
  // Gives up: what is under way counts as finished, and so does all that is unclaimed.
  virtual void abandon() noexcept = 0;
  // What is finished may be the last that the leader waits for: tell before looking elsewhere. A
  // follower does so when the loop's body has returned: empty, and claim_after_report() comes then.
  chunk report_and_claim() noexcept;
  // From elsewhere, unless this worker leaves for now.
  virtual chunk claim_after_report() noexcept = 0;
  // A worker that has done its own part and may be about to see the loop end.
  bool leaves_for_now() noexcept;

  participant& who_;
  std::uint64_t n_;
  bool reports_early_ = false;
  bool to_report_ = false;  // when the body has returned
  bool at_home_ = false;    // has claimed there, and has not looked beyond
  pace home_pace_ = 0;      // as measured at home; 0: not measured
  const stop_handle* stop_ = nullptr;
  loop_statistics* statistics_ = nullptr;
  claim_counts counts_;
  std::uint32_t trace_ = 0;  // the call; 0: it is not recorded
  // Iterations begin, or have ended, by number in the piece at hand.
  void slice_begins() noexcept {
    if (trace_ != 0) slice_began_ = cycles();
  }
  void slice_ends(std::uint64_t first, std::uint64_t last, bool helped) noexcept {
    if (trace_ != 0) record_slice(first, last, helped);
  }

 private:
  // The first chunk is claimed, so that the job is there until it is reported.
  void join(loop_job& job);
  virtual void joined(const loop_job& job) noexcept = 0;
  // The next stretch, where the last one has ended with a report.
  chunk next_stretch() noexcept;
  // Reports what is finished; nothing of the loop may be touched after it.
  void leave();
  virtual void wind_up() noexcept = 0;

  void record_slice(std::uint64_t first, std::uint64_t last, bool helped) noexcept;

  std::uint64_t joined_at_ = 0;  // time stamp of the first chunk; with statistics or a trace only
  std::uint64_t slice_began_ = 0;
  std::uint64_t first_index_ = 0;  // of the piece; of a loop that is recorded
};

// Of a biased loop, or of a loop whose leader is alone.
class owned_share final : public full_share {
 public:
  // Of a loop whose leader is alone: all of it.
  owned_share(const work& item, participant& who);
  owned_share(const work& item, participant& who, const biased_cursor<>& ranges);

 private:
  chunk slow_next() noexcept override;
  void joined(const loop_job& job) noexcept override;
  void abandon() noexcept override;
  void wind_up() noexcept override;

  chunk claim_after_report() noexcept override;
  chunk claim_alone() noexcept;
  chunk claim_owned() noexcept;
  void time_range() noexcept;
  void start_clock() noexcept;
  void begin_batch(std::uint64_t claimed) noexcept;
  void finish_batch() noexcept;
  void watch_for_long_chunks(std::uint64_t size, std::uint64_t took) noexcept;
  void leave_home() noexcept;

  // Cycles. A claim with a fence and a look at the clock cost less than a hundredth of it; another
  // worker waits for 5,000 before it interrupts an owner that does not answer.
  static constexpr std::uint64_t long_chunk = 8'000;

  batch_grain grain_;
  bool timed_ = false;  // batches of the range at hand
  bool started_ = false;
  std::uint64_t batch_from_ = 0;     // the word of the first iteration that is not counted
  std::uint64_t batch_started_ = 0;  // time stamp, where timed
  std::optional<biased_cursor<>> ranges_;
  // Alone: no other worker looks at the slot.
  owned_range<> lone_;
  std::optional<biased_slot<>> lone_slot_;
};

// A share that claims through a cursor of distribution/: stripes, combiners or locality queues. A
// cursor answers claim(grain), claim_elsewhere(grain) and abandon().
template <class Cursor>
class claiming_share final : public full_share {
 public:
  // strict: the cursor claims only at the home of the worker.
  claiming_share(const work& item, participant& who, const Cursor& cursor, bool strict = false)
      : full_share(item, who),
        grain_(loop_call::grain_of(item), loop_call::known_of(item)),
        strict_(strict),
        cursor_(cursor) {
    here_ = cursor_.window();
    if (grain_.automatic()) {
      chunk_started_ = cycles();
    } else if (here_) {
      fast_grain_ = grain_.next(0, 1);
    }
  }

 private:
  // How long the leader of a strict loop waits for workers of places whose queues are untouched:
  // looks while the workers may be on their way, then naps of a millisecond, a tenth of a second in
  // all. The naps are for workers that cannot come, since the machine has fewer processors or
  // another loop keeps them; they are counted, because a clock goes on while the process is
  // stopped.
  static constexpr unsigned looks_for_others = 10'000;
  static constexpr unsigned naps_for_others = 100;
  static constexpr long nap_nanoseconds = 1'000'000;
  // A look at the clock costs as much as a claim without contention.
  static constexpr unsigned chunks_between_timed_claims = 8;

  chunk slow_next() noexcept override {
    finish_chunk();
    if (stopped()) {
      abandon();
      return {};
    }
    count_fast_claims();
    chunk c = claim();
    if constexpr (requires { cursor_.somebody_is_missing(); }) {
      if (c.empty() && strict_ && who_.leads()) c = claim_where_nobody_came();
    }
    return c;
  }

  chunk begun(chunk c) noexcept {
    last_ = c.size();
    began_ = c.first;
    slice_begins();
    if (grain_.automatic() && ++chunks_ % chunks_between_timed_claims == 0) {
      const std::uint64_t now = cycles();
      grain_.claimed(now - chunk_started_);
      chunk_started_ = now;
    }
    return c;
  }

  // A given grain needs no clock.
  void joined(const loop_job&) noexcept override {
    if (stop_ || trace_ != 0) fast_grain_ = 0;
  }

  void finish_chunk() noexcept {
    if (grain_.automatic()) {
      const std::uint64_t now = cycles();
      if (last_ != 0) grain_.measured(last_, now - chunk_started_);
      chunk_started_ = now;
    }
    if (last_ != 0) slice_ends(began_, began_ + last_, helps_);
    finished_ += last_;
    last_ = 0;
  }

  chunk claim() noexcept {
    std::uint64_t grain = grain_.next(cursor_.remaining(), cursor_.sharers());
    if (grain_.automatic()) grain = cursor_.fitted(grain);
    const chunk c = cursor_.claim(grain);
    if (!std::exchange(started_, true)) at_home_ = !c.empty();
    return c.empty() ? report_and_claim() : begun(c);
  }
  chunk claim_after_report() noexcept override {
    if (leaves_for_now()) return {};
    leave_home();
    grain_.start_afresh();
    helps_ = true;
    return begun(cursor_.claim_elsewhere(grain_.fresh()));
  }

  // The leader of a strict loop has done its own part, and has nothing to do but to wait.
  chunk claim_where_nobody_came() noexcept {
    for (unsigned look = 0; look < looks_for_others; ++look) {
      if (!cursor_.somebody_is_missing()) return {};
      pause();
    }
    const timespec nap{0, nap_nanoseconds};
    for (unsigned naps = 0; naps < naps_for_others; ++naps) {
      if (!cursor_.somebody_is_missing()) return {};
      nanosleep(&nap, nullptr);
    }
    cursor_.reach_all();
    strict_ = false;
    return claim();
  }

  void count_fast_claims() noexcept { cursor_.count(std::exchange(fast_claims_, 0)); }

  void leave_home() noexcept {
    if (home_pace_ == 0) home_pace_ = grain_.found();
  }

  void abandon() noexcept override {
    fast_grain_ = 0;
    finished_ += last_ + cursor_.abandon();
    last_ = 0;
  }

  void wind_up() noexcept override {
    leave_home();
    count_fast_claims();
    counts_ = cursor_.counts();
  }

  grain_control grain_;
  bool started_ = false;
  bool strict_;
  bool helps_ = false;
  std::uint64_t began_ = 0;  // the first iteration of the chunk under way
  unsigned chunks_ = 0;
  std::uint64_t chunk_started_ = 0;  // time stamp of the chunk under way; automatic grain only
  Cursor cursor_;
};

}  // namespace arcas::inline v0::detail
