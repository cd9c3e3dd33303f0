// SPDX-License-Identifier: Apache-2.0
// The machine that the program runs on, as a machine file would describe it: places from the system,
// prices measured here and now, in about a second.
#pragma once

#include <sim/machine/model.h>

namespace arcas::sim {

// Each price has its origin: "measured", or "assumed" where nothing measures it or the machine has
// too few processors. Cycles are those of the time stamp counter. Threads are pinned for the time.
machine_model this_machine();
// As measured here earlier: a line between the two processors farthest apart has another price by now,
// since a host has moved the virtual processors.
bool has_moved(const machine_model& measured);

}  // namespace arcas::sim
