// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/processor.h>
#include <arcas/workers/waiting.h>

#include <cpuid.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {
namespace {

// In cycles: about the time in which a cache line arrives from another package. So a doze delays a
// thread by little more than the time in which the news travels anyway.
constexpr std::uint64_t doze_cycles = 500;

bool has_waitpkg() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  constexpr unsigned waitpkg_bit = 1u << 5;  // leaf 7, ecx
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (c & waitpkg_bit) != 0;
}

// Whether the processor has WAITPKG. Determined at the first call, since threads may wait before
// the static objects of this file are initialised. A static object in the function would have a
// lock, which a forked child could find held for ever.
bool waitpkg() {
  static constinit std::atomic<int> chosen{0};  // 1: yes, -1: no, 0: not determined yet
  // relaxed, both: every thread determines the same answer.
  int known = chosen.load(std::memory_order_relaxed);
  if (known == 0) {
    known = has_waitpkg() ? 1 : -1;
    chosen.store(known, std::memory_order_relaxed);  // relaxed: pairs with the load
  }
  return known > 0;
}

// C0.1 is the lighter of the two states of TPAUSE, and the faster to wake from.
void tpause(std::uint64_t until) {
  constexpr unsigned state_c01 = 1;
  __asm__ __volatile__("tpause %0"
                       :
                       : "r"(state_c01), "a"(static_cast<std::uint32_t>(until)),
                         "d"(static_cast<std::uint32_t>(until >> 32))
                       : "cc");
}

}  // namespace

void doze() noexcept {
  if (waitpkg()) {
    tpause(cycles() + doze_cycles);
  } else {
    pause();
  }
}

}  // namespace arcas::inline v0::detail
