// SPDX-License-Identifier: Apache-2.0
// A graph over P ranks. Vertex v, with its out-neighbours, is on rank v mod P, with the local
// number v div P. A distributed_graph is a handle, which is copied and captured like a number.
// Vertices have the numbers that arcas/graph gives them, so results can be compared.
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/cluster_graph/vertex_places.h>
#include <arcas/graph/csr.h>
#include <arcas/graph/summary.h>
#include <arcas/graph/vertex_names.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using graph::edge_index;

// The weight of an arc. Whole-number weights are stored in this type, too: it represents all values
// of graph::weight exactly.
using arc_weight = graph::real_weight;

enum class arc_side : std::uint8_t { out, in };

// Rows of arcs, one behind the other: row r begins at offsets[r]. Targets are of type V.
template <class V>
struct basic_arc_rows {
  std::vector<edge_index> offsets{0};
  std::vector<V> targets;
  std::vector<arc_weight> weights;  // one per target, or empty

  std::span<const V> neighbors(std::size_t row) const {
    return {targets.data() + offsets[row], targets.data() + offsets[row + 1]};
  }
  graph::weighted_neighbors<arc_weight, V> edges(std::size_t row) const {
    return {neighbors(row), weights.data() + offsets[row]};
  }
  // Empty if the graph has no weights.
  std::span<const arc_weight> weights_of(std::size_t row) const {
    if (weights.empty()) return {};
    return {weights.data() + offsets[row], weights.data() + offsets[row + 1]};
  }
  template <class W = arc_weight, class U = V>
  void append(std::span<const U> row, std::span<const W> its_weights = {}) {
    targets.insert(targets.end(), row.begin(), row.end());
    weights.insert(weights.end(), its_weights.begin(), its_weights.end());
    offsets.push_back(targets.size());
  }
  template <class Archive>
  void serialize(Archive& a) {
    a(offsets, targets, weights);
  }
};
using arc_rows = basic_arc_rows<vertex>;

// A hub is a vertex with many arcs. The arcs of a hub are distributed over all ranks: each rank has
// those whose other ends are its vertices, as local numbers of these ends. Row i is this rank's
// part of the row of hubs[i].
struct hub_rows : basic_arc_rows<local_vertex> {
  std::vector<vertex> hubs;         // ascending, the same on all ranks
  std::vector<edge_index> degrees;  // of the hubs, over all ranks

  // The index of a vertex in `hubs`; hubs.size() if it is not a hub.
  std::size_t find(vertex number) const {
    const auto at = std::lower_bound(hubs.begin(), hubs.end(), number);
    const bool found = at != hubs.end() && *at == number;
    return found ? static_cast<std::size_t>(at - hubs.begin()) : hubs.size();
  }
};

// The neighbours of one rank's vertices in one direction, numbered as in the whole graph.
struct graph_rows : arc_rows {
  hub_rows hubs;  // arcs between hubs and this rank; in arc_rows the row of a hub is empty

  edge_index degree(local_vertex local) const {
    const edge_index here = offsets[local + std::size_t{1}] - offsets[local];
    if (here != 0 || hubs.hubs.empty()) return here;
    const std::size_t hub = hubs.find(own_vertex(local).number());
    return hub == hubs.hubs.size() ? 0 : hubs.degrees[hub];
  }
};

// The vertices of one rank.
struct graph_part {
  graph_rows out;
  graph_rows in;                   // of a directed graph
  std::vector<std::uint64_t> ids;  // the file's ids of the vertices; empty: ids are the numbers
  graph::text_table texts;         // the file's names of the vertices, if names are text
  bool symmetric = false;          // neighbours are the same in both directions, and stored once

  local_vertex vertex_count() const { return static_cast<local_vertex>(out.offsets.size() - 1); }
  const graph_rows& rows(arc_side side) const {
    return symmetric || side == arc_side::out ? out : in;
  }
  const hub_rows& out_hubs() const { return out.hubs; }
  edge_index out_degree(local_vertex local) const { return out.degree(local); }
  // Empty for hubs; out_hubs() has their neighbours.
  std::span<const vertex> out_neighbors(local_vertex local) const { return out.neighbors(local); }
  std::span<const vertex> in_neighbors(local_vertex local) const {
    return rows(arc_side::in).neighbors(local);
  }
};

// Minimum number of arcs of a hub, divided by the number of ranks. A hub sends one message to each
// rank, so a message serves at least 64 arcs on average.
inline constexpr edge_index hub_arcs_a_rank = 64;
inline constexpr edge_index automatic_hub_degree = std::numeric_limits<edge_index>::max();

struct row_options {
  bool both_ways = false;        // each edge becomes two arcs, a self-loop one
  bool drop_duplicates = false;  // of parallel edges, one with the smallest weight stays
  bool drop_self_loops = false;
  // Minimum number of arcs of a hub, if there are several ranks; 0: there are no hubs.
  edge_index hub_degree = automatic_hub_degree;
};

class distributed_graph {
 public:
  // Builds a graph from the edges of all ranks, and frees the edges. Throws std::invalid_argument
  // for more vertices than most_vertices().
  template <class W>
  static distributed_graph of(const distributed_edges<W>& edges, const row_options& options = {});
  // Reads a file that all ranks can open, in parts if its format allows that (read_edges).
  // Otherwise each rank reads the whole file and keeps its part. Throws input_error with the
  // message of a rank that cannot read the file.
  static distributed_graph read(const std::string& path, const file_reading& how = {});
  // Reads a file with whole-number weights: those of the file, or random ones as in arcas/graph.
  static distributed_graph read_weighted(const std::string& path);
  // Each rank calls make(), which must return the same graph of arcas/graph on all ranks, and keeps
  // its part of it.
  template <class Make>
  static distributed_graph of_whole(const Make& make);
  // The Kronecker graph of arcas/graph, undirected. Every rank draws its part of the edges.
  static distributed_graph kronecker(unsigned scale, unsigned edge_factor,
                                     const draw_options& draws = {});
  static distributed_graph weighted_kronecker(unsigned scale, unsigned edge_factor,
                                              const draw_options& draws = {});
  void end() const { part_.end(); }
  // A graph with the same vertices and the arcs of at least this weight, but without weights and
  // names. Called by one task. Throws std::invalid_argument for a graph without weights.
  distributed_graph without_arcs_below(double weight) const;

  std::uint64_t vertex_count() const { return vertices_; }
  edge_index arc_count() const { return arcs_; }
  // In a symmetric graph an edge consists of two arcs, a self-loop of one.
  edge_index edge_count() const { return symmetric_ ? (arcs_ + self_loops_) / 2 : arcs_; }
  bool is_symmetric() const { return symmetric_; }
  bool is_weighted() const { return weights_ != graph::weight_kind::none; }
  // Whether edges have weights, and whether all weights are whole numbers.
  graph::weight_kind weights() const { return weights_; }
  const vertex_places& places() const { return places_; }
  const graph_part& local() const { return part_.local(); }
  // The file's names of all vertices, gathered on the calling rank.
  graph::vertex_names names() const;
  // Whether vertices have names that are not their numbers.
  bool has_names() const { return named_ || text_; }
  // Whether names are text; otherwise they are numbers.
  bool has_text_names() const { return text_; }
  // name_of(): the name of one vertex, requested from its rank. vertices_named(): the vertices with
  // these names, or with these numbers if names are numbers, requested from all ranks.
  std::string name_of(vertex v) const;
  std::vector<std::optional<vertex>> vertices_named(std::span<const std::string> names) const;
  std::optional<vertex> vertex_named(std::string_view name) const;
  // original_id(): the id of a vertex in the file, requested from the vertex's rank; with text
  // names, the vertex's number. vertex_of(): the vertex with this id, requested from all ranks.
  std::uint64_t original_id(vertex v) const;
  std::optional<vertex> vertex_of(std::uint64_t original_id) const;
  // The id of vertex 0, if the id of each further vertex is one more than that of the vertex
  // before; otherwise nothing. Nothing for text names, either.
  std::optional<std::uint64_t> first_of_consecutive_ids() const;
  // The degree of one vertex, requested from its rank.
  edge_index out_degree(vertex v) const;

 private:
  static distributed_graph read_whole(const std::string& path, const file_reading& how);
  static distributed_graph begin();
  void finish(graph::weight_kind weights);
  void count();

  cluster::distributed<graph_part> part_;
  std::uint64_t vertices_ = 0;
  edge_index arcs_ = 0;
  edge_index self_loops_ = 0;  // counted in symmetric graphs only
  bool symmetric_ = false;
  graph::weight_kind weights_ = graph::weight_kind::none;
  bool named_ = false;  // whether vertices have ids that are not their numbers
  bool text_ = false;   // whether vertices have text names
  vertex_places places_;
};

// The summary of arcas/graph/summary.h. Called by one task. `bytes` is the memory of all parts. A
// rank needs 16 bytes for each of its vertices. The calling rank gets from each rank the number of
// vertices of each degree.
graph::graph_summary summary_of(const distributed_graph& g);

namespace detail {
// Throws std::invalid_argument if the graph is directed; `who` is a subject with its verb, such as
// "core numbers require".
void require_symmetric(const distributed_graph& g, const std::string& who);
// The greatest number of arcs of a vertex. Called by one task, like the next function, which throws
// std::invalid_argument if that number is 2^32 or more. With 32-bit numbers the next function does
// nothing: a vertex then has fewer different neighbours.
edge_index longest_row(const distributed_graph& g);
void require_short_rows(const distributed_graph& g, const std::string& who);
// Copies this rank's rows and names from a whole graph. W: graph::unweighted, graph::weight or
// graph::real_weight.
template <class W, bool Directed>
void keep_part(const graph::basic_graph<W, Directed>& g, graph_part& part);
template <class W>
inline constexpr graph::weight_kind kind_of_weights =
    !graph::is_weight<W>    ? graph::weight_kind::none
    : std::is_integral_v<W> ? graph::weight_kind::whole
                            : graph::weight_kind::real;
// Calls f(w), where w has the type of this kind of weights.
template <class F>
auto with_weights(graph::weight_kind kind, const F& f) {
  if (kind == graph::weight_kind::real) return f(graph::real_weight());
  if (kind == graph::weight_kind::whole) return f(graph::weight());
  return f(graph::unweighted());
}
}  // namespace detail

template <class Make>
distributed_graph distributed_graph::of_whole(const Make& make) {
  using made = std::invoke_result_t<const Make&>;
  distributed_graph g = begin();
  cluster::on_all_ranks([part = g.part_, make] { detail::keep_part(make(), part.local()); });
  g.finish(detail::kind_of_weights<typename made::weight_type>);
  return g;
}

}  // namespace arcas::inline v0::cluster_graph
