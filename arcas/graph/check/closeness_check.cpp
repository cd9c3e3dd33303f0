// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

struct about {
  double closeness = 0, harmonic = 0, farthest = 0;
};

struct way_in {
  vertex from;
  double length;
};

// Searches by Dijkstra's algorithm with an ordered set.
about search_from(const std::vector<std::vector<way_in>>& in, vertex source) {
  std::vector<double> distance(in.size(), std::numeric_limits<double>::infinity());
  std::set<std::pair<double, vertex>> waiting{{0, source}};
  distance[source] = 0;
  about result;
  double sum = 0, others = -1;
  while (!waiting.empty()) {
    const auto [d, v] = *waiting.begin();
    waiting.erase(waiting.begin());
    sum += d;
    ++others;
    if (d > 0) result.harmonic += 1 / d;
    result.farthest = d;
    for (const way_in& way : in[v]) {
      if (d + way.length >= distance[way.from]) continue;
      waiting.erase({distance[way.from], way.from});
      distance[way.from] = d + way.length;
      waiting.insert({distance[way.from], way.from});
    }
  }
  if (sum > 0) result.closeness = others / sum * (others / static_cast<double>(in.size() - 1));
  return result;
}

bool alike(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

}  // namespace

std::string fault_in_closeness(std::size_t vertex_count, const each_edge& edges,
                               std::span<const vertex> vertices, std::span<const double> closeness,
                               std::span<const double> harmonic,
                               std::span<const double> eccentricities) {
  if (closeness.size() != vertices.size() || harmonic.size() != vertices.size() ||
      eccentricities.size() != vertices.size())
    return "the number of entries is not the number of vertices";
  std::vector<std::vector<way_in>> in(vertex_count);
  edges([&](vertex a, vertex b, double w) { in[b].push_back({a, w}); });
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const about right = search_from(in, vertices[i]);
    const auto fault = [&](const char* what, double is, double should_be) {
      return "vertex " + std::to_string(vertices[i]) + " has " + what + ' ' +
             number_text(should_be) + ", not " + number_text(is);
    };
    if (!alike(closeness[i], right.closeness))
      return fault("closeness", closeness[i], right.closeness);
    if (!alike(harmonic[i], right.harmonic))
      return fault("harmonic centrality", harmonic[i], right.harmonic);
    if (!alike(eccentricities[i], right.farthest))
      return fault("eccentricity", eccentricities[i], right.farthest);
  }
  return {};
}

}  // namespace arcas::inline v0::graph
