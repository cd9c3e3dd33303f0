// SPDX-License-Identifier: Apache-2.0
// What a share is to its loop, however its chunks are claimed: joined, stopped, abandoned,
// reported. Private to loops/.
#pragma once

#include <arcas/distribution/grain.h>
#include <arcas/distribution/stripes.h>
#include <arcas/loops/loop_call.h>
#include <arcas/loops/loop_job.h>
#include <arcas/workers/participant.h>

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

}  // namespace arcas::detail
