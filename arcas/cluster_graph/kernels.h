// SPDX-License-Identifier: Apache-2.0
// Kernels of arcas/graph over the ranks of a cluster, each called by one task. The headers of
// arcas/graph/kernels describe the functions of the same names, with their options, their results
// and what they throw. Here is only what differs:
//   - a result has a value of each vertex, at the home of the vertex (vertex_values.h), until one
//     task calls end() of the result;
//   - options.loops and options.locality have no effect, and the calling task calls the observer,
//     whose exceptions are passed on. After an exception the data of the kernel on all ranks are
//     freed, with every distributed object that an observer has made and not ended;
//   - a kernel for undirected graphs throws std::invalid_argument if the graph is not symmetric,
//     and a kernel by weights if the graph has none;
//   - sums of real numbers are rounded in another order, which may differ between runs.
// The files distributed_*.cpp describe the methods.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster_graph/centralities.h>
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/colouring.h>
#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/core_numbers.h>
#include <arcas/graph/kernels/distances.h>
#include <arcas/graph/kernels/matching.h>
#include <arcas/graph/kernels/random_walks.h>
#include <arcas/graph/kernels/similarity.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kernels/topological_order.h>
#include <arcas/graph/kernels/triangles.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

// Breadth-first search, level by level, in the direction that reads fewer edges (Beamer, Asanović,
// Patterson, SC 2012; over ranks as Buluç et al. 2017).
//   top down    each rank sends a message for every arc out of its part of the frontier, to the
//               home of the arc's target. The parent of a target is the start of the arc whose
//               message arrives first;
//   bottom up   each rank sends its part of the frontier, one bit for each vertex, to all ranks;
//               then every rank looks for a parent of each of its unvisited vertices.
// If the direction is automatic, the search switches to bottom up when the arcs of the frontier
// exceed a 15th of the arcs of unvisited vertices, and back when the frontier shrinks below an 18th
// of the vertices.

struct distributed_bfs_result {
  // An in-neighbour one level nearer to the source; runs may choose different ones. The parent of a
  // source is the source itself. no_vertex if not reached.
  vertex_values<vertex> parents;
  vertex_values<std::uint32_t> levels;  // graph::unreached if not reached
  std::uint64_t reached = 0;
  std::uint32_t depth = 0;
  std::uint32_t bottom_up_levels = 0;

  void end() const { detail::end_all(parents, levels); }
};

// Each vertex belongs to the tree of its nearest source. Of the options, only the direction has an
// effect.
distributed_bfs_result bfs(const distributed_graph& g, std::span<const vertex> sources,
                           const graph::bfs_options& options = {});
inline distributed_bfs_result bfs(const distributed_graph& g, vertex source,
                                  const graph::bfs_options& options = {}) {
  return bfs(g, std::span<const vertex>(&source, 1), options);
}

struct distributed_components_result {
  vertex_values<vertex> labels;
  std::uint64_t components = 0;
  unsigned steps = 0;  // of the method

  void end() const { labels.end(); }
};

// The labels and sizes of the largest components, at most `count`, in descending order of size;
// components of equal size are in ascending order of their labels. Each rank counts the components
// whose label is one of its vertices.
std::vector<std::pair<vertex, std::uint64_t>> largest_components(
    const distributed_components_result& found, std::size_t count);

distributed_components_result components(const distributed_graph& g);
distributed_components_result strong_components(const distributed_graph& g);

// All edges of the forest are on the calling rank: 8 bytes an edge, by weights at most 32. W:
// graph::unweighted, which reads no weights; graph::weight for whole numbers; graph::real_weight
// for weights with fractions. Throws std::invalid_argument if W is graph::weight and weights have
// fractions.
template <class W = graph::unweighted>
graph::spanning_forest_result<W, vertex> spanning_forest(const distributed_graph& g);

struct distributed_core_result {
  vertex_values<std::uint32_t> cores;
  std::uint32_t degeneracy = 0;  // the greatest core number
  unsigned levels = 0;           // number of different core numbers

  void end() const { cores.end(); }
};

distributed_core_result core_numbers(const distributed_graph& g);

struct distributed_truss_result {
  cluster::global_array<graph::basic_truss_edge<vertex>> edges;  // in ascending order
  std::uint32_t greatest = 0;                                    // 0 without edges

  void end() const {
    auto freed = edges;
    freed.free();
  }
};

distributed_truss_result truss_numbers(const distributed_graph& g);

struct distributed_independent_set_result {
  vertex_values<std::uint8_t> members;  // 1 for each vertex of the set
  std::uint64_t size = 0;

  void end() const { members.end(); }
};

distributed_independent_set_result independent_set(
    const distributed_graph& g, const graph::independent_set_options& options = {});

struct distributed_colouring_result {
  vertex_values<std::uint32_t> colours;  // from 0
  std::uint32_t count = 0;               // number of colours

  void end() const { colours.end(); }
};

distributed_colouring_result colouring(const distributed_graph& g,
                                       const graph::colouring_options& options = {});

struct distributed_matching_result {
  vertex_values<vertex> mates;  // no_vertex: unmatched
  std::uint64_t size = 0;       // number of edges

  void end() const { mates.end(); }
};

distributed_matching_result matching(const distributed_graph& g,
                                     const graph::matching_options& options = {});

// Label propagation gives the same communities for any number of ranks. Leiden and Louvain give the
// same communities in each run on a given number of ranks: on one rank, those of a single process.
// On another number of ranks, other vertices decide at the same time.
//
// Leiden and Louvain merge vertices until the graph of the groups is no larger than a rank's share
// of g; then the calling rank continues alone. Memory of a rank: 4 bytes for each of its arcs, 12
// with weights; 70 bytes for each of its vertices, and 16 for every other vertex in its rows. The
// next graph needs as much again for the rank's share of it. The row of a vertex is at its home,
// even if it is long. At the end the calling rank has 16 bytes for each community.
struct distributed_communities_result : graph::communities_end {
  vertex_values<vertex> labels;

  void end() const { labels.end(); }
};

distributed_communities_result communities(const distributed_graph& g,
                                           const graph::communities_options& options = {});
double partition_quality(const distributed_graph& g, const vertex_values<vertex>& labels,
                         const graph::communities_options& options = {});
// On the calling rank, for each community.
std::vector<double> conductances(const distributed_graph& g, const vertex_values<vertex>& labels,
                                 std::size_t count, graph::communities_options options = {});

// Cost: a message for each edge, except those of hubs.
struct distributed_order_result : graph::basic_topological_end<vertex> {
  vertex_values<std::uint32_t> levels;  // graph::no_level: not in the order

  // At most `count` vertices, the first of the order. Called by one task.
  std::vector<vertex> first(std::size_t count) const;
  void end() const { levels.end(); }
};

distributed_order_result topological_order(const distributed_graph& g);

// The walks are in parts: each rank holds those from consecutive starts.
struct distributed_walks_result {
  std::uint64_t walks = 0;
  std::uint64_t steps = 0;              // number of steps of a walk that does not end early
  std::uint64_t steps_taken = 0;        // of all walks
  vertex_values<std::uint64_t> visits;  // number of times that walks are at each vertex
  cluster::distributed<std::vector<vertex>> visited;  // the walks of a rank, one after the other
  std::uint64_t walks_a_rank = 0;

  // The entries from index `first` to last - 1 of all walks, one walk after the other. Each walk
  // has steps + 1 entries: its vertices, then no_vertex. Called by one task; asks the ranks that
  // hold the walks.
  std::vector<vertex> slice(std::uint64_t first, std::uint64_t last) const;
  void end() const { detail::end_all(visits, visited); }
};

distributed_walks_result random_walks(const distributed_graph& g, std::span<const vertex> starts,
                                      const graph::random_walks_options& options = {});

// members has 1 for each vertex of the set, otherwise 0.
double conductance(const distributed_graph& g, const vertex_values<std::uint8_t>& members,
                   const graph::communities_options& options = {});

struct distributed_diameter_result : graph::basic_diameter_end<vertex> {
  vertex_values<std::uint32_t> eccentricities;  // set by eccentricities() only

  void end() const { eccentricities.end(); }
};

distributed_diameter_result diameter(const distributed_graph& g,
                                     const graph::diameter_options& options = {});
distributed_diameter_result eccentricities(const distributed_graph& g,
                                           const graph::diameter_options& options = {});

struct distributed_sssp_options {
  double delta = 0;        // width of a bin; 0: chosen automatically
  bool parents = false;    // whether to compute `parents`: more passes over the edges
  bool backwards = false;  // distances of all vertices to the source; not with `parents`
};

// W: graph::weight for whole numbers, graph::real_weight for weights with fractions.
template <class W = graph::weight>
struct distributed_sssp_result {
  // graph::infinitely_far for unreached vertices. Sums of whole numbers are exact up to 2^53.
  vertex_values<graph::distance<W>> distances;
  // If requested: each vertex's predecessor on a shortest path; the source is its own;
  // no_vertex if not reached. They equal those of arcas/graph's sssp(), provided that no
  // weight is 0.
  vertex_values<vertex> parents;
  std::uint64_t reached = 0;
  double delta = 0;   // the width of the bins
  unsigned bins = 0;  // number of bins that were settled (distributed_sssp.cpp)

  void end() const { detail::end_all(distances, parents); }
};

// Also throws std::invalid_argument
//   - for a negative weight, even if no search meets it;
//   - for weights with fractions if W is graph::weight;
//   - for `parents` together with `backwards`;
//   - for a distance of 2^53 or more; for weights with fractions, only for a distance beyond the
//     range of double.
template <class W = graph::weight>
distributed_sssp_result<W> sssp(const distributed_graph& g, vertex source,
                                const distributed_sssp_options& options = {});

// Cost: a remote call for each vertex of the path.
template <class W>
std::vector<vertex> path_to(const distributed_sssp_result<W>& found, vertex v) {
  graph::detail::require_path(found.distances.size(), !found.parents.empty(), v);
  return graph::detail::path_by_parents(v, [&](vertex u) { return found.parents.at(u); });
}

// Cost: sssp() backwards from `to`, and at most one search for each vertex of each path, by tasks
// of the calling rank. A search visits little more than the path that it finds, and asks the homes
// of the visited vertices for their edges. Throws std::invalid_argument as sssp() does.
template <class W = graph::weight>
std::vector<graph::weighted_path<W, vertex>> k_shortest_paths(const distributed_graph& g,
                                                              vertex from, vertex to,
                                                              std::size_t k);

// Scores equal those of a single process to the last bit. A rank copies rows of other ranks, a
// limited number of arcs at a time. It has 4 bytes for each vertex of the graph. With 64-bit
// numbers, throws std::invalid_argument for a vertex with 2^32 edges or more.
std::vector<double> similarities(const distributed_graph& g, std::span<const vertex_pair> pairs,
                                 const graph::similarity_options& options = {});

struct distributed_similar_result {
  struct column {
    vertex_values<vertex> vertices;  // no_vertex: the list of the vertex has ended
    vertex_values<double> scores;
  };
  std::vector<column> columns;

  void end() const {
    for (const auto& [vertices, scores] : columns) detail::end_all(vertices, scores);
  }
};

distributed_similar_result most_similar(const distributed_graph& g,
                                        const graph::most_similar_options& options = {});

// count_triangles() and triangles_by_vertex() take directed edges as undirected.
std::uint64_t count_triangles(const distributed_graph& g);

struct distributed_triangles_result : graph::triangles_end {
  vertex_values<std::uint64_t> triangles;
  vertex_values<double> clustering;  // local clustering coefficients

  void end() const { detail::end_all(triangles, clustering); }
};

distributed_triangles_result triangles_by_vertex(const distributed_graph& g);

// Two functions that make a graph from another, which stays as it is. No rank holds more than its
// part of both graphs, and copies of its edges while they are sent to their homes.

// The graph of graph::induced_subgraph(): the vertices with a value other than 0, and all edges
// between them. Vertices are numbered in ascending order of their numbers in g and keep their
// names. Each home is asked once for the new number of a vertex by each rank that needs it.
distributed_graph induced_subgraph(const distributed_graph& g,
                                   const vertex_values<std::uint8_t>& chosen);

// The undirected graph with the same vertices, without names and weights: directions are ignored,
// parallel edges count once, and self-loops are dropped.
distributed_graph simple_undirected(const distributed_graph& g);

}  // namespace arcas::inline v0::cluster_graph
