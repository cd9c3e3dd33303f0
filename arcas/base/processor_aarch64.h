// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace arcas {

inline void pause() noexcept {
  __asm__ __volatile__("isb" ::: "memory");
}

// The generic timer counts at a fixed rate below that of the core (1 GHz on ARMv9, less before), so
// a chunk measured here is longer in core cycles than its figure says.
inline std::uint64_t cycles() noexcept {
  std::uint64_t count;
  __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(count));
  return count;
}

}  // namespace arcas
