// SPDX-License-Identifier: Apache-2.0
// Loops with fixed ranges: those that ask for them, and those that are so short that even claims
// that cost next to nothing are too dear. Private to loops/.
#pragma once

#include <arcas/loops/loop_job.h>
#include <arcas/loops/options.h>

#include <cstdint>

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
range_times run_ranges(runtime& on, loop_job& job, const loop_options& options, std::uint64_t n,
                       bool timed);

// A loop without options whose earlier calls were short, and their ranges even.
class short_loop {
 public:
  short_loop(runtime& on, loop_job& job, const loop_options& options, call_site& site)
      : on_(on), job_(job), options_(options), site_(site) {}

  // False: it is none, and has not begun. Throws what the body throws.
  bool run(std::uint64_t n);

 private:
  // What one worker does in twice the time of a pace is short. A range for each then costs less
  // than claims would, unless the longest range takes so many cycles more than the others.
  static constexpr std::uint64_t paces_of_short_loop = 2;
  static constexpr std::uint64_t cycles_to_lose = 400;
  static constexpr std::uint32_t calls_to_stay_away = 64;

  static bool is_plain(const loop_options& o);
  bool is_one(std::uint64_t n) const;
  void learn(std::uint64_t n, const range_times& times);
  void stay_away();

  runtime& on_;
  loop_job& job_;
  const loop_options& options_;
  call_site& site_;
};

}  // namespace arcas
