// SPDX-License-Identifier: Apache-2.0
// Sleepers wake each other, as a tree. PROTOCOL.md, «No sleep through a loop».
#pragma once

#include <arcas/workers/sleep.h>

#include <cstdint>

namespace arcas::inline v0::detail {

// Wakes at most `at_most` of the workers [first, end). by: the caller, one of these. bed(w): where
// worker w sleeps; null: w must not be woken. The caller looks first at its own children in
// a tree of these workers with wake_fan_out children per node, and then at the other workers.
template <template <class> class Atom, class Bed>
void wake_sleepers(Atom<std::uint32_t>& sleepers, unsigned first, unsigned end, unsigned by,
                   unsigned at_most, const Bed& bed) noexcept {
  const unsigned workers = end - first;
  for (unsigned k = 1; k <= workers && at_most != 0; ++k) {
    const unsigned w = first + (wake_fan_out * (by - first) + k) % workers;
    sleeper<Atom>* const s = bed(w);
    if (!s || !s->sleeps() || !s->awaken(sleepers)) continue;
    s->ring();
    --at_most;
  }
}

}  // namespace arcas::inline v0::detail
