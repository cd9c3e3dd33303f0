// SPDX-License-Identifier: Apache-2.0
// A lock of the whole process that a forked child finds free. Private to Arcas.
#pragma once

#include <pthread.h>

#include <mutex>

namespace arcas::detail {

// Whoever forks takes it first and gives it back in both processes, so that no other thread, which
// the child lacks, can have it. To be called once for a lock, before main(): then nobody forks
// meanwhile. lock() may be called at any time, and its mutex lives for ever.
template <std::mutex& (*lock)()>
int held_across_forks() noexcept {
  return pthread_atfork([] { lock().lock(); }, [] { lock().unlock(); }, [] { lock().unlock(); });
}

}  // namespace arcas::detail
