// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

struct about {
  double closeness = 0, harmonic = 0;
  std::uint32_t farthest = 0;
};

about search_from(const graph_view& g, vertex source) {
  std::vector<std::int64_t> distance(g.vertex_count(), -1);
  std::vector<vertex> queue = {source};
  distance[source] = 0;
  about result;
  double sum = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const vertex u : g.in_neighbors(queue[i])) {
      if (distance[u] >= 0) continue;
      distance[u] = distance[queue[i]] + 1;
      queue.push_back(u);
      const auto d = static_cast<double>(distance[u]);
      sum += d;
      result.harmonic += 1 / d;
      result.farthest = static_cast<std::uint32_t>(distance[u]);
    }
  }
  const auto others = static_cast<double>(queue.size() - 1);
  if (sum > 0)
    result.closeness = others / sum * (others / static_cast<double>(g.vertex_count() - 1));
  return result;
}

bool alike(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

}  // namespace

std::string fault_in_closeness(const graph_view& g, std::span<const vertex> vertices,
                               std::span<const double> closeness, std::span<const double> harmonic,
                               std::span<const std::uint32_t> eccentricities) {
  if (closeness.size() != vertices.size() || harmonic.size() != vertices.size() ||
      eccentricities.size() != vertices.size())
    return "there is not one entry for each vertex";
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const about right = search_from(g, vertices[i]);
    const std::string name = "vertex " + std::to_string(vertices[i]) + " has ";
    if (!alike(closeness[i], right.closeness))
      return name + "closeness " + std::to_string(right.closeness) + ", not " +
             std::to_string(closeness[i]);
    if (!alike(harmonic[i], right.harmonic))
      return name + "harmonic centrality " + std::to_string(right.harmonic) + ", not " +
             std::to_string(harmonic[i]);
    if (eccentricities[i] != right.farthest)
      return name + "eccentricity " + std::to_string(right.farthest) + ", not " +
             std::to_string(eccentricities[i]);
  }
  return {};
}

}  // namespace arcas::inline v0::graph
