// SPDX-License-Identifier: Apache-2.0
// A share that owns a range: of a biased loop, or of a loop whose leader is alone. Private to
// loops/.
#pragma once

#include <arcas/distribution/biased.h>
#include <arcas/loops/full_share.h>

#include <optional>

namespace arcas::detail {

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
