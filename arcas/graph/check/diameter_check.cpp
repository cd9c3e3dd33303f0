// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Distance from v to each vertex in steps; -1: unreachable.
std::vector<std::int64_t> steps_from(const undirected_view& g, vertex v) {
  std::vector<std::int64_t> steps(g.vertex_count(), -1);
  std::vector<vertex> queue = {v};
  steps[v] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const vertex u : g.neighbors(queue[i])) {
      if (steps[u] >= 0) continue;
      steps[u] = steps[queue[i]] + 1;
      queue.push_back(u);
    }
  }
  return steps;
}
std::int64_t greatest_from(const undirected_view& g, vertex v) {
  return std::ranges::max(steps_from(g, v));
}

}  // namespace

std::string fault_in_eccentricities(const undirected_view& g,
                                    std::span<const std::uint32_t> eccentricities) {
  if (eccentricities.size() != g.vertex_count())
    return "the number of eccentricities is not the number of vertices";
  for (std::size_t v = 0; v < eccentricities.size(); ++v) {
    const std::int64_t right = greatest_from(g, static_cast<vertex>(v));
    if (right != eccentricities[v]) {
      return "vertex " + std::to_string(v) + " has eccentricity " + std::to_string(right) +
             ", not " + std::to_string(eccentricities[v]);
    }
  }
  return {};
}

std::string fault_in_diameter(const undirected_view& g, std::uint32_t diameter, vertex from,
                              vertex to) {
  if (g.vertex_count() == 0)
    return diameter == 0 ? "" : "the diameter of a graph without vertices is 0";
  const std::int64_t apart = steps_from(g, from)[to];
  if (apart != diameter) {
    return "vertices " + std::to_string(from) + " and " + std::to_string(to) + " are " +
           std::to_string(apart) + " steps apart, not " + std::to_string(diameter);
  }
  for (std::size_t v = 0; v < g.vertex_count(); ++v) {
    const std::int64_t greatest = greatest_from(g, static_cast<vertex>(v));
    if (greatest > diameter) {
      return "vertex " + std::to_string(v) + " has eccentricity " + std::to_string(greatest) +
             ", above the diameter " + std::to_string(diameter);
    }
  }
  return {};
}

}  // namespace arcas::inline v0::graph
