// SPDX-License-Identifier: Apache-2.0
// Centralities over the ranks of a cluster: PageRank, eigenvector and Katz centrality, hubs and
// authorities, closeness, betweenness. kernels.h says how calls and results differ from those of
// arcas/graph/kernels.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/spectral.h>

#include <span>
#include <vector>

namespace arcas::inline v0::cluster_graph {

struct distributed_pagerank_result : graph::pagerank_end {
  vertex_values<double> scores;

  void end() const { scores.end(); }
};

// In Jacobi's order, whatever options.order is. The personalization is `jumps`; if it is empty, all
// vertices are equal. Throws std::invalid_argument if options.personalization is not empty.
distributed_pagerank_result pagerank(const distributed_graph& g,
                                     const graph::pagerank_options& options = {},
                                     const vertex_values<double>& jumps = {});

struct distributed_spectral_result : graph::spectral_end {
  vertex_values<double> scores;       // for HITS: the hub scores
  vertex_values<double> authorities;  // for HITS: the authority scores; otherwise empty

  void end() const { detail::end_all(scores, authorities); }
};

distributed_spectral_result eigenvector_centrality(const distributed_graph& g,
                                                   const graph::spectral_options& options = {});
distributed_spectral_result katz_centrality(const distributed_graph& g,
                                            const graph::katz_options& options = {});
distributed_spectral_result hits(const distributed_graph& g,
                                 const graph::spectral_options& options = {});

struct distributed_betweenness_result {
  vertex_values<double> scores;
  graph::betweenness_form form = graph::betweenness_form::inside;

  void end() const { scores.end(); }
};

// options.form has no effect.
distributed_betweenness_result betweenness(const distributed_graph& g,
                                           std::span<const vertex> sources,
                                           const graph::betweenness_options& options = {});

// The samples and the rule for stopping are the same for any number of ranks.
struct distributed_sampling_result : graph::sampling_end {
  vertex_values<double> scores;

  void end() const { scores.end(); }
};

// Cost of a sample: its two searches visit vertices, and ask their homes for rows and degrees that
// the rank of the sample has not kept. Memory of a rank:
//   - 64 bytes for each of its vertices (directed: 104);
//   - for kept rows of other ranks, about 80 bytes a row and 4 bytes an arc. A rank keeps at most
//     as many rows as it has vertices (directed: twice as many), with at most as many arcs as its
//     own rows have;
//   - for each of 32 concurrent samples, 60 to 110 bytes for each visited vertex, and about 12
//     bytes for each arc of at most 64 copied rows.
distributed_sampling_result sampled_betweenness(
    const distributed_graph& g, const graph::sampled_betweenness_options& options = {});

// The facts are on the calling rank. Cost: at worst, for each 64 vertices, a pass over the graph
// for each distance. By weights, the shortest paths to each vertex are found, one vertex after the
// other; then this throws std::invalid_argument as sssp() of ranks does.
std::vector<graph::distance_facts> distances_to(const distributed_graph& g,
                                                std::span<const vertex> vertices,
                                                const graph::distances_options& options = {});

}  // namespace arcas::inline v0::cluster_graph
