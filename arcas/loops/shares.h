// SPDX-License-Identifier: Apache-2.0
// What a share is to its loop, however its chunks are claimed: joined, stopped, abandoned,
// reported; and the share of a worker that owns a range. Private to loops/.
#pragma once

#include <arcas/distribution/biased.h>
#include <arcas/distribution/grain.h>
#include <arcas/distribution/stripes.h>
#include <arcas/loops/plans.h>
#include <arcas/loops/share.h>
#include <arcas/workers/participant.h>

#include <optional>

namespace arcas::detail {

class full_share : public share {
 public:
  // All of it, from the first claim to the report.
  void run(loop_job& job);

 protected:
  full_share(const work& item, participant& who) : who_(who), n_(loop_call::iterations_of(item)) {}
  ~full_share() = default;

  // The caller of the loop wants no further chunk to be begun.
  bool stopped() const { return stop_ && stop_->stop_requested(); }
  // Gives up: what is under way counts as finished, and so does all that nobody has claimed.
  virtual void abandon() noexcept = 0;
  // What is finished may be the last that the leader waits for: tell before looking elsewhere.
  void report_finished() noexcept;
  // A worker that has done its own part and may be about to see the loop end.
  bool leaves_for_now() noexcept;

  participant& who_;
  std::uint64_t n_;
  bool reports_early_ = false;
  bool at_home_ = false;  // has claimed there, and has not looked beyond
  pace home_pace_ = 0;    // as measured at home; 0: not measured
  const stop_handle* stop_ = nullptr;
  loop_statistics* statistics_ = nullptr;
  claim_counts counts_;

 private:
  // The first chunk is claimed, so that the job is there until it is reported.
  void join(loop_job& job);
  virtual void joined(const loop_job& job) noexcept = 0;
  // Reports what is finished; nothing of the loop may be touched after it.
  void leave();
  virtual void wind_up() noexcept = 0;

  std::uint64_t joined_at_ = 0;  // time stamp of the first chunk; with statistics only
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

  chunk claim_alone() noexcept;
  chunk claim_owned() noexcept;
  chunk claim_elsewhere() noexcept;
  void time_range() noexcept;
  void start_clock() noexcept;
  void begin_batch(std::uint64_t claimed) noexcept;
  void finish_batch() noexcept;
  void watch_for_long_chunks(std::uint64_t size, std::uint64_t took) noexcept;
  void leave_home() noexcept;

  // Cycles. A claim with a fence and a look at the clock cost less than a hundredth of it; another
  // worker waits for 5,000 before it interrupts who does not answer.
  static constexpr std::uint64_t long_chunk = 8'000;

  batch_grain grain_;
  bool timed_ = false;  // batches of the range at hand
  bool started_ = false;
  std::uint64_t batch_from_ = 0;     // the word of the first iteration that is not counted
  std::uint64_t batch_started_ = 0;  // time stamp, where timed
  std::optional<biased_cursor<>> ranges_;
  // Alone: nobody looks at the slot.
  owned_range<> lone_;
  std::optional<biased_slot<>> lone_slot_;
};

}  // namespace arcas::detail
