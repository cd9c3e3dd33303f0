// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/number_text.h>

#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
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
      if (static_cast<D>(w) > std::numeric_limits<D>::max() - distance) continue;
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
  if (distances.size() != g.vertex_count())
    return "the number of distances is not the number of vertices";
  const std::vector<D> expected = dijkstra<G, D>(g, source);
  for (std::size_t v = 0; v < expected.size(); ++v) {
    if (same(expected[v], distances[v])) continue;
    return "vertex " + std::to_string(v) + " is at distance " + number_text(expected[v]) +
           ", not " + number_text(distances[v]);
  }
  return {};
}

namespace {

// Whether an edge from u to v has the difference of their distances as its weight.
template <class G, class D>
bool leads(const G& g, vertex u, vertex v, std::span<const D> distances) {
  for (const auto [to, w] : g.out_edges(u)) {
    if (to != v) continue;
    // Integers are subtracted: a sum could overflow.
    if (std::is_integral_v<D> ? distances[v] - distances[u] == static_cast<D>(w)
                              : distances[u] + static_cast<D>(w) == distances[v])
      return true;
  }
  return false;
}

// Checks for each vertex with a parent that the path along the parents ends at the source.
std::string fault_in_ways(vertex source, std::span<const vertex> parents) {
  std::vector<vertex> last_way(parents.size(), no_vertex);  // the first path through each vertex
  last_way[source] = source;
  for (std::size_t v = 0; v < parents.size(); ++v) {
    const auto way = static_cast<vertex>(v);
    if (parents[v] == no_vertex) continue;
    for (vertex at = way; at != source && last_way[at] == no_vertex; at = parents[at]) {
      last_way[at] = way;
      if (last_way[parents[at]] == way && parents[at] != source) {
        return "the parents of vertex " + std::to_string(v) + " form a cycle";
      }
    }
  }
  return {};
}

}  // namespace

template <class G>
std::string fault_in_shortest_paths(
    const G& g, vertex source,
    std::span<
        const std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>>
        distances,
    std::span<const vertex> parents) {
  using D = std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>;
  if (parents.size() != g.vertex_count())
    return "the number of parents is not the number of vertices";
  if (parents[source] != source) return "the source is not its own parent";
  for (std::size_t v = 0; v < parents.size(); ++v) {
    if (v == source) continue;
    const vertex u = parents[v];
    const bool reached = distances[v] != infinite<D>();
    if (reached ? u < parents.size() && distances[u] != infinite<D>() &&
                      leads(g, u, static_cast<vertex>(v), distances)
                : u == no_vertex) {
      continue;
    }
    return "vertex " + std::to_string(v) + " has parent " + std::to_string(u) +
           ", from which no edge of the right weight leads to it";
  }
  return fault_in_ways(source, parents);
}

template std::string fault_in_distances(const weighted_directed_graph&, vertex,
                                        std::span<const std::int64_t>);
template std::string fault_in_distances(const weighted_undirected_graph&, vertex,
                                        std::span<const std::int64_t>);
template std::string fault_in_distances(const real_directed_graph&, vertex,
                                        std::span<const double>);
template std::string fault_in_distances(const real_undirected_graph&, vertex,
                                        std::span<const double>);
template std::string fault_in_shortest_paths(const weighted_directed_graph&, vertex,
                                             std::span<const std::int64_t>,
                                             std::span<const vertex>);
template std::string fault_in_shortest_paths(const weighted_undirected_graph&, vertex,
                                             std::span<const std::int64_t>,
                                             std::span<const vertex>);
template std::string fault_in_shortest_paths(const real_directed_graph&, vertex,
                                             std::span<const double>, std::span<const vertex>);
template std::string fault_in_shortest_paths(const real_undirected_graph&, vertex,
                                             std::span<const double>, std::span<const vertex>);

}  // namespace arcas::inline v0::graph
