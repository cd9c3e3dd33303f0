// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <limits>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;

std::string fault_in_matching(const each_edge& edges, std::span<const vertex> mates) {
  const std::size_t n = mates.size();
  for (std::size_t v = 0; v < n; ++v) {
    const vertex u = mates[v];
    if (u == no_vertex) continue;
    if (u >= n || u == v || mates[u] != v)
      return "vertex " + std::to_string(v) + " is not the mate of its mate";
  }
  // The weight of the heaviest edge between each vertex and its mate.
  std::vector<double> heaviest(n, -std::numeric_limits<double>::infinity());
  edges([&](vertex a, vertex b, double w) {
    if (mates[a] != b) return;
    heaviest[a] = std::max(heaviest[a], w);
    heaviest[b] = std::max(heaviest[b], w);
  });
  for (std::size_t v = 0; v < n; ++v) {
    if (mates[v] != no_vertex && heaviest[v] == -std::numeric_limits<double>::infinity())
      return "there is no edge between mates " + std::to_string(v) + " and " +
             std::to_string(mates[v]);
  }
  std::string fault;
  edges([&](vertex a, vertex b, double w) {
    if (a == b || !fault.empty()) return;
    const std::string name = "edge " + std::to_string(a) + "-" + std::to_string(b);
    if (mates[a] == no_vertex && mates[b] == no_vertex) {
      fault = name + " could be added";
    } else if (w > heaviest[a] && w > heaviest[b]) {
      fault = name + " is heavier than the matched edges of both ends";
    }
  });
  return fault;
}

}  // namespace arcas::inline v0::graph
