// SPDX-License-Identifier: Apache-2.0
// A plan is a distributor made for one team. It has tables that all loops of the team share, and a
// set of shared words for each slot of the leader's board. loops/ makes the plans, and a runtime
// keeps them. Private.
#pragma once

#include <arcas/distribution/distributor.h>
#include <arcas/workers/work.h>

#include <cstdint>
#include <memory>

namespace arcas::inline v0::detail {

struct homes_of_loop;

class loop_plan {
 public:
  virtual ~loop_plan() = default;
  // Called by the leader before it publishes a loop of n iterations with these homes in this slot.
  // Returns a number below 2^32, the tag for this use of the slot's words.
  virtual std::uint64_t open(unsigned slot, std::uint64_t n, const homes_of_loop& homes) = 0;
  // The function that runs one worker's share of a loop that was published with this plan.
  work::entry entry() const { return entry_; }

 protected:
  explicit loop_plan(work::entry function) : entry_(function) {}

 private:
  work::entry entry_;
};

struct known_plan {
  distributor how;
  std::unique_ptr<loop_plan> plan;
};

}  // namespace arcas::inline v0::detail
