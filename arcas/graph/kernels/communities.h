// SPDX-License-Identifier: Apache-2.0
// Communities: a partition of the vertices into groups with many edges inside and few between.
//
// Qualities. m is the weight of all edges. For each community, `inside` is the weight of the edges
// between its vertices, K the sum of their strengths (weighted degrees), and s their number:
//   modularity   sum over communities of inside / m - resolution * (K / 2m)^2 (Newman, Girvan 2004)
//   cpm          sum over communities of inside - resolution * s (s - 1) / 2   (Traag, Van Dooren,
//                Nesterov 2011: the constant Potts model, which has no resolution limit)
//
// Methods:
//   leiden       Traag, Waltman, van Eck: From Louvain to Leiden, 2019. Each vertex moves to the
//                community by which the quality gains most, until no move gains. Then each
//                community is refined into well-connected parts. The parts become the vertices of a
//                smaller graph, on which all this is repeated. All communities are connected.
//   louvain      Blondel, Guillaume, Lambiotte, Lefebvre 2008: without refinement. A community may
//                be disconnected.
//   label_propagation   Raghavan, Albert, Kumara 2007: each vertex takes the label with the
//                       greatest weight among its neighbours. Fast and coarse; it does not consider
//                       the quality.
//
// In parallel the result depends on the seed and not on the number of workers. The vertices that
// may move are divided into 64 batches or, if fewer than 64 vertices are left, into batches of one
// vertex. A vertex decides by the communities as they are before its batch moves, and by the
// decisions of up to 15 vertices with lower numbers in the batch; then the batch moves. (Compare
// Lu, Halappanavar, Kalyanaraman: Parallel heuristics for scalable community detection, 2015, with
// the classes of a colouring as batches.) Weights are kept as integers (real weights as multiples
// of about 2^-61 of their sum), so that sums do not depend on their order. One worker refines a
// community.
//
// A self-loop counts once in `inside` and twice in the strength of its vertex; the weights of
// parallel edges are summed. An isolated vertex is a community of its own.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

enum class community_method { leiden, louvain, label_propagation };
enum class community_quality { modularity, cpm };

struct communities_options {
  bool weighted = false;  // edges count by their weights; otherwise each as 1
  community_method method = community_method::leiden;
  community_quality quality = community_quality::modularity;
  double resolution = 1;  // above 0; a higher resolution gives smaller communities
  // The maximum number of iterations. Each starts from the partition of the iteration before; the
  // first that does not improve it ends the run.
  unsigned iterations = 2;
  std::uint64_t seed = 27491095;  // decides the result
  loop_options loops = {};
};

struct communities_end {
  std::size_t count = 0;  // number of communities
  double quality = 0;
  unsigned iterations = 0;  // number of those that improved the quality; 1 for label propagation
};

struct communities_result : communities_end {
  // One a vertex. Communities are numbered from 0, by falling size, and by their least vertices if
  // sizes are equal.
  plain_array<vertex> labels;
};

// Throws std::invalid_argument for a weight below 0 or not finite; for a sum of weights that is
// neither 0 nor from 2^-300 to 2^300; and for a resolution that is not above 0 and at most 1e100.
// Throws interrupted if a stop is requested by options.loops.stop. Memory: 45 bytes a vertex;
// for the smaller graphs 56 bytes an edge, or up to 72 if they are hardly smaller; and with weights
// another 16 an edge.
communities_result communities(const undirected_view& g, const communities_options& options = {});
// Returns the quality of a partition; uses the options quality, resolution, weighted and loops.
// `labels` has one element a vertex, each below the number of vertices.
double partition_quality(const undirected_view& g, std::span<const vertex> labels,
                         const communities_options& options = {});
// The conductance of each community c < count: the weight of the edges that leave c, divided by the
// strength of c or of all other vertices, whichever is less; 0 if either strength is 0.
std::vector<double> conductances(const undirected_view& g, std::span<const vertex> labels,
                                 std::size_t count, const communities_options& options = {});
// The conductance of one set of vertices: members[v] is 1 for each vertex of the set, otherwise 0.
// Uses the options weighted and loops.
double conductance(const undirected_view& g, std::span<const std::uint8_t> members,
                   const communities_options& options = {});

// For graphs with weights, which are used if options.weighted: whole numbers of 32 or 64 bits,
// float or double.
template <class W>
  requires is_weight<W>
communities_result communities(const basic_undirected_graph<W>& g,
                               const communities_options& options = {});
template <class W>
  requires is_weight<W>
double partition_quality(const basic_undirected_graph<W>& g, std::span<const vertex> labels,
                         const communities_options& options = {});
template <class W>
  requires is_weight<W>
std::vector<double> conductances(const basic_undirected_graph<W>& g, std::span<const vertex> labels,
                                 std::size_t count, const communities_options& options = {});
template <class W>
  requires is_weight<W>
double conductance(const basic_undirected_graph<W>& g, std::span<const std::uint8_t> members,
                   const communities_options& options = {});

}  // namespace arcas::inline v0::graph
