// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <string>

namespace arcas::inline v0::graph {

std::string fault_in_random_walks(const graph_view& g, std::span<const vertex> visited,
                                  std::size_t width) {
  for (std::size_t i = 0; i < visited.size(); ++i) {
    if (i % width == 0) continue;
    const vertex from = visited[i - 1], to = visited[i];
    if (from == no_vertex) {
      if (to != no_vertex) return "walk " + std::to_string(i / width) + " continues after its end";
      continue;
    }
    const auto row = g.out_neighbors(from);
    if (to == no_vertex ? row.empty() : std::ranges::find(row, to) != row.end()) continue;
    return "walk " + std::to_string(i / width) +
           (to == no_vertex ? " ends at vertex " + std::to_string(from) + ", which has neighbours"
                            : " has a step from " + std::to_string(from) + " to " +
                                  std::to_string(to) + ", which is not an edge");
  }
  return "";
}

}  // namespace arcas::inline v0::graph
