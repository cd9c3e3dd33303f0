// SPDX-License-Identifier: Apache-2.0
// On which NUMA nodes are the pages of a graph? The system places them, not Arcas, so that the
// placement is the same for all runtimes. On a machine of one node all placements are equal.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace bench {

enum class graph_memory {
  first_touch,  // on the node of the thread that reads the graph from its file
  interleaved,  // page by page over all nodes
  blocked       // a stretch of each array on each node
};

// "first-touch", "interleaved" or "blocked".
graph_memory memory_named(const std::string& name);

// Call it before the array is written for the first time. Throws std::system_error if the system
// refuses.
void place_pages(std::span<std::byte> array, graph_memory how);

}  // namespace bench
