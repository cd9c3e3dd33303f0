// SPDX-License-Identifier: Apache-2.0
// Graphs.
#include <arcas/graph/builder.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kernels/triangles.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace arcas::graph;

}  // namespace

void works(const directed_graph& g, const weighted_undirected_graph& w) {
  read_graph<directed_graph>("a.el");
  bfs(g, 0);
  pagerank(g);
  pagerank(g, {.tolerance = 1e-9});
  components(g);
  sssp(w, 0);
  for (vertex u : g.out_neighbors(0)) bfs(g, u);
  for (auto [u, weight_of_edge] : w.out_edges(0)) sssp(w, u);
  for (vertex u : w.neighbors(0)) sssp(w, u);
  g.vertex_count();
}

// says: read_graph<directed_graph>(path)
void graph_of_no_type() {
#ifdef WRONG
  auto g = read_graph("a.el");
#else
  auto g = read_graph<directed_graph>("a.el");
#endif
  bfs(g, 0);
}

// says: read_graph<directed_graph>(path)
void graph_of_path() {
#ifdef WRONG
  directed_graph g("a.el");
#else
  auto g = read_graph<directed_graph>("a.el");
#endif
  bfs(g, 0);
}

// says: build_directed(edges)
void graph_of_edges(const std::vector<std::pair<int, int>>& pairs, edge_list edges) {
#ifdef WRONG
  directed_graph g(pairs);
#else
  directed_graph g = build_directed(std::move(edges));
  (void)pairs;
#endif
  bfs(g, 0);
}

// says: build_directed(edges)
void graph_of_size(edge_list edges) {
#ifdef WRONG
  undirected_graph g(10);
#else
  undirected_graph g = build_undirected(std::move(edges));
#endif
  bfs(g, 0);
}

// names: neighbors
void neighbors_of_directed(const directed_graph& g) {
#ifdef WRONG
  g.neighbors(0);
#else
  g.out_neighbors(0);
#endif
}

// says: the edges of this graph have no weights
void distances_without_weights(const directed_graph& g) {
#ifdef WRONG
  sssp(g, 0);
#else
  bfs(g, 0);
#endif
}

// names: undirected_view
void triangles_of_directed(directed_graph g) {
#ifdef WRONG
  count_triangles(g);
#else
  count_triangles(without_direction(std::move(g)));
#endif
}

// A program's own functions beside a using-directive for Arcas.
int read_graph(const std::string& path);

void works_beside() {
  using namespace arcas::graph;
  read_graph("a.el");
  read_graph<directed_graph>("a.el");
}
