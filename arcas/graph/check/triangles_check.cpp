// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The neighbours of v with numbers above `above`, without parallel edges.
std::vector<vertex> neighbors_above(const undirected_view& g, vertex v, vertex above) {
  std::vector<vertex> row;
  for (const vertex u : g.neighbors(v)) {
    if (u > above && u != v) row.push_back(u);
  }
  row.erase(std::unique(row.begin(), row.end()), row.end());
  return row;
}

std::size_t degree_in_simple_graph(const undirected_view& g, vertex v) {
  std::set<vertex> others(g.neighbors(v).begin(), g.neighbors(v).end());
  others.erase(v);
  return others.size();
}

}  // namespace

std::vector<std::uint64_t> triangles_at_vertices(const undirected_view& g) {
  std::vector<std::uint64_t> at(g.vertex_count());
  std::vector<std::vector<vertex>> above(g.vertex_count());
  for (std::size_t u = 0; u < at.size(); ++u) {
    above[u] = neighbors_above(g, static_cast<vertex>(u), static_cast<vertex>(u));
  }
  std::vector<vertex> common;
  for (std::size_t u = 0; u < at.size(); ++u) {
    for (const vertex v : above[u]) {
      common.clear();
      std::ranges::set_intersection(above[u], above[v], std::back_inserter(common));
      at[u] += common.size();
      at[v] += common.size();
      for (const vertex w : common) ++at[w];
    }
  }
  return at;
}

std::string fault_in_triangles(const undirected_view& g, std::uint64_t total,
                               std::span<const std::uint64_t> at_vertices,
                               std::span<const double> clustering) {
  const std::vector<std::uint64_t> expected = triangles_at_vertices(g);
  const std::uint64_t sum = std::accumulate(expected.begin(), expected.end(), std::uint64_t{0});
  if (sum != 3 * total) {
    return "there are " + std::to_string(sum / 3) + " triangles, not " + std::to_string(total);
  }
  for (std::size_t v = 0; v < at_vertices.size(); ++v) {
    if (at_vertices[v] == expected[v]) continue;
    return "vertex " + std::to_string(v) + " is part of " + std::to_string(expected[v]) +
           " triangles, not " + std::to_string(at_vertices[v]);
  }
  for (std::size_t v = 0; v < clustering.size(); ++v) {
    const auto degree = static_cast<double>(degree_in_simple_graph(g, static_cast<vertex>(v)));
    const double share =
        degree < 2 ? 0 : 2 * static_cast<double>(expected[v]) / (degree * (degree - 1));
    if (std::abs(share - clustering[v]) <= 1e-12) continue;
    return "vertex " + std::to_string(v) + " has clustering coefficient " + number_text(share) +
           ", not " + number_text(clustering[v]);
  }
  return {};
}

}  // namespace arcas::inline v0::graph
