// SPDX-License-Identifier: Apache-2.0
// The report of ARCAS_OPENMP_EXPLAIN=1, printed when the program ends: which regions and loops this
// library has run. A place is an address in the program. A loop's place is the return address of
// the call that starts the loop. A region's place is in the function into which GCC has put the
// region's body. If the region consists of one loop (parallel for), the loop has the place of the
// region.
#pragma once

#include <arcas/openmp/loop_share.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

struct member;

// The cost of each of 64 equal parts of a loop, in cycles of the time stamp counter. The costs tell
// how long each thread would work under schedule(static), which gives each thread one block of the
// same size.
class cost_profile {
 public:
  // Adds `cost`, the time of the iterations [first, last) of a loop of `all` iterations.
  void add(std::uint64_t first, std::uint64_t last, std::uint64_t all, double cost);
  void add(const cost_profile& other);
  // The cost of the most expensive of `members` blocks divided by the mean cost of a block, minus
  // 1.
  double imbalance_of_blocks(unsigned members) const;

 private:
  static constexpr std::size_t parts = 64;
  std::array<double, parts> cost_{};
};

// A member's part in one execution of a loop. Times are in cycles of the time stamp counter.
struct loop_times {
  std::uint64_t last_claim = 0;
  std::uint64_t busy = 0;      // between claims
  std::uint64_t claiming = 0;  // in claims
  std::uint64_t claims = 0;
  std::uint64_t iterations = 0;
  cost_profile profile;
};

// Whether ARCAS_OPENMP_EXPLAIN asks for the report.
bool explains();
// Adds the times of a member that has left the loop at `place`.
void note_loop(const void* place, const share_words& words, unsigned members,
               const loop_times& times);
void note_region(void (*body)(void*), unsigned threads, std::uint64_t cycles);
// In the child of a fork(): drops the notes of the parent process.
void forget_notes();
void note_tasks_made(std::uint64_t tasks);
// Registers the report, which exit() prints to standard error.
void tell_at_exit();

}  // namespace arcas::inline v0::detail::openmp
