// SPDX-License-Identifier: Apache-2.0
// Betweenness centrality: on how many of the shortest ways between two others does each vertex lie?
//
// The score of v is the sum, over all pairs s, t of other vertices that are connected, of the share
// of the shortest ways from s to t that pass through v. Ways are counted in steps; parallel edges
// make ways of their own.
//
// Method: for each source s a breadth-first search counts the shortest ways to each vertex,
// sigma(v), and on the way back, from the farthest level on, each vertex adds up
//
//   delta(u) = sum over successors v of sigma(u) / sigma(v) * (1 + delta(v)),
//
// what it contributes to the pairs that start at s (Brandes: A faster algorithm for betweenness
// centrality, 2001). The sum over all sources is the exact score; over k of them, drawn at random,
// it is an estimate, scaled by n / k (Brandes, Pich: Centrality estimation in large networks,
// 2007).
//
// Both sweeps pull where that is cheaper: a vertex adds up one array over all its neighbours
// without asking which of them are on the level before. That is right because counts of even and
// odd levels are kept in two arrays: a vertex that is reached now has neighbours on the level
// before, but none on one still earlier. Nothing is locked; where the frontier is small, it pushes
// instead.
//
// By weights, a weight is the length of its edge, and the shortest ways are those of least length: the
// search is Dijkstra's algorithm, one worker a source. Lengths are equal if their sums are: exactly so
// for whole weights; of real ones the sums are compared as they were rounded. Weights must be above 0.
// By default weights do not count, as in NetworkX.
//
// Three forms (Harris, Kaestle: Callisto-RTS, section 4.3). `sources`, the paper's flat form: the
// sources are dealt to all workers, and each search is sequential, without a locked operation.
// `nested`: they are dealt to the places of level 1, and the loops of one search run on the workers
// of its place only, so that their barriers stay within it. `inside`: one source at a time, every
// loop on all workers. Each worker, place or run needs 48 bytes for each vertex. Scores differ by
// rounding only. Ways are counted in double; from a source from which there are more than 2^900 to a vertex, as in large grids,
// again with an exponent apart (path_count.h), which takes 40 bytes more for each vertex.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/sources.h>
#include <arcas/graph/plain_array.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <span>
#include <vector>

namespace arcas::inline v0::graph {

// Called after each source; by several threads, also at once, unless the form is `inside`.
class betweenness_observer {
 public:
  virtual void source_done() = 0;

 protected:
  ~betweenness_observer() = default;
};

// What runs in parallel: whole searches, searches and their loops, or the loops of one search.
// automatic: `sources` where there are at least twice as many sources as workers, the arrays of all
// workers take at most a quarter of the machine's memory, and no locality is asked for; else
// `inside`.
enum class betweenness_form { automatic, sources, nested, inside };

// Defaults and meanings are NetworkX's.
struct betweenness_options {
  // Edges are as long as their weights, else all the same. The form is `sources`.
  bool weighted = false;
  // Scores are divided by the number of pairs they are about; else, in an undirected graph, each
  // pair counts once.
  bool normalized = true;
  // The ends of a way lie on it, too.
  bool endpoints = false;
  betweenness_form form = betweenness_form::automatic;
  // On several NUMA nodes: arrays lie, and loops run, where their vertices are at home
  // (vertex_homes.h); best with a graph that is placed.
  bool locality = false;
  betweenness_observer* observer = nullptr;
  loop_options loops = {};
};

namespace detail {
// NetworkX's: what scores from so many sources (0: all) are multiplied by.
double betweenness_scale(std::size_t vertices, std::size_t sources, bool symmetric,
                         const betweenness_options& options);
}  // namespace detail

struct betweenness_result {
  plain_array<double> scores;  // one a vertex
  betweenness_form form;       // that was taken
};

// From all vertices: exact. Throws interrupted where options.loops.stop asked for an end.
betweenness_result betweenness(const graph_view& g, const betweenness_options& options = {});

// From some, each at most once: an estimate. Throws std::invalid_argument with a sentence, too, for
// a source that is no vertex.
betweenness_result betweenness(const graph_view& g, std::span<const vertex> sources,
                               const betweenness_options& options = {});

namespace detail {
template <class W>
betweenness_result betweenness_by_weights(const basic_adjacency<W>& rows, bool symmetric,
                                          std::span<const vertex> sources,
                                          const betweenness_options& options);
}  // namespace detail

// Of a graph with weights, which count if options.weighted. Throws std::invalid_argument, too, for a
// weight of 0 or less that is met, for one so small beside the length of a path that it does not
// lengthen it, and for another form than `sources`. 32 bytes a vertex for each worker, and a heap.
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

}  // namespace arcas::inline v0::graph
