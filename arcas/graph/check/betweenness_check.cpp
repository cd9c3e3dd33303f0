// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The shortest paths from one vertex: the predecessors of each vertex on them, once for each edge.
struct shortest_ways {
  static constexpr std::uint32_t unreached = 0xffffffff;
  std::vector<std::uint32_t> steps;
  std::vector<double> count;
  std::vector<std::vector<vertex>> before;
  std::vector<vertex> order;  // by steps
};

shortest_ways ways_from(const graph_view& g, vertex source) {
  const std::size_t n = g.vertex_count();
  shortest_ways ways{std::vector<std::uint32_t>(n, shortest_ways::unreached),
                     std::vector<double>(n),
                     std::vector<std::vector<vertex>>(n),
                     {source}};
  ways.steps[source] = 0;
  ways.count[source] = 1;
  for (std::size_t at = 0; at < ways.order.size(); ++at) {
    const vertex u = ways.order[at];
    for (const vertex v : g.out_neighbors(u)) {
      if (ways.steps[v] == shortest_ways::unreached) {
        ways.steps[v] = ways.steps[u] + 1;
        ways.order.push_back(v);
      }
      if (ways.steps[v] != ways.steps[u] + 1) continue;
      ways.count[v] += ways.count[u];
      ways.before[v].push_back(u);
    }
  }
  return ways;
}

// Neither normalised nor halved.
std::vector<double> betweenness_by_predecessors(const graph_view& g,
                                                std::span<const vertex> sources, bool endpoints) {
  std::vector<double> scores(g.vertex_count());
  for (const vertex s : sources) {
    const shortest_ways ways = ways_from(g, s);
    std::vector<double> dependency(g.vertex_count());
    for (auto at = ways.order.rbegin(); at != ways.order.rend(); ++at) {
      for (const vertex u : ways.before[*at]) {
        dependency[u] += ways.count[u] / ways.count[*at] * (1 + dependency[*at]);
      }
      if (*at != s) scores[*at] += dependency[*at] + (endpoints ? 1 : 0);
    }
    if (endpoints) scores[s] += static_cast<double>(ways.order.size() - 1);
  }
  return scores;
}

}  // namespace

std::string fault_in_betweenness(const graph_view& g, std::span<const vertex> sources,
                                 bool endpoints, double factor, std::span<const double> scores) {
  if (scores.size() != g.vertex_count()) return "there is not one score for each vertex";
  const std::vector<double> expected = betweenness_by_predecessors(g, sources, endpoints);
  for (std::size_t v = 0; v < expected.size(); ++v) {
    const double right = expected[v] * factor;
    // Sums of as many terms as there are vertices and sources, added up in any order.
    if (std::abs(right - scores[v]) <= 1e-9 * std::max(right, factor)) continue;
    return "vertex " + std::to_string(v) + " has score " + std::to_string(right) + ", not " +
           std::to_string(scores[v]);
  }
  return {};
}

}  // namespace arcas::inline v0::graph
