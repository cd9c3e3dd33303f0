// SPDX-License-Identifier: Apache-2.0
// Betweenness centrality: on what share of the shortest paths between other vertices does each
// vertex lie?
//
// The score of v is the sum, over all connected pairs (s, t) of other vertices, of the share of the
// shortest paths from s to t that pass through v. Paths are counted in steps; each of several
// parallel edges makes a path of its own.
//
// Method: two sweeps for each source s. A breadth-first search counts the shortest paths to each
// vertex v, sigma(v). A sweep from the farthest level back to the source then computes for each u
//
//   delta(u) = sum over successors v of sigma(u) / sigma(v) * (1 + delta(v)),
//
// the amount that the pairs that start at s add to the score of u (Brandes: A faster algorithm for
// betweenness centrality, 2001). The sum over all sources is the exact score. The sum over k
// sources drawn at random, scaled by n / k, is an estimate (Brandes, Pich: Centrality estimation in
// large networks, 2007).
//
// Both sweeps pull where that is cheaper: a vertex sums one array over all its neighbours without
// asking which of them are on the previous level. The sum is correct, since counts of even and of
// odd levels are in two arrays: each array has 0 for levels that the sweep has not reached, and a
// vertex has no neighbours on levels before the previous one. A pull needs no locked operation. A
// small frontier pushes instead.
//
// With weights, the weight of an edge is its length, and a shortest path is one of least length.
// The search is then Dijkstra's algorithm, by one worker for each source. Two paths are equally
// long if their sums are equal: sums of integer weights are exact, sums of real weights are
// compared as rounded. Weights must be above 0. By default weights are ignored, as in NetworkX.
//
// There are three forms (Harris, Kaestle: Callisto-RTS, section 4.3):
//   sources   the paper's flat form: the sources are distributed over all workers, and each search
//             is serial, without locked operations;
//   nested    the sources are distributed over the workers of level 1 or above (worker_tree.h).
//             Each of them is the first worker of a place, such as a core. The loops of its
//             search run on the workers of this place only;
//   inside    one source at a time, with each loop on all workers.
// The arrays take 48 bytes a vertex for each worker (`sources`), for each place (`nested`), or once
// (`inside`). Scores of the forms differ by rounding only. Paths are counted in double. If a vertex
// has more than 2^900 shortest paths from a source, as in large grids, the paths from that source
// are counted again with a separate exponent (path_count.h), which takes another 40 bytes a vertex.
//
// sampled_betweenness() draws samples until the error is small enough.
#pragma once

#include <arcas/graph/errors.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

// Called after each source, perhaps by several threads at once unless the form is `inside`.
class betweenness_observer {
 public:
  virtual void source_done() = 0;

 protected:
  ~betweenness_observer() = default;
};

// The forms are explained at the head of this file. `automatic` chooses `sources` if there are at
// least twice as many sources as workers, the arrays of all workers take at most a quarter of the
// machine's memory, and `locality` is false; otherwise it chooses `inside`.
enum class betweenness_form { automatic, sources, nested, inside };

// Defaults and meanings are those of NetworkX.
struct betweenness_options {
  // If true, the length of an edge is its weight, and the form is `sources`. If false, each edge
  // has length 1.
  bool weighted = false;
  // If true, scores are divided by the number of pairs that they count. If false, they are sums, in
  // which each pair of an undirected graph counts once.
  bool normalized = true;
  // If true, the two ends of a path count as vertices on it.
  bool endpoints = false;
  betweenness_form form = betweenness_form::automatic;
  // On several NUMA nodes: places the arrays of vertices, and runs the loops over them, on the
  // vertices' home nodes (vertex_homes.h). Works best with a graph that is placed, too.
  bool locality = false;
  betweenness_observer* observer = nullptr;
  loop_options loops = {};
};

namespace detail {
// The factor by which NetworkX multiplies sums over this number of sources; 0: all vertices.
double betweenness_scale(std::size_t vertices, std::size_t sources, bool symmetric,
                         const betweenness_options& options);
// Throws std::invalid_argument for a source that is not a vertex, and for one that is given twice.
template <class V>
void require_distinct_sources(std::size_t vertex_count, std::span<const V> sources) {
  require_sources(vertex_count, sources);
  std::vector<V> ordered(sources.begin(), sources.end());
  std::ranges::sort(ordered);
  const auto twice = std::ranges::adjacent_find(ordered);
  if (twice == ordered.end()) return;
  throw vertex_error("source {} is given twice; the sources of betweenness must be distinct",
                     {*twice});
}
}  // namespace detail

struct betweenness_result {
  plain_array<double> scores;  // one a vertex
  betweenness_form form;       // the form that was used
};

// The exact scores: every vertex is a source. Throws interrupted if a stop is requested by
// options.loops.stop.
betweenness_result betweenness(const graph_view& g, const betweenness_options& options = {});

// An estimate of the scores from `sources`, which must be distinct. Throws std::invalid_argument
// also for a source that is not a vertex, and vertex_error for one that is given twice.
betweenness_result betweenness(const graph_view& g, std::span<const vertex> sources,
                               const betweenness_options& options = {});

namespace detail {
template <class W>
betweenness_result betweenness_by_weights(const basic_adjacency<W>& rows, bool symmetric,
                                          std::span<const vertex> sources,
                                          const betweenness_options& options);
}  // namespace detail

// For a graph with weights, which are used if options.weighted. Throws std::invalid_argument also
// if a search meets an edge whose weight is 0 or less, or too small to lengthen the path; and for
// the forms `nested` and `inside`. Memory: 32 bytes a vertex for each worker, and a heap.
template <class W, bool Directed>
  requires is_weight<W>
betweenness_result betweenness(const basic_graph<W, Directed>& g, std::span<const vertex> sources,
                               const betweenness_options& options = {}) {
  if (!options.weighted) return betweenness(graph_view(g), sources, options);
  return detail::betweenness_by_weights(g.out(), !Directed, sources, options);
}
template <class W, bool Directed>
  requires is_weight<W>
betweenness_result betweenness(const basic_graph<W, Directed>& g,
                               const betweenness_options& options = {}) {
  return betweenness(g, detail::all_vertices(g.vertex_count()), options);
}

// Betweenness centrality by sampling: with the requested confidence, all scores are within the
// requested error of the exact scores. On request, sampling ends earlier if the k highest scores
// are certain to be above all others.
//
// Method: KADABRA (Borassi, Natale: KADABRA is an ADaptive Algorithm for Betweenness via Random
// Approximation, 2016; in parallel: van der Grinten, Angriman, Meyerhenke 2019). A sample is a
// random shortest path between two random vertices, found by two searches, one from each end, that
// meet; the score of v is the share of paths that pass through v. The samples so far give an upper
// and a lower bound of each score (Bernstein's inequality for martingales). A few samples in
// advance decide how the risk of error is distributed over the vertices. Sampling ends when all
// bounds are close enough, or at the latest after a number of samples that follows from the length
// of the longest path (Riondato, Kornaropoulos 2014).
//
// The random numbers of sample i are a function of the seed and i, and bounds are checked after
// fixed numbers of samples: the result does not depend on the number of workers. Paths are counted
// in steps; each of several parallel edges makes a path of its own.

// Called in the calling thread after some samples, with the number of samples so far and its
// maximum.
class sampling_observer {
 public:
  virtual void sampled(std::uint64_t samples, std::uint64_t most) = 0;

 protected:
  ~sampling_observer() = default;
};

struct sampled_betweenness_options {
  double error = 0.01;      // of each normalised score; from 10^-6 to below 1
  double confidence = 0.9;  // the probability that no error is greater; above 0, below 1
  // k: sampling also ends when the k highest scores are certain to be above all others. 0: this
  // condition does not apply.
  std::size_t certain_top = 0;
  std::uint64_t seed = 27491095;
  sampling_observer* observer = nullptr;
  loop_options loops = {};
};

struct sampling_end {
  std::uint64_t samples = 0;
  double error = 0;      // the greatest distance of a bound from its score
  bool certain = false;  // whether the options.certain_top highest scores are certain
};

struct sampled_betweenness_result : sampling_end {
  plain_array<double> scores;  // one a vertex, normalised as by betweenness()
};

// Cost: on graphs of low diameter, a sample takes two searches, each over about the square root of
// the number of edges. Memory: 20 bytes a vertex for each worker. Throws std::invalid_argument for
// an option out of range, and interrupted if a stop is requested by options.loops.stop.
sampled_betweenness_result sampled_betweenness(const graph_view& g,
                                               const sampled_betweenness_options& options = {});

}  // namespace arcas::inline v0::graph
