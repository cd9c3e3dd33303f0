// SPDX-License-Identifier: Apache-2.0
#include <sim/figures/graph_costs.h>

#include <arcas/graph/graph_file.h>

#include <algorithm>

namespace figures {
namespace {

// SNAP LiveJournal, Callisto-RTS §4.2.
constexpr std::uint64_t vertices_of_livejournal = 4'800'000;
// In cycles of a T5 thread, assumed: for an iteration, for each edge that it reads, and for each
// comparison.
constexpr std::uint64_t cycles_of_vertex = 60;
constexpr std::uint64_t cycles_of_edge = 20;
constexpr std::uint64_t cycles_of_comparison = 8;

arcas::sim::iteration_costs repeated(const std::vector<std::uint64_t>& once, bool quick) {
  const std::uint64_t wanted = quick ? once.size() : vertices_of_livejournal;
  std::vector<std::uint64_t> all = once;
  while (all.size() + once.size() <= wanted) all.insert(all.end(), once.begin(), once.end());
  return arcas::sim::iteration_costs::recorded(all);
}

}  // namespace

graph_loop pagerank_of(const request& ask) {
  const auto g = arcas::graph::read_graph<arcas::graph::directed_graph>(ask.graph.string());
  std::vector<std::uint64_t> costs;
  for (arcas::graph::vertex v = 0; v < g.vertex_count(); ++v)
    costs.push_back(cycles_of_vertex + cycles_of_edge * g.in_degree(v));
  return {"pagerank", repeated(costs, ask.quick)};
}

// For each edge to a neighbour with a smaller number, the rows of the edge's ends are compared.
graph_loop triangles_of(const request& ask) {
  const auto g = arcas::graph::read_graph<arcas::graph::undirected_graph>(ask.graph.string());
  std::vector<std::uint64_t> costs;
  for (arcas::graph::vertex v = 0; v < g.vertex_count(); ++v) {
    std::uint64_t cycles = cycles_of_vertex;
    for (const arcas::graph::vertex u : g.neighbors(v)) {
      if (u < v)
        cycles += cycles_of_comparison * std::min(g.neighbors(u).size(), g.neighbors(v).size());
    }
    costs.push_back(cycles);
  }
  return {"triangles", repeated(costs, ask.quick)};
}

}  // namespace figures
