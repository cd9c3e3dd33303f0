// SPDX-License-Identifier: Apache-2.0
// All of a share: how its chunks are claimed, measured, counted and reported. Private to loops/.
#pragma once

#include <arcas/distribution/biased.h>
#include <arcas/distribution/combiners.h>
#include <arcas/distribution/grain.h>
#include <arcas/loops/loop_job.h>
#include <arcas/loops/loop_plan.h>
#include <arcas/workers/participant.h>
#include <arcas/workers/work.h>

#include <optional>

namespace arcas {

// A loop as the words of a work item: what a follower may read before it has claimed anything.
struct loop_call {
  std::uint64_t n = 0;
  std::uint64_t grain = 0;  // at most largest_grain; 0: automatic
  std::uint64_t cost = 0;   // of 16 iterations in earlier calls, in cycles
  std::uint64_t stripe_tag = 0;
  std::uint64_t combiner_tag = 0;
  unsigned slot = 0;
  member_id leader = 0;
  loop_plan* plan = nullptr;  // null: the leader is alone

  work as_work(loop_job& job) const;

  static std::uint64_t iterations_of(const work& w) { return w.arguments[0]; }
  static std::uint64_t grain_of(const work& w) { return w.arguments[1] & 0xffffffff; }
  static std::uint64_t cost_of(const work& w) { return w.arguments[1] >> 32; }
  static std::uint64_t stripe_tag_of(const work& w) { return w.arguments[2] & 0xffff; }
  static std::uint64_t combiner_tag_of(const work& w) { return w.arguments[2] >> 16 & 0xffff; }
  static unsigned slot_of(const work& w) { return w.arguments[2] >> 32 & 0xff; }
  static member_id leader_of(const work& w) { return static_cast<member_id>(w.arguments[2] >> 40); }
  static loop_plan* plan_of(const work& w) { return reinterpret_cast<loop_plan*>(w.arguments[3]); }
};

// Takes part in a loop: the function of its work item.
void run_share(const work& item, participant& who);

class full_share : public share {
 public:
  full_share(const work& item, participant& who);

  // The first chunk is claimed, so that the job is there until it is reported.
  void join(loop_job& job);
  chunk next_chunk() noexcept;
  // The caller of the loop wants no further chunk to be begun.
  bool stopped() const { return stop_ && stop_->stop_requested(); }
  // Gives up: what is under way counts as finished, and so does all that nobody has claimed.
  void abandon() noexcept;
  // Reports what is finished; nothing of the loop may be touched after it.
  void leave();
  // Cycles of 16 iterations, as measured at home; 0: not measured.
  std::uint64_t home_cost() const { return home_cost_; }

 private:
  void finish_chunk() noexcept;
  void own_alone() noexcept;
  chunk claim_alone() noexcept;
  chunk claim_combined() noexcept;
  chunk claim_striped() noexcept;
  chunk claim_owned() noexcept;
  void time_range() noexcept;
  void begin_batch(std::uint64_t claimed) noexcept;
  void finish_batch() noexcept;
  void report_finished() noexcept;
  bool leaves_for_now() noexcept;
  void leave_stripe() noexcept;
  void leave_home() noexcept;

  participant& who_;
  std::uint64_t n_;
  bool alone_;
  bool reports_early_ = false;
  bool started_at_home_ = false;
  bool at_first_stripe_ = false;  // has not looked beyond it
  grain_control grain_;
  unsigned chunks_ = 0;
  std::uint64_t started_ = 0;  // time stamp of the chunk under way; automatic grain only
  std::uint64_t joined_ = 0;   // time stamp of the first chunk; with statistics only
  std::uint64_t home_cost_ = 0;
  const stop_handle* stop_ = nullptr;
  loop_statistics* statistics_ = nullptr;
  claim_counts counts_;
  std::optional<stripe_cursor<>> counters_;
  std::optional<combiner_cursor<>> combiners_;
  std::optional<biased_cursor<>> ranges_;
  owned_range<> lone_;
  std::optional<biased_slot<>> lone_slot_;
  batch_grain batches_;
  bool timed_ = false;            // the owned range's batches
  std::uint64_t batch_from_ = 0;  // the owned range's word from which on nothing is counted
};

}  // namespace arcas
