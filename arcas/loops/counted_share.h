// SPDX-License-Identifier: Apache-2.0
// A share that claims from counters, itself or through combiners. Private to loops/.
#pragma once

#include <arcas/distribution/stripes.h>
#include <arcas/loops/full_share.h>

#include <optional>

namespace arcas {

class counted_share final : public full_share {
 public:
  counted_share(const work& item, participant& who);

 private:
  chunk slow_next() noexcept override;
  void joined(const loop_job& job) noexcept override;
  void abandon() noexcept override;
  void wind_up() noexcept override;

  void finish_chunk() noexcept;
  chunk claim_combined() noexcept;
  chunk claim_striped() noexcept;
  void count_fast_claims() noexcept;
  void leave_home() noexcept;

  bool started_at_home_ = false;
  grain_control grain_;
  unsigned chunks_ = 0;
  std::uint64_t chunk_started_ = 0;  // time stamp of the chunk under way; automatic grain only
  stripe_cursor<> counters_;
  std::optional<combiner_cursor<>> combiners_;
};

}  // namespace arcas
