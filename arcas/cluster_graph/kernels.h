// SPDX-License-Identifier: Apache-2.0
// Kernels of arcas/graph over the ranks of a cluster, each called by one task; their methods are
// told in the files distributed_*.cpp. Breadth-first search has a header of its own,
// distributed_bfs.h. A result has a value of each vertex at its home (vertex_values.h), until its end() is
// called by one task.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/sampled_betweenness.h>
#include <arcas/graph/kernels/shortest_paths.h>
#include <arcas/graph/kernels/spectral.h>
#include <arcas/graph/kernels/sssp.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

// The labels of arcas/graph/kernels/components.h: the least vertex of each component, whichever way
// its edges point.
struct distributed_components_result {
  vertex_values<vertex> labels;
  std::uint64_t components = 0;
  unsigned steps = 0;

  void end() const { labels.end(); }
};

// The greatest components, at most `count`: label and number of vertices, in descending order; equal ones by label. Called by
// one task. Each rank counts those whose label is its vertex.
std::vector<std::pair<vertex, std::uint64_t>> largest_components(
    const distributed_components_result& found, std::size_t count);

// By one task.
distributed_components_result components(const distributed_graph& g);
// Strongly connected components: the labels of arcas/graph's strong_components(). Called by one task.
distributed_components_result strong_components(const distributed_graph& g);

// The core numbers of arcas/graph/kernels/core_numbers.h.
struct distributed_core_result {
  vertex_values<std::uint32_t> cores;
  std::uint32_t degeneracy = 0;  // the greatest core number
  unsigned levels = 0;           // number of different core numbers

  void end() const { cores.end(); }
};

// Called by one task. Throws std::invalid_argument if the graph is not symmetric.
distributed_core_result core_numbers(const distributed_graph& g);

// The distances of arcas/graph/kernels/sssp.h, for weights of at least 0.
struct distributed_sssp_options {
  double delta = 0;        // width of a bin; 0: chosen automatically
  bool parents = false;    // whether the result has them: one more pass over the edges
  bool backwards = false;  // distances to the source, against the edges; not with parents
};

// W: graph::weight for whole numbers, graph::real_weight for weights with fractions.
template <class W = graph::weight>
struct distributed_sssp_result {
  // graph::infinitely_far for unreached vertices. Sums of whole numbers are exact up to 2^53.
  vertex_values<graph::distance<W>> distances;
  // Where asked for: the last vertex before it on a shortest path; the source's is itself;
  // graph::no_vertex: none. Those of arcas/graph's sssp(), provided that no weight is 0.
  vertex_values<vertex> parents;
  std::uint64_t reached = 0;
  double delta = 0;  // the width that was used
  unsigned rounds = 0;

  void end() const {
    distances.end();
    parents.end();
  }
};

// Called by one task. Throws std::invalid_argument for a graph without weights, weights with fractions
// if W is graph::weight, a source that is not a vertex, a negative weight, a delta below 0, parents of distances backwards, and
// a distance that is not below 2^53, or with fractions beyond the range of double.
template <class W = graph::weight>
distributed_sssp_result<W> sssp(const distributed_graph& g, vertex source,
                                const distributed_sssp_options& options = {});

// The vertices of a shortest path from `source` to `end`; empty if `end` is not reached. Called by one
// task. Among several shortest paths it returns that of arcas/graph's sssp(), provided that no weight is 0. Cost: for each vertex
// of the path some remote calls, which bring its in-edges and the distances at their other ends.
// Requires a result without `backwards`. Throws std::invalid_argument if `end` is not a vertex.
template <class W>
std::vector<vertex> path_to(const distributed_graph& g, const distributed_sssp_result<W>& found,
                            vertex source, vertex end);

// The k shortest simple paths, those of arcas/graph/kernels/shortest_paths.h: fewer than k if there are no more. Called by one task.
// Cost: shortest paths to the end, and at most a search for each vertex of each path, by tasks of the calling rank; a search
// sees little more than the path that it finds, and asks the homes of these vertices for their edges. Throws
// std::invalid_argument as sssp() does.
template <class W = graph::weight>
std::vector<graph::weighted_path<W>> k_shortest_paths(const distributed_graph& g, vertex from,
                                                      vertex to, std::size_t k);

// The scores of arcas/graph/kernels/pagerank.h, up to rounding.
struct distributed_pagerank_options {
  bool weighted = false;          // edges count by weight; false: all equally
  double damping = 0.85;          // 0 ≤ damping < 1
  double tolerance = 1e-6;        // 0 or more; of the residual
  unsigned max_iterations = 100;  // at least 1
  // A weight of at least 0 for each vertex, not all 0; empty: all vertices are equal. Its memory is the caller's.
  vertex_values<double> personalization = {};
};

struct distributed_pagerank_result {
  vertex_values<double> scores;
  unsigned iterations = 0;
  double residual = 0;

  void end() const { scores.end(); }
};

// Called by one task. Throws std::invalid_argument for options out of range; with `weighted`, also for
// a graph without weights, for weights that are negative or not finite, and for sums that pagerank.h refuses.
distributed_pagerank_result pagerank(const distributed_graph& g,
                                     const distributed_pagerank_options& options = {});

// The scores of arcas/graph/kernels/spectral.h, up to rounding, which differs from run to run.
struct distributed_spectral_result : graph::spectral_end {
  vertex_values<double> scores;       // of HITS the hubs'
  vertex_values<double> authorities;  // of HITS

  void end() const {
    scores.end();
    authorities.end();
  }
};

// Called by one task; options.loops has no effect. Throw std::invalid_argument as those of a single process do. The calling task
// calls the observer; what it throws is thrown.
distributed_spectral_result eigenvector_centrality(const distributed_graph& g,
                                                   const graph::spectral_options& options = {});
distributed_spectral_result katz_centrality(const distributed_graph& g,
                                            const graph::katz_options& options = {});
distributed_spectral_result hits(const distributed_graph& g,
                                 const graph::spectral_options& options = {});

// The scores of arcas/graph/kernels/betweenness.h, up to rounding, from some sources or all.
struct distributed_betweenness_options {
  // Edges are as long as their weights, else all the same.
  bool weighted = false;
  // Scores are divided by the number of pairs they are about; else, in an undirected graph, each
  // pair counts once.
  bool normalized = true;
  // Whether the ends of a shortest path count as vertices on the path.
  bool endpoints = false;
};

struct distributed_betweenness_result {
  vertex_values<double> scores;

  void end() const { scores.end(); }
};

// By one task, from each of the sources; scaled as if from all. Throws std::invalid_argument with a
// sentence for a source that is no vertex; with `weighted`, also for a graph without weights, for a negative weight anywhere,
// for a weight of 0 that is met, and for one so small beside the length of a path that it does not lengthen it.
distributed_betweenness_result betweenness(const distributed_graph& g,
                                           std::span<const vertex> sources,
                                           const distributed_betweenness_options& options = {});

// The scores of arcas/graph/kernels/sampled_betweenness.h: the same samples, whatever the number of ranks, and the same rule for
// their end, with sums that are rounded differently.
struct distributed_sampling_result : graph::sampling_end {
  vertex_values<double> scores;

  void end() const { scores.end(); }
};

// Called by one task; options.loops has no effect. Throws std::invalid_argument for an option out of range. The calling task calls
// the observer; what it throws is thrown. Cost: of a sample, messages to the homes of those vertices that two searches see and
// whose rows and degrees the rank has not kept. Memory of a rank: 64 bytes for each of its vertices (directed: 104); for rows of
// other ranks some 80 a row, at most one for each of its vertices (directed: two), and 4 an arc, of at most as many as its own.
// Each of 32 samples at a time takes 60 to 110 bytes for each vertex that its searches see, and some 12 for each arc of at most 64
// rows that it has copied.
distributed_sampling_result sampled_betweenness(
    const distributed_graph& g, const graph::sampled_betweenness_options& options = {});

// How many sets of three vertices are all neighbours of each other, whichever way their edges
// point? By one task.
std::uint64_t count_triangles(const distributed_graph& g);

// The counts of triangles_by_vertex() of arcas/graph/kernels/triangles.h.
struct distributed_triangles_result {
  vertex_values<std::uint64_t> triangles;
  vertex_values<double> clustering;  // local coefficients
  std::uint64_t total = 0;
  double average_clustering = 0;
  double transitivity = 0;

  void end() const {
    triangles.end();
    clustering.end();
  }
};

// Called by one task.
distributed_triangles_result triangles_by_vertex(const distributed_graph& g);

}  // namespace arcas::inline v0::cluster_graph
