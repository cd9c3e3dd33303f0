// SPDX-License-Identifier: Apache-2.0
// Checkers of the results of kernels. They are serial, follow the definition, and share no code
// with the kernels. The functions fault_in_… return the fault as a sentence; it is empty for a
// correct result.
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

// `parents` and `levels` are as in bfs_result; `levels` may be empty. The distance of each vertex
// is found by a breadth-first search with a queue; a parent must be one step nearer to the sources
// than its child, and have an edge to it.
std::string fault_in_bfs(const graph_view& g, std::span<const vertex> sources,
                         std::span<const vertex> parents, std::span<const std::uint32_t> levels);

// Checks `parents`, which are as in sssp_result. An edge must lead from each parent to its child,
// and its weight must be the difference of their distances. All paths along the parents must end at
// the source. `distances` must be correct. G is as for fault_in_distances().
template <class G>
std::string fault_in_shortest_paths(
    const G& g, vertex source,
    std::span<
        const std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>>
        distances,
    std::span<const vertex> parents);

// Checks by Dijkstra's algorithm with a heap. The distance of an unreachable vertex is infinity, or
// the greatest integer if weights are integers. G is a directed or undirected graph with weights of
// type `weight` or `real_weight`; sums of real weights may differ by rounding.
template <class G>
std::string fault_in_distances(
    const G& g, vertex source,
    std::span<
        const std::conditional_t<std::is_integral_v<typename G::weight_type>, std::int64_t, double>>
        distances);

// Components are found by depth-first search, strong components by Kosaraju's two searches. Two
// vertices must have the same label exactly if they are in the same component.
std::string fault_in_components(const graph_view& g, std::span<const vertex> labels);
std::string fault_in_strong_components(const graph_view& g, std::span<const vertex> labels);

// For each k, removes vertices with fewer than k remaining neighbours until no such vertex is left;
// the remaining vertices are the k-core.
std::string fault_in_core_numbers(const undirected_view& g, std::span<const std::uint32_t> cores);

// For each k, removes edges until each remaining edge is in at least k - 2 triangles of remaining
// edges. `edges` are as in truss_result.
std::string fault_in_truss_numbers(const undirected_view& g, std::span<const edge> edges,
                                   std::span<const std::uint32_t> numbers);

struct pagerank_verdict {
  double residual = 0;  // sum over v of |score(v) − right-hand side of the equation at v|
  double total = 0;     // sum of the scores
  std::string fault;    // the first fault; empty if there is none

  bool right() const { return fault.empty(); }
};

// Checks that
//   - there is one score for each vertex;
//   - each score is at least what jumps alone give the vertex, (1 - damping) / n without
//     personalization;
//   - the residual of the equation at the head of kernels/pagerank.h is at most the tolerance plus
//     a bound on rounding;
//   - the total of the scores differs from 1 by at most the same amount.
// Jumps lead to any vertex or, with personalization, to vertices in proportion to their weights in
// the personalization. Scores are pushed along out-edges, while the kernel pulls them along
// in-edges: so the check also finds a graph whose two directions disagree.
pagerank_verdict check_pagerank(const graph_view& g, std::span<const double> scores, double damping,
                                double tolerance, std::span<const double> personalization = {});
// As check_pagerank(), for a surfer who follows edges in proportion to their weights. G is a graph
// with weights of type `weight` or `real_weight`.
template <class G>
pagerank_verdict check_weighted_pagerank(const G& g, std::span<const double> scores, double damping,
                                         double tolerance,
                                         std::span<const double> personalization = {});

// Compares the scores with `factor` times the betweenness sums; the factor normalises and halves
// these sums. The sums are computed with lists of predecessors, not by Brandes' sum over
// successors.
std::string fault_in_betweenness(const graph_view& g, std::span<const vertex> sources,
                                 bool endpoints, double factor, std::span<const double> scores);
// Checks by a search from each vertex that each normalised score is wrong by at most `error`. Slow
// on large graphs.
std::string fault_in_sampled_betweenness(const graph_view& g, std::span<const double> scores,
                                         double error);
// As fault_in_betweenness(), where a weight is a length. G is as for check_weighted_pagerank().
template <class G>
std::string fault_in_weighted_betweenness(const G& g, std::span<const vertex> sources,
                                          bool endpoints, double factor,
                                          std::span<const double> scores);

// Checks by a search from each vertex: slow on large graphs.
std::string fault_in_eccentricities(const undirected_view& g,
                                    std::span<const std::uint32_t> eccentricities);
std::string fault_in_diameter(const undirected_view& g, std::uint32_t diameter, vertex from,
                              vertex to);

// An each_edge calls a function for each edge of a graph.
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
// Checks the values of the given vertices by a search from each, against the direction of edges:
// NetworkX defines closeness by distances to the vertex. Weights are lengths.
std::string fault_in_closeness(std::size_t vertex_count, const each_edge& edges,
                               std::span<const vertex> vertices, std::span<const double> closeness,
                               std::span<const double> harmonic,
                               std::span<const double> eccentricities);
// `mates` has each vertex's mate, or no_vertex. Checks that the matching is maximal, and that each
// edge outside the matching has an end whose matched edge has at least the same weight.
std::string fault_in_matching(const each_edge& edges, std::span<const vertex> mates);
// Checks a matching of a bipartite graph: a vertex cover with as many vertices as the matching has
// edges proves that no matching is larger.
std::string fault_in_bipartite_matching(const undirected_view& g, std::span<const vertex> mates,
                                        std::span<const std::uint8_t> cover);
// Checks the k shortest paths, given as lists of vertices. Slow: a search for each vertex of each
// path.
std::string fault_in_shortest_simple_paths(std::size_t vertex_count, const each_edge& edges,
                                           vertex from, vertex to, std::size_t k,
                                           std::span<const std::vector<vertex>> paths,
                                           std::span<const double> lengths);
// Checks the conductance of the set of vertices v for which members[v] is 1. Both ends of a
// self-loop count on its vertex's side.
std::string fault_in_conductance(const each_edge& edges, std::span<const vertex> members,
                                 double conductance);
// The checkers of eigenvector, Katz and HITS scores compute one step from the definition, over all
// edges: this step must change the scores by at most a few times the tolerance. Eigenvector and
// Katz scores must be vectors of length 1; HITS scores must add up to 1.
std::string fault_in_eigenvector(const each_edge& edges, std::span<const double> scores,
                                 double tolerance);
std::string fault_in_katz(const each_edge& edges, std::span<const double> scores, double alpha,
                          double tolerance);
std::string fault_in_hits(const each_edge& edges, std::span<const double> hubs,
                          std::span<const double> authorities, double tolerance);

// Number of triangles at each vertex. Parallel edges count once, and self-loops do not count. For
// each vertex and each pair of its neighbours with higher numbers, tests whether the two are
// adjacent. Slow on large graphs.
std::vector<std::uint64_t> triangles_at_vertices(const undirected_view& g);
// `at_vertices` and `clustering` may be empty; they are then not checked.
std::string fault_in_triangles(const undirected_view& g, std::uint64_t total,
                               std::span<const std::uint64_t> at_vertices = {},
                               std::span<const double> clustering = {});

// The measure of kernels/similarity.h; if neither member is set, the number of common neighbours.
struct similarity_claim {
  bool jaccard = false;
  bool adamic_adar = false;
};
// Checks the measure of each pair by the sets of neighbours.
std::string fault_in_similarities(const undirected_view& g, similarity_claim claim,
                                  std::span<const edge> pairs, std::span<const double> scores);
// vertices[r] and scores[r] are columns[r] of most_similar_result. For each vertex, adds up the
// terms of all walks of two edges. Slow on large graphs.
std::string fault_in_most_similar(const undirected_view& g, similarity_claim claim, bool neighbors,
                                  std::span<const std::vector<vertex>> vertices,
                                  std::span<const std::vector<double>> scores);

// members[v] is not 0 for the vertices of the set. No two of them may be neighbours, and each other
// vertex must have a neighbour in the set.
std::string fault_in_independent_set(const undirected_view& g,
                                     std::span<const std::uint8_t> members);

// Neighbours must have different colours, and all colours below `count` must be used.
std::string fault_in_colouring(const undirected_view& g, std::span<const std::uint32_t> colours,
                               std::uint32_t count);

// Each vertex of the order must be after all its in-neighbours. Either the order has all vertices,
// or `cycle` is a cycle of the graph.
std::string fault_in_topological_order(const graph_view& g, std::span<const vertex> order,
                                       std::span<const vertex> cycle);

// Checks by a depth-first search. Edges, blocks and articulation points are as in
// biconnected_result.
std::string fault_in_biconnected_components(const undirected_view& g, std::span<const edge> edges,
                                            std::span<const edge_index> blocks,
                                            std::span<const std::uint8_t> articulation);

// `visited` has walks of `width` vertices, one after the other. Each step must follow an edge. A
// walk may end early only at a vertex without out-edges; no_vertex fills its rest.
std::string fault_in_random_walks(const graph_view& g, std::span<const vertex> visited,
                                  std::size_t width);

// The claimed properties of a partition: its quality, the measure of the quality, and whether each
// community is connected.
struct partition_claim {
  double quality = 0;
  bool cpm = false;  // the constant Potts model; otherwise modularity
  double resolution = 1;
  bool weighted = false;
  bool connected = false;
};
// Checks that labels name `count` communities in descending order of size, and checks the claim by
// the definition of the quality. G is an undirected graph.
template <class G>
std::string fault_in_communities(const G& g, std::span<const vertex> labels, std::size_t count,
                                 const partition_claim& claim);

// Checks by Kruskal's algorithm: the forest must connect each component without a cycle, at minimum
// weight.
template <class W>
std::string fault_in_spanning_forest(const basic_undirected_graph<W>& g,
                                     std::span<const basic_edge<vertex, W>> edges, double total);

}  // namespace arcas::inline v0::graph
