// SPDX-License-Identifier: Apache-2.0
// Kernels of arcas/graph over the ranks of a cluster, each called by one task; their methods are
// told in the files distributed_*.cpp. Breadth-first search has a header of its own,
// distributed_bfs.h.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/kernels/sssp.h>

#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph {

// The labels of arcas/graph/kernels/components.h: the least vertex of each component, whichever way
// its edges point.
struct distributed_components_result {
  std::vector<vertex> labels;  // of all vertices, on the rank that asked
  std::uint64_t components = 0;
  unsigned steps = 0;
};

// By one task.
distributed_components_result components(const distributed_graph& g);
// Those of strong_components(): each the vertices that lead to each other. By one task.
distributed_components_result strong_components(const distributed_graph& g);

// The core numbers of arcas/graph/kernels/core_numbers.h.
struct distributed_core_result {
  std::vector<std::uint32_t> cores;  // of all vertices, on the rank that asked
  std::uint32_t degeneracy = 0;      // the greatest of them
  unsigned levels = 0;               // different core numbers
};

// By one task. Throws std::invalid_argument with a sentence for a graph that is not symmetric.
distributed_core_result core_numbers(const distributed_graph& g);

// The distances of arcas/graph/kernels/sssp.h, along weights that are 0 or more.
struct distributed_sssp_options {
  double delta = 0;  // width of a bin; 0: chosen
};

// W: graph::weight, or graph::real_weight where weights may have fractions.
template <class W = graph::weight>
struct distributed_sssp_result {
  // Of all vertices, on the rank that asked; graph::infinitely_far if not reached. Sums of whole
  // numbers are exact up to 2^53.
  std::vector<graph::distance<W>> distances;
  std::uint64_t reached = 0;
  double delta = 0;  // as it was used
  unsigned rounds = 0;
};

// By one task. Throws std::invalid_argument with a sentence for a graph without weights, or with
// weights of fractions where W is whole, a source that is no vertex, a negative weight, and a delta
// below 0.
template <class W = graph::weight>
distributed_sssp_result<W> sssp(const distributed_graph& g, vertex source,
                                const distributed_sssp_options& options = {});

// A shortest path to `end`, by one task that knows all distances from the source: its vertices, or
// none where `end` is not reached. Of several the one of arcas/graph's sssp(), where no weight is 0.
// Cost: a call for each vertex of the path. Throws std::invalid_argument for an end that is no
// vertex.
template <class W>
std::vector<vertex> path_to(const distributed_graph& g, const distributed_sssp_result<W>& found,
                            vertex source, vertex end);

// The scores of arcas/graph/kernels/pagerank.h, up to rounding.
struct distributed_pagerank_options {
  bool weighted = false;          // edges count by their weights, else all the same
  double damping = 0.85;          // 0 ≤ damping < 1
  double tolerance = 1e-6;        // 0 or more; of the residual
  unsigned max_iterations = 100;  // at least 1
  // A weight for each vertex, 0 or more, not all 0; or none, where all are equal.
  std::span<const double> personalization = {};
};

struct distributed_pagerank_result {
  std::vector<double> scores;  // of all vertices, on the rank that asked
  unsigned iterations = 0;
  double residual = 0;
};

// By one task. Throws std::invalid_argument with a sentence for options out of range, and for
// weights that are to count and are not there, or below 0.
distributed_pagerank_result pagerank(const distributed_graph& g,
                                     const distributed_pagerank_options& options = {});

// The scores of arcas/graph/kernels/betweenness.h, up to rounding, from some sources or all.
struct distributed_betweenness_options {
  // Scores are divided by the number of pairs they are about; else, in an undirected graph, each
  // pair counts once.
  bool normalized = true;
  // The ends of a way lie on it, too.
  bool endpoints = false;
};

struct distributed_betweenness_result {
  std::vector<double> scores;  // of all vertices, on the rank that asked
};

// By one task, from each of the sources; scaled as if from all. Throws std::invalid_argument with a
// sentence for a source that is no vertex.
distributed_betweenness_result betweenness(const distributed_graph& g,
                                           std::span<const vertex> sources,
                                           const distributed_betweenness_options& options = {});

// How many sets of three vertices are all neighbours of each other, whichever way their edges
// point? By one task.
std::uint64_t count_triangles(const distributed_graph& g);

// The counts of triangles_by_vertex() of arcas/graph/kernels/triangles.h.
struct distributed_triangles_result {
  std::vector<std::uint64_t> triangles;  // of all vertices, on the rank that asked
  std::vector<double> clustering;        // the same
  std::uint64_t total = 0;
  double average_clustering = 0;
  double transitivity = 0;
};

// By one task.
distributed_triangles_result triangles_by_vertex(const distributed_graph& g);

}  // namespace arcas::inline v0::cluster_graph
