// SPDX-License-Identifier: Apache-2.0
// A parallel loop in simulated time. The code of the notice, the claims or the fixed ranges, the
// reports and the final wait is the library's own. Workers wait for a loop, or sleep.
// Not simulated: nested loops, exceptions, stop requests, and the choice of a call site between
// fixed ranges and claims.
#pragma once

#include <sim/machine/iteration_costs.h>
#include <sim/machine/placement.h>
#include <sim/machine/simulated_machine.h>

#include <arcas/distribution/distributor.h>

#include <cstdint>
#include <vector>

namespace arcas::sim {

// During the last call, a worker does not run for some time, as if the operating system ran another
// program on its processor.
struct disturbance {
  unsigned worker = 0;
  std::uint64_t cycles = 0;  // its duration
  std::uint64_t after = 0;   // cycles from the beginning of the call to that of the disturbance
};

struct loop_plan_of_simulation {
  // "auto" is simulated as "biased".
  distributor how = {};
  std::uint64_t grain = 0;  // 0: automatic
  // Number of calls of the loop; the result is that of the last call. The calls before it fetch the
  // lines that no thread has yet, and measure the cost of iterations.
  unsigned calls = 2;
  std::uint64_t between_calls = 500;  // cycles
  bool sleeps = false;  // the last of several calls begins when all followers have fallen asleep
  std::vector<disturbance> disturbances = {};
};

// The cycles that all workers together spend from the leader's first step to its last: exactly
// workers * elapsed.
struct spent_cycles {
  std::uint64_t work = 0;       // in chunks: the cycles according to iteration_costs
  std::uint64_t sharing = 0;    // in chunks: the rest, by shared cores and interruptions
  std::uint64_t beginning = 0;  // until a worker's first claim begins
  std::uint64_t claiming = 0;   // outside chunks, between the first claim and the last chunk's end
  std::uint64_t ending = 0;     // after a worker's last chunk
  std::uint64_t all() const { return work + sharing + beginning + claiming + ending; }
};

struct loop_result {
  std::uint64_t elapsed = 0;
  std::uint64_t chunks = 0;
  std::uint64_t most_in_work = 0;  // the largest number of cycles that one worker spent in chunks
  spent_cycles spent;
  event_counts events;      // of all calls
  std::uint64_t turns = 0;  // of the simulated threads: the steps of the simulation
  // For distributors with counters: the number of chunks per claim on a counter. It is above 1 if
  // combiners claim several chunks at once.
  double chunks_a_claim = 1;

  // The part of workers * elapsed that is work.
  double efficiency() const {
    return static_cast<double>(spent.work) / static_cast<double>(spent.all());
  }
  // The speed of the loop as a multiple of that of one thread that only runs the iterations.
  double speedup(unsigned workers) const { return efficiency() * workers; }
  // The part of the loop's time that the busiest worker does not spend in chunks.
  std::uint64_t burden() const { return elapsed - most_in_work; }
};

// Throws std::invalid_argument for a distributor with a queue for each place: it is not simulated.
loop_result simulate(const placement& where, const loop_plan_of_simulation& plan,
                     const iteration_costs& costs);

}  // namespace arcas::sim
