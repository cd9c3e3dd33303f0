// SPDX-License-Identifier: Apache-2.0
// A share that takes from the queue of its place first. Private to loops/.
#pragma once

#include <arcas/distribution/node_queues.h>
#include <arcas/loops/full_share.h>

namespace arcas {

class homed_share final : public full_share {
 public:
  homed_share(const work& item, participant& who);

 private:
  chunk slow_next() noexcept override;
  void joined(const loop_job& job) noexcept override;
  void abandon() noexcept override;
  void wind_up() noexcept override;

  void finish_chunk() noexcept;
  chunk claim() noexcept;
  chunk claim_where_nobody_came() noexcept;
  void count_fast_claims() noexcept;
  void leave_home() noexcept;

  grain_control grain_;
  bool strict_;
  bool started_at_home_ = false;
  std::uint64_t chunk_started_ = 0;  // time stamp of the chunk under way; automatic grain only
  node_queue_cursor<> queues_;
};

}  // namespace arcas
