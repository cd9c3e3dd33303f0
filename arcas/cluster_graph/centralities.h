// SPDX-License-Identifier: Apache-2.0
// Centralities over the ranks of a cluster: PageRank, eigenvector and Katz centrality, hubs and
// authorities, closeness, betweenness. kernels.h describes calls and results.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/kernels/spectral.h>

#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph {

// The scores of arcas/graph/kernels/pagerank.h with pagerank_order::jacobi, up to rounding.
struct distributed_pagerank_options {
  bool weighted = false;          // whether edges count by weight; otherwise all equally
  double damping = 0.85;          // 0 ≤ damping < 1
  double tolerance = 1e-6;        // of the residual; 0 or more
  unsigned max_iterations = 100;  // at least 1
  // A weight of at least 0 for each vertex, not all 0; empty: all vertices are equal. pagerank()
  // does not call its end().
  vertex_values<double> personalization = {};
};

struct distributed_pagerank_result {
  vertex_values<double> scores;
  unsigned iterations = 0;
  double residual = 0;

  void end() const { scores.end(); }
};

// Throws std::invalid_argument for options out of range; with `weighted`, also
// for a graph without weights, for weights that are negative or not finite, and if the sum of the
// weights of a vertex cannot be used (arcas/graph/kernels/strengths.h).
distributed_pagerank_result pagerank(const distributed_graph& g,
                                     const distributed_pagerank_options& options = {});

// The scores of arcas/graph/kernels/spectral.h, up to rounding, which differs between runs.
struct distributed_spectral_result : graph::spectral_end {
  vertex_values<double> scores;       // for HITS: the hub scores
  vertex_values<double> authorities;  // for HITS: the authority scores; otherwise empty

  void end() const {
    scores.end();
    authorities.end();
  }
};

// options.loops has no effect. These functions throw std::invalid_argument as
// those of a single process do. The calling task calls the observer; an exception of the observer
// is passed on.
distributed_spectral_result eigenvector_centrality(const distributed_graph& g,
                                                   const graph::spectral_options& options = {});
distributed_spectral_result katz_centrality(const distributed_graph& g,
                                            const graph::katz_options& options = {});
distributed_spectral_result hits(const distributed_graph& g,
                                 const graph::spectral_options& options = {});

// The scores of arcas/graph/kernels/betweenness.h, up to rounding, from some sources or all.
struct distributed_betweenness_options {
  // Whether the length of an edge is its weight; otherwise all edges are equally long.
  bool weighted = false;
  // Whether scores are divided by the number of pairs that they count. Otherwise each pair of an
  // undirected graph counts once.
  bool normalized = true;
  // Whether the ends of a shortest path count as vertices on the path.
  bool endpoints = false;
};

struct distributed_betweenness_result {
  vertex_values<double> scores;

  void end() const { scores.end(); }
};

// Sums over the given sources, scaled as if over all vertices. Throws
// std::invalid_argument for a source that is not a vertex; with `weighted`, also for a graph
// without weights, for any negative weight, and for an edge, reached from a source, whose weight is
// 0 or so small that adding it to the length of the path changes nothing.
distributed_betweenness_result betweenness(const distributed_graph& g,
                                           std::span<const vertex> sources,
                                           const distributed_betweenness_options& options = {});

// The scores of sampled_betweenness() of arcas/graph/kernels/betweenness.h, from the same samples
// for any number of ranks, and by the same rule for stopping. Only sums are rounded differently.
struct distributed_sampling_result : graph::sampling_end {
  vertex_values<double> scores;

  void end() const { scores.end(); }
};

// options.loops has no effect. Throws std::invalid_argument for an option out
// of range. The calling task calls the observer; an exception of the observer is passed on. Cost of
// a sample: its two searches visit vertices, and ask their homes for rows and degrees that the rank
// of the sample has not kept. Memory of a rank:
//   - 64 bytes for each of its vertices (directed: 104);
//   - for kept rows of other ranks, about 80 bytes a row and 4 bytes an arc. There is at most one
//     kept row for each of its vertices (directed: two), and at most as many kept arcs as its own;
//   - for each of 32 concurrent samples, 60 to 110 bytes for each visited vertex, and about 12
//     bytes for each arc of at most 64 copied rows.
distributed_sampling_result sampled_betweenness(
    const distributed_graph& g, const graph::sampled_betweenness_options& options = {});

// The facts of arcas/graph/kernels/distances.h about the distances to each of these vertices, on
// the calling rank: closeness, harmonic centrality and eccentricity. `loops` has no effect; the
// observer is called in the calling task. Cost: at worst a pass over the graph for each 64 vertices
// and each distance; by weights, shortest paths to each vertex, one after the other. Throws
// std::invalid_argument for an element that is not a vertex and, by weights, as sssp() does or if
// the graph has no weights, and vertex_error for a sum beyond double.
std::vector<graph::distance_facts> distances_to(const distributed_graph& g,
                                                std::span<const vertex> vertices,
                                                const graph::distances_options& options = {});

}  // namespace arcas::inline v0::cluster_graph
