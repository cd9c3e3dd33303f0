// SPDX-License-Identifier: Apache-2.0
// What a test does in a forked child.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arcas {

// Runs it in a child; true when the child found nothing wrong.
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

// A sanitizer's own locks (of gcc 12's allocator under AddressSanitizer) may be held by another
// thread at the fork, and stay so in the child.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitizer_survives_busy_forks = false;
#else
inline constexpr bool sanitizer_survives_busy_forks = true;
#endif

}  // namespace arcas
