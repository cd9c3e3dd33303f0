// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {
namespace {

template <class D>
constexpr D infinite() {
  return std::numeric_limits<D>::has_infinity ? std::numeric_limits<D>::infinity()
                                              : std::numeric_limits<D>::max();
}

template <class G, class D>
std::vector<D> dijkstra(const G& g, vertex source) {
  std::vector<D> distances(g.vertex_count(), infinite<D>());
  using entry = std::pair<D, vertex>;
  std::priority_queue<entry, std::vector<entry>, std::greater<>> waiting;
  distances[source] = 0;
  waiting.emplace(D{0}, source);
  while (!waiting.empty()) {
    const auto [distance, u] = waiting.top();
    waiting.pop();
    if (distance != distances[u]) continue;
    for (const auto [v, w] : g.out_edges(u)) {
      const D by_u = distance + static_cast<D>(w);
      if (!(by_u < distances[v])) continue;
      distances[v] = by_u;
      waiting.emplace(by_u, v);
    }
  }
  return distances;
}

bool same(std::int64_t a, std::int64_t b) {
  return a == b;
}
bool same(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

}  // namespace

template <class G>
std::string fault_in_distances(
    const G& g, vertex source,
    std::span<
        const std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>>
        distances) {
  using D = std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>;
  if (distances.size() != g.vertex_count()) return "there is not one distance for each vertex";
  const std::vector<D> expected = dijkstra<G, D>(g, source);
  for (std::size_t v = 0; v < expected.size(); ++v) {
    if (same(expected[v], distances[v])) continue;
    return "vertex " + std::to_string(v) + " is at distance " + std::to_string(expected[v]) +
           ", not " + std::to_string(distances[v]);
  }
  return {};
}

template std::string fault_in_distances(const weighted_directed_graph&, vertex,
                                        std::span<const std::int64_t>);
template std::string fault_in_distances(const weighted_undirected_graph&, vertex,
                                        std::span<const std::int64_t>);
template std::string fault_in_distances(const real_directed_graph&, vertex,
                                        std::span<const double>);
template std::string fault_in_distances(const real_undirected_graph&, vertex,
                                        std::span<const double>);

}  // namespace arcas::inline v0::graph
