// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <string>

namespace arcas::inline v0::graph {

// A vertex cover has a distinct vertex for each edge of any matching. A matching with as many edges
// as some cover has vertices is therefore a largest one.
std::string fault_in_bipartite_matching(const undirected_view& g, std::span<const vertex> mates,
                                        std::span<const std::uint8_t> cover) {
  const std::size_t n = g.vertex_count();
  if (mates.size() != n) return "the number of mates is not the number of vertices";
  if (cover.size() != n) return "the number of marks of the cover is not the number of vertices";
  std::size_t matched = 0, covering = 0;
  for (std::size_t v = 0; v < n; ++v) {
    const std::string name = "vertex " + std::to_string(v);
    covering += cover[v] != 0 ? 1 : 0;
    const auto row = g.neighbors(static_cast<vertex>(v));
    for (const vertex u : row) {
      if (cover[v] == 0 && cover[u] == 0)
        return "edge " + std::to_string(v) + "-" + std::to_string(u) + " is not covered";
    }
    const vertex u = mates[v];
    if (u == no_vertex) continue;
    ++matched;
    if (u >= n || u == v || mates[u] != v) return name + " is not the mate of its mate";
    if (!std::ranges::binary_search(row, u))
      return "there is no edge between mates " + std::to_string(v) + " and " + std::to_string(u);
  }
  if (covering * 2 != matched)
    return "the cover has " + std::to_string(covering) + " vertices, but " +
           std::to_string(matched) + " vertices have mates; the cover must have half as many";
  return "";
}

}  // namespace arcas::inline v0::graph
