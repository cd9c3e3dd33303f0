// SPDX-License-Identifier: Apache-2.0
// Is the result of a kernel right? Serial, from the definition, and sharing no code with the kernel.
// Each function returns what is wrong as a sentence, which is empty for a right result.
#pragma once

#include <arcas/graph/edge_list.h>
#include <arcas/graph/graph_view.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::graph {

// parents and levels as bfs_result has them; levels may be left out. The fewest steps to each vertex
// are counted by a queue, and a parent must be one step nearer and have an edge to its child.
std::string fault_in_bfs(const graph_view& g, std::span<const vertex> sources,
                         std::span<const vertex> parents, std::span<const std::uint32_t> levels);

// Parents as sssp_result has them, of distances that are right: each is an in-neighbour that is nearer by
// the weight of an edge, and all ways along them end at the source. G: as for fault_in_distances.
template <class G>
std::string fault_in_shortest_paths(
    const G& g, vertex source,
    std::span<
        const std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>>
        distances,
    std::span<const vertex> parents);

// By Dijkstra's algorithm with a heap. Of vertices that cannot be reached the distance is infinite,
// or the greatest whole number. G: a directed or undirected graph of weights `weight` or
// `real_weight`; sums of the latter may differ by rounding.
template <class G>
std::string fault_in_distances(
    const G& g, vertex source,
    std::span<
        const std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>>
        distances);

// Components are found by depth-first searches, Kosaraju's two for the strong ones; labels must tell
// exactly them apart.
std::string fault_in_components(const graph_view& g, std::span<const vertex> labels);
std::string fault_in_strong_components(const graph_view& g, std::span<const vertex> labels);

// For each k, vertices with fewer than k neighbours left are taken away until there are none; those
// that stay are the k-core.
std::string fault_in_core_numbers(const undirected_view& g, std::span<const std::uint32_t> cores);

// By taking edges away, k after k, until each that is left is in enough triangles. Edges as truss_result has them.
std::string fault_in_truss_numbers(const undirected_view& g, std::span<const edge> edges,
                                   std::span<const std::uint32_t> numbers);

struct pagerank_verdict {
  double residual = 0;  // sum over v of |score(v) - right-hand side of the equation at v|
  double total = 0;     // sum of the scores
  std::string fault;    // the first thing that is wrong; empty where all is well

  bool right() const { return fault.empty(); }
};

// Scores are right when there is one for each vertex, each is at least (1 - damping) / n, and both
// the residual (of the equation at the head of kernels/pagerank.h) and the total's distance from 1
// are at most the tolerance (and rounding). Jumps lead anywhere, or, personalised, in proportion to a
// weight for each vertex. Scores are pushed along out-edges where the kernel pulls along in-edges:
// that would also find the two directions of a graph at odds.
pagerank_verdict check_pagerank(const graph_view& g, std::span<const double> scores, double damping,
                                double tolerance, std::span<const double> personalization = {});
// Of a surfer who follows edges in proportion to their weights. G: a graph of weights `weight` or
// `real_weight`; so for betweenness, where a weight is a length.
template <class G>
pagerank_verdict check_weighted_pagerank(const G& g, std::span<const double> scores, double damping,
                                         double tolerance,
                                         std::span<const double> personalization = {});

// What is wrong with scores / factor, which are neither normalised nor halved: not by Brandes' sum over
// successors, but with lists of predecessors.
std::string fault_in_betweenness(const graph_view& g, std::span<const vertex> sources,
                                 bool endpoints, double factor, std::span<const double> scores);
// Normalised scores, by searches from all vertices, one after the other: slow on large graphs.
std::string fault_in_sampled_betweenness(const graph_view& g, std::span<const double> scores,
                                         double error);
template <class G>
std::string fault_in_weighted_betweenness(const G& g, std::span<const vertex> sources,
                                          bool endpoints, double factor,
                                          std::span<const double> scores);

// By a search from each vertex, one after the other: slow on large graphs.
std::string fault_in_eccentricities(const undirected_view& g,
                                    std::span<const std::uint32_t> eccentricities);
std::string fault_in_diameter(const undirected_view& g, std::uint32_t diameter, vertex from,
                              vertex to);

// What spectral.h computes, by one step from the definition over all edges one after the other: it must change the scores by
// no more than a few times the tolerance. Of vectors of length 1; of HITS they add up to 1.
using each_edge =
    std::function<void(const std::function<void(vertex from, vertex to, double weight)>&)>;
template <class G>
each_edge edges_of_graph(const G& g, bool weighted) {
  return [&g, weighted](const auto& use) {
    for (std::size_t i = 0; i < g.vertex_count(); ++i) {
      const auto u = static_cast<vertex>(i);
      if constexpr (requires { g.out_edges(u); }) {
        for (const auto [v, w] : g.out_edges(u)) use(u, v, weighted ? static_cast<double>(w) : 1);
      } else {
        for (const vertex v : g.out_neighbors(u)) use(u, v, 1);
      }
    }
  };
}
// Of each of these vertices, by a search against the edges from it, as NetworkX defines them; weights are lengths.
std::string fault_in_closeness(std::size_t vertex_count, const each_edge& edges,
                               std::span<const vertex> vertices, std::span<const double> closeness,
                               std::span<const double> harmonic,
                               std::span<const double> eccentricities);
// Of a maximal matching, each vertex's mate, or no_vertex; each edge that is not in it has an end whose edge weighs as much
// or more.
std::string fault_in_matching(const each_edge& edges, std::span<const vertex> mates);
// Of a bipartite graph; a cover as large as the matching proves that none is larger.
std::string fault_in_bipartite_matching(const undirected_view& g, std::span<const vertex> mates,
                                        std::span<const std::uint8_t> cover);
// The k shortest paths, as lists of vertices. Slow: a search for each vertex of each path.
std::string fault_in_shortest_simple_paths(std::size_t vertex_count, const each_edge& edges,
                                           vertex from, vertex to, std::size_t k,
                                           std::span<const std::vector<vertex>> paths,
                                           std::span<const double> lengths);
// Of the vertices whose member is 1. A self-loop has both its ends in one place.
std::string fault_in_conductance(const each_edge& edges, std::span<const vertex> members,
                                 double conductance);
std::string fault_in_eigenvector(const each_edge& edges, std::span<const double> scores,
                                 double tolerance);
std::string fault_in_katz(const each_edge& edges, std::span<const double> scores, double alpha,
                          double tolerance);
std::string fault_in_hits(const each_edge& edges, std::span<const double> hubs,
                          std::span<const double> authorities, double tolerance);

// Triangles of the simple graph that each vertex is part of: for each vertex and each pair of its
// neighbours above it, is there an edge between them? Slow on large graphs.
std::vector<std::uint64_t> triangles_at_vertices(const undirected_view& g);
// clustering may be left out.
std::string fault_in_triangles(const undirected_view& g, std::uint64_t total,
                               std::span<const std::uint64_t> at_vertices = {},
                               std::span<const double> clustering = {});

// members: not 0 for those of the set, of which no two may be neighbours, and beside which no vertex may stand alone.
std::string fault_in_independent_set(const undirected_view& g,
                                     std::span<const std::uint8_t> members);

// No neighbours of one colour, and all colours below count are used.
std::string fault_in_colouring(const undirected_view& g, std::span<const std::uint32_t> colours,
                               std::uint32_t count);

// Each vertex of the order behind all that lead to it; all vertices, or a cycle.
std::string fault_in_topological_order(const graph_view& g, std::span<const vertex> order,
                                       std::span<const vertex> cycle);

// By a depth-first search. Edges, blocks and articulation points as biconnected_result has them.
std::string fault_in_biconnected_components(const undirected_view& g, std::span<const edge> edges,
                                            std::span<const edge_index> blocks,
                                            std::span<const std::uint8_t> articulation);

// Walks of `width` vertices each, one behind the other: along edges, and ended only where none leads on.
std::string fault_in_random_walks(const graph_view& g, std::span<const vertex> visited,
                                  std::size_t width);

// What a partition is said to be: its quality, of which kind and by what, and whether each community is connected.
struct partition_claim {
  double quality = 0;
  bool cpm = false;  // the constant Potts model, else modularity
  double resolution = 1;
  bool weighted = false;
  bool connected = false;
};
// `count` communities, 0 the largest, and the claim by the definition. G: an undirected graph.
template <class G>
std::string fault_in_communities(const G& g, std::span<const vertex> labels, std::size_t count,
                                 const partition_claim& claim);

// By Kruskal's algorithm: as many edges as connect each component, without a circle, as light as possible.
template <class W>
std::string fault_in_spanning_forest(const basic_undirected_graph<W>& g,
                                     std::span<const basic_edge<vertex, W>> edges, double total);

}  // namespace arcas::inline v0::graph
