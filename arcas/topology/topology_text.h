// SPDX-License-Identifier: Apache-2.0
// How is a machine shown to people and to programs?
#pragma once

#include <arcas/topology/topology.h>

#include <string>
#include <string_view>

namespace arcas::inline v0 {

// "live", "synthetic" or "recorded".
std::string_view name_of(topology_source source);

// The tree of places as lines of text: a summary; then packages, NUMA nodes, cache groups, cores
// and hardware threads, indented by level; then the quota and refusals. Places with the same
// hardware threads share a line. On a machine with more than 64 hardware threads, a core and its
// threads share a line too.
std::string draw(const topology& machine);

// One JSON object: source, can_pin, cpu_quota (null without a quota), paid_threads; packages,
// numa_nodes, cache_groups, l2_groups and cores as {os_index, first_thread, thread_count}; threads
// as {os_index, package, numa_node, cache_group, l2_group, core}; refusals.
std::string to_json(const topology& machine);

}  // namespace arcas::inline v0
