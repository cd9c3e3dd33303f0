// SPDX-License-Identifier: Apache-2.0
// The few instructions that C++ has no name for: pause() and cycles().
#pragma once

#include <cstdint>

namespace arcas::inline v0 {

#if defined(__x86_64__)

// Tells the core that this thread is waiting: saves power and gives resources to the sibling
// hardware thread. Takes 12 cycles on the AMD machines measured, about 140 on Intel since Skylake.
inline void pause() noexcept {
  __builtin_ia32_pause();
}

// Time stamp counter. It has a constant rate and is not ordered with the surrounding instructions.
// A read takes about 20 ns inside some virtual machines.
inline std::uint64_t cycles() noexcept {
  return __builtin_ia32_rdtsc();
}

#elif defined(__aarch64__)

inline void pause() noexcept {
  __asm__ __volatile__("isb" ::: "memory");
}

// The generic timer. Its rate is constant: 1 GHz on ARMv9, less on older processors. The core's
// rate is higher, so that a chunk takes more core cycles than this counter shows.
inline std::uint64_t cycles() noexcept {
  std::uint64_t count;
  __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(count));
  return count;
}

#else
#error "Arcas requires x86-64 or aarch64: add pause() and cycles() for this processor here"
#endif

}  // namespace arcas::inline v0
