// SPDX-License-Identifier: Apache-2.0
// Runs a part of a test in a forked child.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arcas {

// Runs `what` in a child. Returns whether the child ended by itself, without a failed expectation.
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

// At the fork another thread may hold a lock of the sanitizer itself, for example one of the
// allocator of gcc 12's AddressSanitizer. Such a lock stays locked in the child.
#ifdef ARCAS_SANITIZED
inline constexpr bool sanitizer_survives_busy_forks = false;
#else
inline constexpr bool sanitizer_survives_busy_forks = true;
#endif

}  // namespace arcas
