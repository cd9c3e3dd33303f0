// SPDX-License-Identifier: Apache-2.0
// Chooses the plan for a loop's distributor. Also represents a loop by claims as the words of a
// work item. Private to loops/.
#pragma once

#include <arcas/distribution/grain.h>
#include <arcas/runtime/loop_plan.h>
#include <arcas/topology/member_places.h>
#include <arcas/workers/work.h>
#include <arcas/workers/worker_tree.h>

#include <cstdint>

namespace arcas::inline v0 {
class distributor;
class runtime;
}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

class leadership;

// The length of the pieces in which a longer loop with this distributor runs.
std::uint64_t longest_piece_of(const distributor& how);

// Makes the plan at the first call. Called only by the leader of the team.
loop_plan& plan_for(runtime& on, const leadership& lead, const distributor& how);

// Runs a loop whose leader is alone: the function of its work item.
void run_alone(const work& item, participant& who);

// The data that a follower may read before it has claimed anything.
struct loop_call {
  std::uint64_t n = 0;
  std::uint64_t grain = 0;  // at most largest_grain; 0: automatic
  pace known = 0;           // the pace in earlier calls, at most largest_grain
  std::uint64_t tag = 0;    // the result of the plan's open()
  unsigned slot = 0;
  member_id leader = 0;
  unsigned workers = 0;       // maximum number of workers; 0: all
  loop_plan* plan = nullptr;  // null: the leader is alone

  // context: the loop_job.
  work as_work(void* context) const {
    return {plan ? plan->entry() : &run_alone,
            context,
            {n, grain | known << 32,
             tag | std::uint64_t{slot} << 32 | std::uint64_t{leader} << 36 |
                 std::uint64_t{workers} << 50,
             reinterpret_cast<std::uint64_t>(plan)}};
  }

  static std::uint64_t iterations_of(const work& w) { return w.arguments[0]; }
  static std::uint64_t grain_of(const work& w) { return w.arguments[1] & 0xffffffff; }
  static pace known_of(const work& w) { return w.arguments[1] >> 32; }
  static std::uint64_t tag_of(const work& w) { return w.arguments[2] & 0xffffffff; }
  static unsigned slot_of(const work& w) { return w.arguments[2] >> 32 & 0xf; }
  static member_id leader_of(const work& w) {
    return static_cast<member_id>(w.arguments[2] >> 36 & most_workers);
  }
  static unsigned workers_of(const work& w) { return static_cast<unsigned>(w.arguments[2] >> 50); }
  static loop_plan* plan_of(const work& w) { return reinterpret_cast<loop_plan*>(w.arguments[3]); }
};

}  // namespace arcas::inline v0::detail
