// SPDX-License-Identifier: Apache-2.0
// A parallel loop in simulated time: the notice, the claims or the fixed ranges, the reports and the
// wait at the end, by the headers that ship; workers that wait for a loop or sleep. What is not in it:
// a loop inside a loop, exceptions, a stop, and how a call site chooses between fixed ranges and
// claims.
#pragma once

#include <sim/machine/iteration_costs.h>
#include <sim/machine/placement.h>
#include <sim/machine/simulated_machine.h>

#include <arcas/distribution/distributor.h>

#include <cstdint>
#include <vector>

namespace arcas::sim {

// A worker that something else keeps from the last call.
struct disturbance {
  unsigned worker = 0;
  std::uint64_t cycles = 0;  // for so long
  std::uint64_t after = 0;   // from so long after the leader began the loop
};

struct loop_plan_of_simulation {
  // "auto": biased.
  distributor how = {};
  std::uint64_t grain = 0;  // 0: automatic
  // The loop is called so often, and the last call is reported. The first calls fetch lines that
  // nobody has, and find out what iterations cost.
  unsigned calls = 2;
  std::uint64_t between_calls = 500;  // cycles
  bool sleeps = false;  // the workers have fallen asleep before the last of several calls
  std::vector<disturbance> disturbances = {};
};

// The cycles that all workers together spend from the leader's first step to its last:
// workers * elapsed, exactly.
struct spent_cycles {
  std::uint64_t work = 0;       // as iteration_costs has it
  std::uint64_t sharing = 0;    // longer than that, where threads share a core or are interrupted
  std::uint64_t beginning = 0;  // until a worker claims
  std::uint64_t claiming = 0;   // from there to the end of its last chunk, outside of chunks
  std::uint64_t ending = 0;     // after that
  std::uint64_t all() const { return work + sharing + beginning + claiming + ending; }
};

struct loop_result {
  std::uint64_t elapsed = 0;
  std::uint64_t chunks = 0;
  std::uint64_t most_in_work = 0;  // cycles that the worker with the most spent in chunks
  spent_cycles spent;
  event_counts events;      // of all calls
  std::uint64_t turns = 0;  // of the simulation
  // Of claims on counters: chunks for each of them, the combined ones included.
  double chunks_a_claim = 1;

  // The part of workers * elapsed that is work.
  double efficiency() const {
    return static_cast<double>(spent.work) / static_cast<double>(spent.all());
  }
  // Over one thread that runs the iterations and nothing else.
  double speedup(unsigned workers) const { return efficiency() * workers; }
  // Beyond the longest part of any worker.
  std::uint64_t burden() const { return elapsed - most_in_work; }
};

// Throws std::invalid_argument for a distributor that needs more than a name.
loop_result simulate(const placement& where, const loop_plan_of_simulation& plan,
                     const iteration_costs& costs);

}  // namespace arcas::sim
