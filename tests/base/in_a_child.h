// SPDX-License-Identifier: Apache-2.0
// Runs a part of a test in a forked child.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arcas {

// Runs `what` in a child; returns whether it returned true there.
template <class What>
bool in_a_child(const What& what) {
  const pid_t child = fork();
  if (child == 0) {
    what();
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A sanitizer's own locks (those of gcc 12's allocator under AddressSanitizer) may be held by
// another thread at the fork, and then stay locked in the child.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitizer_survives_busy_forks = false;
#else
inline constexpr bool sanitizer_survives_busy_forks = true;
#endif

}  // namespace arcas
