// SPDX-License-Identifier: Apache-2.0
// Checkers of independent sets, colourings and topological orders.
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;

std::string fault_in_independent_set(const undirected_view& g,
                                     std::span<const std::uint8_t> members) {
  if (members.size() != g.vertex_count())
    return "the number of marks is not the number of vertices";
  for (std::size_t v = 0; v < members.size(); ++v) {
    bool alone = true;
    for (const vertex u : g.neighbors(static_cast<vertex>(v)))
      alone = alone && (u == v || members[u] == 0);
    if (members[v] != 0 && !alone)
      return "vertex " + std::to_string(v) + " is in the set, and so is a neighbour";
    if (members[v] == 0 && alone)
      return "vertex " + std::to_string(v) + " is not in the set, nor is any neighbour";
  }
  return {};
}

std::string fault_in_colouring(const undirected_view& g, std::span<const std::uint32_t> colours,
                               std::uint32_t count) {
  if (colours.size() != g.vertex_count())
    return "the number of colours is not the number of vertices";
  std::vector<bool> used(count);
  for (std::size_t v = 0; v < colours.size(); ++v) {
    if (colours[v] >= count)
      return "vertex " + std::to_string(v) + " has colour " + std::to_string(colours[v]) +
             "; colours must be below " + std::to_string(count);
    used[colours[v]] = true;
    for (const vertex u : g.neighbors(static_cast<vertex>(v))) {
      if (u != v && colours[u] == colours[v])
        return "vertices " + std::to_string(v) + " and " + std::to_string(u) +
               " are neighbours of one colour";
    }
  }
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused == used.end()) return {};
  return "no vertex has colour " + std::to_string(unused - used.begin());
}

namespace {

bool has_edge(const graph_view& g, vertex from, vertex to) {
  const auto row = g.out_neighbors(from);
  return std::find(row.begin(), row.end(), to) != row.end();
}

}  // namespace

std::string fault_in_topological_order(const graph_view& g, std::span<const vertex> order,
                                       std::span<const vertex> cycle) {
  const std::size_t n = g.vertex_count();
  std::vector<std::size_t> place(n, n);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] >= n || place[order[i]] != n)
      return "entry " + std::to_string(i) + " is not a vertex, or repeats a vertex";
    place[order[i]] = i;
  }
  for (std::size_t v = 0; v < n; ++v) {
    for (const vertex u : g.out_neighbors(static_cast<vertex>(v))) {
      if (place[u] != n && place[v] >= place[u])
        return "vertex " + std::to_string(u) + " comes before " + std::to_string(v) +
               ", which leads to it";
    }
  }
  if ((order.size() == n) != cycle.empty())
    return "the result must be either an order of all vertices or a cycle";
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (!has_edge(g, cycle[i], cycle[(i + 1) % cycle.size()]))
      return "vertex " + std::to_string(cycle[i]) +
             " does not lead to the next vertex of the cycle";
  }
  return {};
}

}  // namespace arcas::inline v0::graph
