// SPDX-License-Identifier: Apache-2.0
// The order of the steps of strong_components() (components.h), in one process and on ranks.
#pragma once

namespace arcas::inline v0::graph::detail {

// A machine has the members
//   trim()     labels the vertices without in-edges or out-edges
//   remain()   returns whether any vertex has no label yet
//   sweep()    labels the component of a vertex of high degree; returns false if it skips this
//   colour()   labels components by colours; returns false if this would take too long
// Returns the number of sweeps and colourings.
template <class Machine>
unsigned label_by_steps(Machine& machine) {
  unsigned steps = 0;
  machine.trim();
  if (machine.remain() && machine.sweep()) ++steps;
  while (machine.remain() && machine.colour()) ++steps;
  return steps;
}

}  // namespace arcas::inline v0::graph::detail
