// SPDX-License-Identifier: Apache-2.0
// Are these the core numbers? Serial, from the definition: for each k, vertices with fewer than k
// neighbours left are taken away until there are none; those that stay are the k-core.
#pragma once

#include <arcas/graph/csr.h>

#include <cstdint>
#include <span>
#include <string>

namespace arcas::graph {

// What is wrong, as a sentence; empty where all is well.
std::string fault_in_core_numbers(const undirected_graph& g, std::span<const std::uint32_t> cores);

}  // namespace arcas::graph
