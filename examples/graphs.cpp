// SPDX-License-Identifier: Apache-2.0
// A graph over the arrays of a program, without a copy: its communities, and its components without
// weak edges.
#include <arcas/graph/graph_over.h>
#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/transform.h>

#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  namespace graph = arcas::graph;
  // Rows as in SciPy's CSR matrices: two triangles of strong edges, with a weak edge between them.
  const std::vector<std::int64_t> indptr = {0, 2, 4, 7, 10, 12, 14};
  const std::vector<std::int32_t> indices = {1, 2, 0, 2, 0, 1, 3, 2, 4, 5, 3, 5, 3, 4};
  const std::vector<double> data = {5, 5, 5, 5, 5, 5, 0.1, 0.1, 5, 5, 5, 5, 5, 5};
  const auto g = graph::undirected_from(graph::rows_over(indptr, indices, data));

  const auto groups = graph::communities(g, {.weighted = true});
  const auto scores = graph::pagerank(g, {.weighted = true}).scores;
  const auto strong =
      graph::filter_edges(g, [](graph::vertex, graph::vertex, double w) { return w >= 1; });
  const auto parts = graph::component_sizes(graph::components(strong).labels.all());

  std::printf("%zu communities, modularity %.3f; %zu parts without weak edges; score of 0: %.3f\n",
              static_cast<std::size_t>(groups.count), groups.quality, parts.size(), scores[0]);
  return groups.count == 2 && parts.size() == 2 ? 0 : 1;
}
