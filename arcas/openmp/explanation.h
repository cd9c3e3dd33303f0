// SPDX-License-Identifier: Apache-2.0
// What this library has served, told when the program ends: ARCAS_OPENMP_EXPLAIN=1. A place of the program is the
// address that a construct was called from.
#pragma once

#include <arcas/openmp/loop_share.h>

#include <cstdint>

namespace arcas::inline v0::detail::openmp {

struct member;

// A member's part in one execution of a loop, in time stamps.
struct loop_times {
  std::uint64_t began = 0;
  std::uint64_t last_claim = 0;
  std::uint64_t busy = 0;      // between claims
  std::uint64_t claiming = 0;  // in claims
  std::uint64_t claims = 0;
  std::uint64_t iterations = 0;
};

// Whether anything is to be noted.
bool explains();
// By a member that has left a loop which it came to by a call that returns to that place.
void note_loop(const void* place, const share_words& words, unsigned members,
               const loop_times& times);
void note_region(void (*body)(void*), unsigned threads, std::uint64_t cycles);
// The child of a fork tells of itself alone.
void forget_notes();
void note_tasks_made(std::uint64_t tasks);
// Told on standard error at the end of the program.
void tell_at_exit();

}  // namespace arcas::inline v0::detail::openmp
