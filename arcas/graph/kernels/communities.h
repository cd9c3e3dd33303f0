// SPDX-License-Identifier: Apache-2.0
// Communities: a partition of the vertices into groups with many edges inside and few between.
//
// Qualities, with m the weight of all edges, K the strength (sum of degrees) and s the size of a community:
//   modularity   sum over communities of inside / m - resolution * (K / 2m)^2      (Newman, Girvan 2004)
//   cpm          sum over communities of inside - resolution * s (s - 1) / 2       (Traag, Van Dooren,
//                Nesterov 2011: the constant Potts model, which has no limit of resolution)
//
// Methods:
//   leiden       Traag, Waltman, van Eck: From Louvain to Leiden, 2019. Vertices move to where the quality
//                gains most until none gains; each community is refined into parts that are connected well;
//                the parts become the vertices of a smaller graph. All communities are connected.
//   louvain      Blondel, Guillaume, Lambiotte, Lefebvre 2008: the same without refinement. A community may be
//                in several pieces.
//   label_propagation   Raghavan, Albert, Kumara 2007: each vertex takes the label that weighs most among its
//                neighbours. Fast and coarse; pays no regard to quality.
//
// In parallel, and still the same result for a seed whatever the number of workers: the vertices that may move are
// taken in batches, at most a 64th of them at a time. Those of a batch decide by the communities as they were before it,
// and then move all at once; a batch is one vertex where few are left, so that the end is exact (compare Lu,
// Halappanavar, Kalyanaraman: Parallel heuristics for scalable community detection, 2015, who take the classes of a
// colouring). Weights are kept as whole numbers (real ones as multiples of 2^-61 of their sum), so that sums do not
// depend on their order. A refinement is one worker's for each community.
//
// Self-loops count inside, once; parallel edges add up. Isolated vertices are communities of their own.
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
  bool weighted = false;  // edges count as much as they weigh, else each as 1
  community_method method = community_method::leiden;
  community_quality quality = community_quality::modularity;
  double resolution = 1;  // above 0; a higher one makes smaller communities
  // Times that a partition is improved from its beginning; fewer where it gains nothing more.
  unsigned iterations = 2;
  std::uint64_t seed = 27491095;  // decides the result
  loop_options loops = {};
};

struct communities_result {
  plain_array<vertex>
      labels;  // one a vertex, from 0: of the largest community first, of equal ones that of the least vertex
  std::size_t count = 0;  // of communities
  double quality = 0;
  unsigned iterations = 0;  // that were run
};

namespace detail {
template <class W>
communities_result communities_by_weights(const basic_adjacency<W>& rows,
                                          const communities_options& options);
template <class W>
double quality_by_weights(const basic_adjacency<W>& rows, std::span<const vertex> labels,
                          const communities_options& options);
template <class W>
std::vector<double> conductances_by_weights(const basic_adjacency<W>& rows,
                                            std::span<const vertex> labels, std::size_t count,
                                            const communities_options& options);
}  // namespace detail

// Throws std::invalid_argument with a sentence for a weight below 0 or that is not finite, for weights whose sum is above 2^300 or,
// but for 0, below 2^-300, and for a resolution that is not above 0 or above 1e100, and interrupted where options.loops.stop asked for an end. Memory: 45 bytes a vertex, 24 an edge for the
// smaller graphs, and with weights 16 an edge.
communities_result communities(const undirected_view& g, const communities_options& options = {});
// The quality of a partition: options.quality, .resolution, .weighted and .loops count. labels: one a
// vertex, below the number of vertices.
double partition_quality(const undirected_view& g, std::span<const vertex> labels,
                         const communities_options& options = {});
// Of each community below count: what share of its strength leaves it, or of that of all others where they have less
// (0: no edge does); 0 where either has none.
std::vector<double> conductances(const undirected_view& g, std::span<const vertex> labels,
                                 std::size_t count, const communities_options& options = {});

// Of graphs with weights, which count if options.weighted.
template <class W>
  requires is_weight<W>
communities_result communities(const basic_undirected_graph<W>& g,
                               const communities_options& options = {}) {
  if (!options.weighted) return communities(undirected_view(g), options);
  return detail::communities_by_weights(g.out(), options);
}
template <class W>
  requires is_weight<W>
double partition_quality(const basic_undirected_graph<W>& g, std::span<const vertex> labels,
                         const communities_options& options = {}) {
  if (!options.weighted) return partition_quality(undirected_view(g), labels, options);
  return detail::quality_by_weights(g.out(), labels, options);
}
template <class W>
  requires is_weight<W>
std::vector<double> conductances(const basic_undirected_graph<W>& g, std::span<const vertex> labels,
                                 std::size_t count, const communities_options& options = {}) {
  if (!options.weighted) return conductances(undirected_view(g), labels, count, options);
  return detail::conductances_by_weights(g.out(), labels, count, options);
}

}  // namespace arcas::inline v0::graph
