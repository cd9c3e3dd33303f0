// SPDX-License-Identifier: Apache-2.0
// What does hwloc know of a machine? The only file that talks to hwloc.
#pragma once

#include <arcas/topology/topology_builder.h>

#include <string>

namespace arcas::detail {

// This machine. Without threads where hwloc does not describe it; a refusal then says why.
machine_facts read_live_machine();

// A machine in hwloc's synthetic syntax, or one recorded by lstopo. Both throw
// std::invalid_argument with a sentence that starts with the quoted argument and ends with a
// remedy.
machine_facts read_synthetic_machine(const std::string& description);
machine_facts read_recorded_machine(const std::string& xml_file);

}  // namespace arcas::detail
