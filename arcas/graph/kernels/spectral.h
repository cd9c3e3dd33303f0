// SPDX-License-Identifier: Apache-2.0
// How important is a vertex, if vertices become important by edges from important ones? Three
// centralities that differ only in what follows a pass over the adjacency matrix A. Its entry
// (u, v) is 1, or the weight, for an edge from u to v; A' is its transpose:
//
//   eigenvector   x = A'x / lambda, for the greatest eigenvalue lambda (Bonacich 1972)
//   Katz          x = alpha A'x + 1: counts all walks that end at a vertex, each walk with a
//                 factor alpha for each of its edges (Katz 1953)
//   HITS          authorities a in proportion to A'h, hubs h in proportion to A a (Kleinberg 1999)
//
// As in NetworkX, the vectors of the first two have length 1, and those of HITS add up to 1. An
// edge of an undirected graph counts in both directions, and each of several parallel edges counts.
//
// Method: power iteration by pulling, from equal scores; for the eigenvector with A' + I, which has
// the same eigenvectors and does not oscillate on bipartite graphs. Each row is summed by one
// worker, in the row's order. The residual is the change of the vector scaled to length 1 (an L2
// norm). Passes end when the residual is at most the tolerance, or after max_iterations. If the
// matrix is symmetric (HITS, and the eigenvector of an undirected graph), a search by conjugate
// directions (dominant_vector.h) runs between the first pass and the last. With the search, a run
// takes 26 iterations instead of 163 on Amazon0601, and a hundred instead of thousands on road
// networks, where the second eigenvalue is close to the first. Results are the same for any number
// of workers, to the last bit. If several parts of the graph share the greatest eigenvalue, several
// vectors are solutions; the result is the one reached from equal scores.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

namespace arcas::inline v0::graph {

struct spectral_options {
  bool weighted = false;           // edges count by their weights; otherwise each as 1
  double tolerance = 1e-6;         // at least 0; of the residual
  unsigned max_iterations = 1000;  // at least 1
  loop_options loops = {};
  iteration_observer* observer = nullptr;
};

struct katz_options : spectral_options {
  // Must be less than 1 / lambda. 0 stands for 1 / (1 + s), which is always less. s is the greatest
  // in-degree or, with weights, the greatest sum of the weights of a vertex's in-edges.
  double alpha = 0;
};

// How a run ended.
struct spectral_end {
  double alpha = 0;  // for Katz
  unsigned iterations = 0;
  double residual = 0;  // above the tolerance if max_iterations ended the run
};

struct spectral_result : spectral_end {
  plain_array<double> scores;       // one a vertex; for HITS those of the hubs
  plain_array<double> authorities;  // for HITS
};

// Cost: one pass over the edges per iteration, two for HITS. Memory: 16 bytes a vertex, 48 with a
// symmetric matrix, 56 for HITS. Each throws std::invalid_argument for options out of range, and
// for an alpha with which the sum over all walks is infinite; and interrupted if a stop is
// requested by options.loops.stop.
spectral_result eigenvector_centrality(const graph_view& g, const spectral_options& options = {});
spectral_result katz_centrality(const graph_view& g, const katz_options& options = {});
spectral_result hits(const graph_view& g, const spectral_options& options = {});

namespace detail {
template <class W>
spectral_result eigenvector_by_weights(const basic_adjacency<W>& in, bool symmetric,
                                       const spectral_options& options);
template <class W>
spectral_result katz_by_weights(const basic_adjacency<W>& in, const katz_options& options);
template <class W>
spectral_result hits_by_weights(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                                const spectral_options& options);
}  // namespace detail

// For graphs with weights, which are used if options.weighted. They must then be finite and at
// least 0, and the greatest must be 0 or at least 2^-960. For eigenvectors and HITS, all weights
// are multiplied by a power of two if the greatest is below 2^-10 or above 2^200. If Katz's alpha
// is 0, the weights that lead to a vertex must add up to at most 2^960.
template <class W, bool Directed>
  requires is_weight<W>
spectral_result eigenvector_centrality(const basic_graph<W, Directed>& g,
                                       const spectral_options& options = {}) {
  if (options.weighted) return detail::eigenvector_by_weights(g.in(), !Directed, options);
  return eigenvector_centrality(graph_view(g), options);
}
template <class W, bool Directed>
  requires is_weight<W>
spectral_result katz_centrality(const basic_graph<W, Directed>& g,
                                const katz_options& options = {}) {
  if (options.weighted) return detail::katz_by_weights(g.in(), options);
  return katz_centrality(graph_view(g), options);
}
template <class W, bool Directed>
  requires is_weight<W>
spectral_result hits(const basic_graph<W, Directed>& g, const spectral_options& options = {}) {
  if (options.weighted) return detail::hits_by_weights(g.out(), g.in(), options);
  return hits(graph_view(g), options);
}

}  // namespace arcas::inline v0::graph
