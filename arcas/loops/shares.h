// SPDX-License-Identifier: Apache-2.0
// The life of a share, however its chunks are claimed: the share joins the loop, is stopped or
// abandoned, and reports. Also the share of a worker that owns a range. Private to loops/.
#pragma once

#include <arcas/base/processor.h>
#include <arcas/distribution/grain.h>
#include <arcas/distribution/owned_claims.h>
#include <arcas/distribution/paced_claims.h>
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
  // Runs the share from the first claim to the report.
  void run(loop_job& job);

 protected:
  full_share(const work& item, participant& who) : who_(who), n_(loop_call::iterations_of(item)) {}
  ~full_share() = default;

  // Whether the caller of the loop has requested a stop.
  bool stopped() const { return stop_ && stop_->stop_requested(); }
  // Gives up: counts the current chunk and all unclaimed iterations as finished.
  virtual void abandon() noexcept = 0;
  // Finished iterations may be the last that the leader waits for, so they are reported before the
  // search for other iterations. A follower reports only after the body has returned. So for a
  // follower this function returns empty, and next_stretch() reports and claims.
  chunk report_and_claim() noexcept;
  // A chunk from elsewhere, unless this worker leaves for now.
  virtual chunk claim_after_report() noexcept = 0;
  // Whether a worker that has finished its own part leaves, since the loop may be about to end.
  bool leaves_for_now() noexcept;

  participant& who_;
  std::uint64_t n_;
  bool reports_early_ = false;
  bool to_report_ = false;  // report when the body has returned
  bool at_home_ = false;    // has claimed at home, and has not searched elsewhere
  pace home_pace_ = 0;      // the pace measured at home; 0: not measured
  const stop_handle* stop_ = nullptr;
  loop_statistics* statistics_ = nullptr;
  claim_counts counts_;
  std::uint32_t trace_ = 0;  // number of the call; 0: it is not recorded
  // Record slices for the trace: called before iterations begin, and after iterations [first, last)
  // have ended. These are counted from the start of the current piece.
  void slice_begins() noexcept {
    if (trace_ != 0) slice_began_ = cycles();
  }
  void slice_ends(std::uint64_t first, std::uint64_t last, bool helped) noexcept {
    if (trace_ != 0) record_slice(first, last, helped);
  }

 private:
  // A follower joins after its first claim: from then on the job exists until the worker reports.
  void join(loop_job& job);
  virtual void joined(const loop_job& job) noexcept = 0;
  // The first chunk of the next stretch, if the last stretch has ended with a report.
  chunk next_stretch() noexcept;
  // Reports the finished iterations; nothing of the loop may be touched after it.
  void leave();
  virtual void wind_up() noexcept = 0;

  void record_slice(std::uint64_t first, std::uint64_t last, bool helped) noexcept;

  std::uint64_t joined_at_ = 0;  // time stamp of the first chunk; with statistics or a trace only
  std::uint64_t slice_began_ = 0;
  std::uint64_t first_index_ = 0;  // first index of the piece; with a trace only
};

// A worker's share in a biased loop, or the share of a leader that is alone.
class owned_share final : public full_share {
 public:
  // The whole loop of a leader that is alone.
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
  chunk begun(chunk c) noexcept;
  void finish_batch() noexcept;
  chunk finished_alone() noexcept;
  void leave_home() noexcept;

  bool started_ = false;
  std::optional<owned_claims<>> claims_;
  // Leader alone: no other worker uses the slot.
  batch_grain lone_grain_;
  owned_range<> lone_;
  std::uint64_t lone_finished_ = 0;
  std::uint64_t lone_began_ = 0;  // time stamp of the current chunk, if its pace is measured
  std::optional<biased_slot<>> lone_slot_;
};

// A share that claims through a cursor of distribution/: stripes, combiners or locality queues. A
// cursor has the functions claim(grain), claim_elsewhere(grain) and abandon().
template <class Cursor>
class claiming_share final : public full_share {
 public:
  // strict: the cursor claims only at the worker's home.
  claiming_share(const work& item, participant& who, const Cursor& cursor, bool strict = false)
      : full_share(item, who),
        strict_(strict),
        claims_(loop_call::grain_of(item), loop_call::known_of(item), cursor) {
    here_ = claims_.cursor().window();
    if (here_ && !claims_.grain().automatic()) fast_grain_ = claims_.grain().next(0, 1);
  }

 private:
  // How long the leader of a strict loop waits for workers of places whose queues are untouched. It
  // first looks without a nap, while the workers may be on their way. If some place still has no
  // worker, since the machine has too few processors or another loop keeps them, the leader takes
  // naps of a millisecond, a tenth of a second in all. Naps are counted, since a clock advances
  // while the process is stopped.
  static constexpr unsigned looks_for_others = 10'000;
  static constexpr unsigned naps_for_others = 100;
  static constexpr long nap_nanoseconds = 1'000'000;

  chunk slow_next() noexcept override {
    finish_chunk();
    if (stopped()) {
      abandon();
      return {};
    }
    count_fast_claims();
    chunk c = claim();
    if constexpr (requires(Cursor& cursor) { cursor.somebody_is_missing(); }) {
      if (c.empty() && strict_ && who_.leads()) c = claim_where_nobody_came();
    }
    return c;
  }

  chunk begun(chunk c) noexcept {
    last_ = c.size();
    began_ = c.first;
    slice_begins();
    return c;
  }

  // The fast path reads neither the stop token nor the clock.
  void joined(const loop_job&) noexcept override {
    if (stop_ || trace_ != 0) fast_grain_ = 0;
  }

  void finish_chunk() noexcept {
    claims_.finish(last_);
    if (last_ != 0) slice_ends(began_, began_ + last_, helps_);
    finished_ += last_;
    last_ = 0;
  }

  chunk claim() noexcept {
    const chunk c = claims_.claim();
    if (!std::exchange(started_, true)) at_home_ = !c.empty();
    return c.empty() ? report_and_claim() : begun(c);
  }
  chunk claim_after_report() noexcept override {
    if (leaves_for_now()) return {};
    leave_home();
    helps_ = true;
    return begun(claims_.claim_elsewhere());
  }

  // For the leader of a strict loop when it has finished its own part: waits until workers have
  // come to all places, and then serves the places to which none has come.
  chunk claim_where_nobody_came() noexcept {
    for (unsigned look = 0; look < looks_for_others; ++look) {
      if (!claims_.cursor().somebody_is_missing()) return {};
      pause();
    }
    const timespec nap{0, nap_nanoseconds};
    for (unsigned naps = 0; naps < naps_for_others; ++naps) {
      if (!claims_.cursor().somebody_is_missing()) return {};
      nanosleep(&nap, nullptr);
    }
    claims_.cursor().reach_all();
    strict_ = false;
    return claim();
  }

  void count_fast_claims() noexcept { claims_.cursor().count(std::exchange(fast_claims_, 0)); }

  void leave_home() noexcept {
    if (home_pace_ == 0) home_pace_ = claims_.grain().found();
  }

  void abandon() noexcept override {
    fast_grain_ = 0;
    finished_ += last_ + claims_.cursor().abandon();
    last_ = 0;
  }

  void wind_up() noexcept override {
    leave_home();
    count_fast_claims();
    counts_ = claims_.cursor().counts();
  }

  bool started_ = false;
  bool strict_;
  bool helps_ = false;
  std::uint64_t began_ = 0;  // the first iteration of the current chunk
  paced_claims<Cursor> claims_;
};

}  // namespace arcas::inline v0::detail
