// SPDX-License-Identifier: Apache-2.0
// A call site that has learnt up to which length one worker is faster than several.
#pragma once

#include <arcas/distribution/grain.h>
#include <arcas/loops/call_site.h>

#include <cstdint>

namespace arcas {

// Teaches the site that an iteration takes one cycle, and that one worker is faster for loops of up
// to `cycles` cycles. None of the next calls is measured, and none is shared only to compare costs.
inline void teach_alone(detail::call_site& site, std::uint32_t cycles) {
  using detail::call_site;
  site.known.set(detail::pace_cycles);
  for (int i = 0; i < 50; ++i) site.took_alone(call_site::cost_unit, call_site::cost_unit);
  for (int i = 0; i < 50; ++i) site.burden.add(cycles / 2);
  site.calls.set(1);
}

}  // namespace arcas
