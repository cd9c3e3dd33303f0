// SPDX-License-Identifier: Apache-2.0
// The machine on which the program runs, as a machine model: places from the system, prices
// measured in about a second.
#pragma once

#include <sim/machine/model.h>

namespace arcas::sim {

// Each price has its origin: "measured", or "assumed" if nothing measures it or the machine has too
// few processors. Cycles are those of the time stamp counter. Threads are pinned meanwhile.
machine_model this_machine();
// Whether the host has moved the virtual processors since `measured` was made: a line between the
// two processors farthest apart then has another price.
bool has_moved(const machine_model& measured);

}  // namespace arcas::sim
