// SPDX-License-Identifier: Apache-2.0
// A parallel loop in simulated time: the notice, the claims or the fixed ranges, the reports and
// the final wait, by the headers that ship; with workers that wait for a loop or sleep. Not
// simulated: nested loops, exceptions, stop requests, and the choice of a call site between fixed
// ranges and claims.
#pragma once

#include <sim/machine/iteration_costs.h>
#include <sim/machine/placement.h>
#include <sim/machine/simulated_machine.h>

#include <arcas/distribution/distributor.h>

#include <cstdint>
#include <vector>

namespace arcas::sim {

// A worker that is kept from the last call for some time.
struct disturbance {
  unsigned worker = 0;
  std::uint64_t cycles = 0;  // duration
  std::uint64_t after = 0;   // begin, relative to the leader's begin of the loop
};

struct loop_plan_of_simulation {
  // "auto": biased.
  distributor how = {};
  std::uint64_t grain = 0;  // 0: automatic
  // Number of calls; the last one is reported. The first calls fetch lines that no thread has, and
  // measure the cost of iterations.
  unsigned calls = 2;
  std::uint64_t between_calls = 500;  // cycles
  bool sleeps = false;  // before the last of several calls all workers have fallen asleep
  std::vector<disturbance> disturbances = {};
};

// The cycles that all workers together spend from the leader's first step to its last: exactly
// workers * elapsed.
struct spent_cycles {
  std::uint64_t work = 0;       // by iteration_costs
  std::uint64_t sharing = 0;    // in addition, since threads share a core or are interrupted
  std::uint64_t beginning = 0;  // until a worker claims
  std::uint64_t claiming = 0;   // from there to the end of its last chunk, outside chunks
  std::uint64_t ending = 0;     // after that
  std::uint64_t all() const { return work + sharing + beginning + claiming + ending; }
};

struct loop_result {
  std::uint64_t elapsed = 0;
  std::uint64_t chunks = 0;
  std::uint64_t most_in_work = 0;  // cycles in chunks of the worker with the most
  spent_cycles spent;
  event_counts events;      // of all calls
  std::uint64_t turns = 0;  // of the simulation
  // For claims on counters: number of chunks per claim, including combined ones.
  double chunks_a_claim = 1;

  // The part of workers * elapsed that is work.
  double efficiency() const {
    return static_cast<double>(spent.work) / static_cast<double>(spent.all());
  }
  // Relative to one thread that only runs the iterations.
  double speedup(unsigned workers) const { return efficiency() * workers; }
  // The time beyond the longest part of a worker.
  std::uint64_t burden() const { return elapsed - most_in_work; }
};

// Throws std::invalid_argument for a distributor that needs more than a name.
loop_result simulate(const placement& where, const loop_plan_of_simulation& plan,
                     const iteration_costs& costs);

}  // namespace arcas::sim
