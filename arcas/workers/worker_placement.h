// SPDX-License-Identifier: Apache-2.0
// On which hardware threads are workers placed if there are fewer workers than hardware threads?
#pragma once

#include <arcas/topology/topology.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace arcas::inline v0 {

// The terms of OMP_PROC_BIND, over cores. spread: round robin over packages, within a package over
// NUMA nodes, then cache groups, then cores, as in the evaluation of Callisto-RTS. close:
// neighbouring cores, so that few workers share a package and its caches. Both use each core once
// before the second hardware thread of any.
enum class worker_placement : std::uint8_t { spread, close };

std::string_view name_of(worker_placement placement);
// Throws std::invalid_argument with a sentence that lists the names.
worker_placement worker_placement_named(std::string_view name);

namespace detail {

// The hardware threads (logical numbers) of `count` workers in the order of choice: the first
// hardware thread of one place of this kind after the other. The first n of the list are the
// placement of n workers. taken: by logical number, hardware threads that other processes have
// claimed, or empty; they are chosen last. If there are more workers than places, the list begins
// again.
std::vector<unsigned> placed_threads(const topology& machine, place_kind kind, unsigned count,
                                     worker_placement placement,
                                     const std::vector<bool>& taken = {});

}  // namespace detail

}  // namespace arcas::inline v0
