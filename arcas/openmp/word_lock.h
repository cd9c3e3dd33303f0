// SPDX-License-Identifier: Apache-2.0
// A futex lock in a word of the program: 0 free, 1 taken, 2 taken while other threads may sleep.
#pragma once

#include <arcas/openmp/settings.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail::openmp {

inline bool try_lock(std::uint32_t& word) {
  std::uint32_t free = 0;
  // acquire: pairs with unlock(). relaxed on failure: the lock was not taken.
  return std::atomic_ref(word).compare_exchange_strong(free, 1, std::memory_order_acquire,
                                                       std::memory_order_relaxed);
}

void lock_slowly(std::uint32_t& word);
void wake_one(std::uint32_t& word);

inline void lock(std::uint32_t& word) {
  if (!try_lock(word)) lock_slowly(word);
}

inline void unlock(std::uint32_t& word) {
  // release: pairs with the acquire of the next owner.
  if (std::atomic_ref(word).exchange(0, std::memory_order_release) == 2) wake_one(word);
}

}  // namespace arcas::inline v0::detail::openmp
