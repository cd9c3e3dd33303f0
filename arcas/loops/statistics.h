// SPDX-License-Identifier: Apache-2.0
// How a loop was distributed: for ARCAS_STATS, and for {.statistics = &s}.
#pragma once

#include <cstdint>
#include <source_location>
#include <string>
#include <vector>

namespace arcas::inline v0 {

namespace detail {
class full_share;
class loop_runner;
class range_steps;
}  // namespace detail

// What one worker did in one or more loops.
struct worker_statistics {
  std::uint64_t loops = 0;  // that it took part in
  std::uint64_t chunks = 0;
  std::uint64_t iterations = 0;
  std::uint64_t own = 0;          // claims from its home stripe
  std::uint64_t helped = 0;       // claims elsewhere, and neighbours' grants taken over
  std::uint64_t combined = 0;     // chunks that another's combined claim granted
  std::uint64_t ahead = 0;        // chunks that an asynchronous request had obtained in advance
  std::uint64_t busy_cycles = 0;  // from its first claim to its last
  // Of loops with locality: chunks whose data has its home where the worker sits, and others.
  std::uint64_t local = 0;
  std::uint64_t remote = 0;

  worker_statistics& operator+=(const worker_statistics& other);
};

// Sums over loops. Written by the loop's participants while it runs, readable when it has returned;
// one object serves one loop at a time.
class loop_statistics {
 public:
  std::uint64_t calls() const { return calls_; }
  // From the loop's start to its return, in cycles of the time stamp counter.
  std::uint64_t elapsed_cycles() const { return elapsed_cycles_; }
  // By worker; a leader that is no worker counts as worker 0.
  const std::vector<worker_statistics>& workers() const { return workers_; }
  worker_statistics total() const;
  // Cycles that workers with a part in the loops spent in them without work, all together.
  std::uint64_t idle_cycles() const;
  // One line: "worker 0: 12 chunks, 41,000 iterations, 3 helped; worker 1: …", and how many chunks
  // were remote, where they had homes.
  std::string shares() const;
  loop_statistics& operator+=(const loop_statistics& other);

 private:
  friend class detail::loop_runner;
  friend class detail::full_share;
  friend class detail::range_steps;

  std::uint64_t calls_ = 0;
  std::uint64_t elapsed_cycles_ = 0;
  std::vector<worker_statistics> workers_;
};

namespace detail {
// ARCAS_STATS=1: adds one call's counts to those of its line in the source, which are printed to
// stderr when the program exits. Any thread.
void report_at_exit(const std::source_location& where, const loop_statistics& counts);
}  // namespace detail

}  // namespace arcas::inline v0
