// SPDX-License-Identifier: Apache-2.0
// How was a loop distributed? For ARCAS_STATS, and for {.statistics = &s}.
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

// One worker's counts in one or more loops.
struct worker_statistics {
  std::uint64_t loops = 0;  // loops in which it took part
  std::uint64_t chunks = 0;
  std::uint64_t iterations = 0;
  std::uint64_t own = 0;          // claims from its home stripe
  std::uint64_t helped = 0;       // claims elsewhere, and grants that it revoked from neighbours
  std::uint64_t combined = 0;     // chunks granted by another worker's combined claim
  std::uint64_t ahead = 0;        // chunks granted in advance by an asynchronous request
  std::uint64_t busy_cycles = 0;  // from its first chunk until it leaves the loop
  // In loops with locality: chunks whose home is the worker's place, and other chunks.
  std::uint64_t local = 0;
  std::uint64_t remote = 0;

  worker_statistics& operator+=(const worker_statistics& other);
};

// Sums over loops. Written by the participants while a loop runs, readable when it has returned.
// One object serves one loop at a time.
class loop_statistics {
 public:
  std::uint64_t calls() const { return calls_; }
  // From the loop's start to its return, in cycles of the time stamp counter.
  std::uint64_t elapsed_cycles() const { return elapsed_cycles_; }
  // By worker; a leader that is not a worker counts as worker 0.
  const std::vector<worker_statistics>& workers() const { return workers_; }
  worker_statistics total() const;
  // Cycles in which a worker that took part in a loop had no work, summed over workers.
  std::uint64_t idle_cycles() const;
  // One line: "worker 0: 12 chunks, 41,000 iterations, 3 helped; worker 1: …", and for loops with
  // locality the number of remote chunks.
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
// ARCAS_STATS=1: adds the counts of one call to the counts of its source line, which are printed on
// stderr when the program exits. Any thread.
void report_at_exit(const std::source_location& where, const loop_statistics& counts);
}  // namespace detail

}  // namespace arcas::inline v0
