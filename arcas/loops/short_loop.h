// SPDX-License-Identifier: Apache-2.0
// Loops with fixed ranges: those that ask for them, and those that are so short that even claims
// that cost next to nothing are too dear. Private to loops/.
#pragma once

#include <arcas/loops/loop_job.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <source_location>

namespace arcas {

class runtime;

// A longer loop with fixed ranges is run in pieces: three bits of the count are flags.
inline constexpr std::uint64_t longest_ranged_piece = std::uint64_t{1} << 60;

// How a loop with fixed ranges went.
struct range_times {
  bool together = false;   // it had followers; all came, and were finished soon after the leader
  unsigned ranges = 0;     // as below, in a timed loop whose followers came
  std::uint64_t sum = 0;   // cycles in all ranges
  std::uint64_t most = 0;  // cycles in the longest
};

// n iterations from the job's offset on, a range for each worker.
range_times run_ranges(runtime& on, loop_job& job, const loop_options& options, std::uint64_t n);

// A loop of n iterations by claims, as long as it may be, or by fixed ranges that were asked for;
// throws what the body threw first.
void run_claimed_loop(runtime& on, loop_job& job, std::uint64_t n, const loop_options& options,
                      call_site& site, const std::source_location& where);

}  // namespace arcas
