// SPDX-License-Identifier: Apache-2.0
// Loops with fixed ranges: those that ask for them, and short ones, which have them, or claims, or
// nobody to share them, as loses least. Private to loops/.
#pragma once

#include <arcas/loops/loop_job.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <source_location>

namespace arcas {
class runtime;
}

namespace arcas::detail {

// A longer loop with fixed ranges is run in pieces: three bits of the count are flags.
inline constexpr std::uint64_t longest_ranged_piece = std::uint64_t{1} << 60;

// n iterations from the job's offset on, a range for each worker.
void run_ranges(runtime& on, loop_job& job, const loop_options& options, std::uint64_t n);

// A loop of n iterations by claims, as long as it may be, or by fixed ranges that were asked for;
// throws what the body threw first.
void run_claimed_loop(runtime& on, loop_job& job, std::uint64_t n, const loop_options& options,
                      call_site& site, const std::source_location& where);

}  // namespace arcas::detail
