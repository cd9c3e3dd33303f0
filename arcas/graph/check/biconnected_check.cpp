// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {
namespace {

// The depth-first search of Hopcroft and Tarjan (1973), without recursion.
class block_search {
 public:
  block_search(const undirected_view& g, std::span<const edge> edges)
      : g_(g), edges_(edges), blocks(edges.size(), 0), points(g.vertex_count(), false) {
    const std::size_t n = g.vertex_count();
    std::vector<std::size_t> number(n, 0), low(n, 0), at(n, 0);
    std::size_t numbered = 0;
    for (std::size_t root = 0; root < n; ++root) {
      if (number[root] != 0) continue;
      number[root] = low[root] = ++numbered;
      std::size_t children = 0;
      std::vector<vertex> way{static_cast<vertex>(root)};
      while (!way.empty()) {
        const vertex v = way.back();
        const vertex parent = way.size() > 1 ? way[way.size() - 2] : v;
        const auto row = g.neighbors(v);
        if (at[v] < row.size()) {
          const vertex u = row[at[v]++];
          if (u == v || u == parent) continue;
          if (number[u] == 0) {
            open_.push_back({v, u});
            number[u] = low[u] = ++numbered;
            way.push_back(u);
          } else if (number[u] < number[v]) {
            open_.push_back({v, u});
            low[v] = std::min(low[v], number[u]);
          }
          continue;
        }
        way.pop_back();
        if (way.empty()) break;
        low[parent] = std::min(low[parent], low[v]);
        if (low[v] < number[parent]) continue;
        close(parent, v);
        if (parent == root) {
          ++children;
        } else {
          points[parent] = true;
        }
      }
      if (children > 1) points[root] = true;
    }
  }

 private:
  void close(vertex parent, vertex v) {
    ++count;
    for (;;) {
      const edge e = open_.back();
      open_.pop_back();
      const edge sought{std::min(e.from, e.to), std::max(e.from, e.to)};
      const auto found = std::ranges::lower_bound(edges_, sought, [](const edge& a, const edge& b) {
        return a.from != b.from ? a.from < b.from : a.to < b.to;
      });
      if (found != edges_.end() && found->from == sought.from && found->to == sought.to)
        blocks[static_cast<std::size_t>(found - edges_.begin())] = count;
      if (e.from == parent && e.to == v) return;
    }
  }

  const undirected_view& g_;
  std::span<const edge> edges_;
  std::vector<edge> open_;

 public:
  std::vector<std::size_t> blocks;  // by edge: its block, from 1; 0: the edge was not found
  std::vector<bool> points;
  std::size_t count = 0;
};

}  // namespace

std::string fault_in_biconnected_components(const undirected_view& g, std::span<const edge> edges,
                                            std::span<const edge_index> blocks,
                                            std::span<const std::uint8_t> articulation) {
  if (blocks.size() != edges.size()) return "the number of blocks is not the number of edges";
  if (articulation.size() != g.vertex_count())
    return "the number of marks of articulation points is not the number of vertices";
  std::size_t distinct = 0;
  for (std::size_t v = 0; v < g.vertex_count(); ++v) {
    vertex before = static_cast<vertex>(v);
    for (const vertex u : g.neighbors(static_cast<vertex>(v))) {
      distinct += u > v && u != before ? 1 : 0;
      before = u;
    }
  }
  if (distinct != edges.size()) return "the edges are not those of the graph";
  const block_search right(g, edges);
  std::map<std::size_t, edge_index> named;  // claimed blocks, by block_search's numbers
  edge_index most = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const std::string name =
        "edge " + std::to_string(edges[e].from) + "-" + std::to_string(edges[e].to);
    if (right.blocks[e] == 0) return name + " is not in the graph";
    const auto [known, added] = named.emplace(right.blocks[e], blocks[e]);
    if (known->second != blocks[e])
      return name + " is not in the block of an edge that is on a cycle with it";
    if (added && blocks[e] != most++)
      return name + " is the first edge of a block, whose number must be " +
             std::to_string(most - 1);
  }
  for (std::size_t v = 0; v < g.vertex_count(); ++v) {
    if (right.points[v] != (articulation[v] != 0))
      return "vertex " + std::to_string(v) +
             (right.points[v] ? " is an articulation point" : " is not an articulation point");
  }
  return "";
}

}  // namespace arcas::inline v0::graph
