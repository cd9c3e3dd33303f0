// SPDX-License-Identifier: Apache-2.0
// A graph in memory, as compressed sparse rows: the neighbours of all vertices are end to end in
// one array, and another array has the position where each vertex's neighbours begin. A graph is
// immutable once built (builder.h).
//
//   for (vertex u : g.out_neighbors(v)) …         any graph
//   for (auto [u, w] : g.out_edges(v)) …          a weighted one
//
// Directed, undirected and weighted graphs are different types. Weights are in a separate array:
// code that does not use them sees an unweighted graph.
//
// Parallel edges and self-loops stay unless the builder was told to drop them. Neighbours are in
// ascending order, parallel edges in ascending order of weight. In a graph over the caller's arrays
// (graph_over.h) parallel edges may be in any order; no kernel relies on their order.
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/vertex_names.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph {

// Vertices are 0, 1, … vertex_count() - 1.
using vertex = std::uint32_t;

// V: the type of vertices: `vertex`, or 64 bits in graphs over ranks with ARCAS_WIDE_VERTICES.
template <class W, class V = vertex>
struct weighted_neighbor {
  V to;
  W weight;
  friend bool operator==(const weighted_neighbor&, const weighted_neighbor&) = default;
};

// A view of a vertex's edges as pairs of neighbour and weight, which it reads from two arrays. Pass
// it by value.
template <class W, class V = vertex>
class weighted_neighbors {
 public:
  using value_type = weighted_neighbor<W, V>;

  class iterator {
   public:
    using value_type = weighted_neighbor<W, V>;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::forward_iterator_tag;
    // Only an input iterator in C++17, since operator* returns a value, not a reference.
    using iterator_category = std::input_iterator_tag;

    iterator() = default;
    iterator(const V* to, const W* weight) : to_(to), weight_(weight) {}
    value_type operator*() const { return {*to_, *weight_}; }
    iterator& operator++() {
      ++to_;
      ++weight_;
      return *this;
    }
    iterator operator++(int) {
      const iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(iterator a, iterator b) { return a.to_ == b.to_; }

   private:
    const V* to_ = nullptr;
    const W* weight_ = nullptr;
  };

  weighted_neighbors(std::span<const V> vertices, const W* weights)
      : vertices_(vertices), weights_(weights) {}

  std::size_t size() const { return vertices_.size(); }
  bool empty() const { return vertices_.empty(); }
  value_type operator[](std::size_t i) const { return {vertices_[i], weights_[i]}; }
  iterator begin() const { return {vertices_.data(), weights_}; }
  iterator end() const { return {vertices_.data() + size(), weights_ + size()}; }
  std::span<const V> vertices() const { return vertices_; }
  std::span<const W> weights() const { return {weights_, size()}; }

 private:
  std::span<const V> vertices_;
  const W* weights_;
};

// The maximum number of vertices: readers and generators refuse larger graphs.
inline constexpr std::uint64_t most_vertices = std::numeric_limits<vertex>::max();
// The parent of a vertex that a search has not reached.
inline constexpr vertex no_vertex = std::numeric_limits<vertex>::max();
// A number of edges, or the position of an edge: a graph may have more than 2^32 edges.
using edge_index = std::uint64_t;
// The default type of an edge's weight.
using weight = std::int32_t;
// The type of weights from a file with fractions.
using real_weight = double;
// Stands for the weight type in graphs without weights.
struct unweighted {
  friend bool operator==(unweighted, unweighted) = default;
};

template <class W>
inline constexpr bool is_weight = !std::is_same_v<W, unweighted>;

// Neighbours in one direction. `offsets` has one entry more than there are vertices; `weights`, if
// any, has one entry for each target.
template <class W = unweighted>
class basic_adjacency {
 public:
  basic_adjacency() = default;
  basic_adjacency(plain_array<edge_index> offsets, plain_array<vertex> targets,
                  plain_array<W> weights = {})
      : offsets_(std::move(offsets)), targets_(std::move(targets)), weights_(std::move(weights)) {}

  std::size_t vertex_count() const { return offsets_.size() == 0 ? 0 : offsets_.size() - 1; }
  edge_index arc_count() const { return targets_.size(); }
  edge_index degree(vertex v) const { return offsets_[v + std::size_t{1}] - offsets_[v]; }
  std::span<const vertex> neighbors(vertex v) const {
    return {targets_.data() + offsets_[v], static_cast<std::size_t>(degree(v))};
  }
  weighted_neighbors<W> edges(vertex v) const
    requires is_weight<W> {
    return {neighbors(v), weights_.data() + offsets_[v]};
  }
  std::span<const edge_index> offsets() const { return offsets_.all(); }
  std::span<const vertex> targets() const { return targets_.all(); }
  std::span<const W> weights() const { return weights_.all(); }
  std::uint64_t bytes() const {
    return offsets_.size() * sizeof(edge_index) + targets_.size() * sizeof(vertex) +
           weights_.size() * sizeof(W);
  }

 private:
  plain_array<edge_index> offsets_;
  plain_array<vertex> targets_;
  plain_array<W> weights_;
};

// The edges of a directed graph can be followed in both directions. An undirected graph stores the
// edge u-v at both ends, a self-loop once, and its rows are the same in both directions.
template <class W, bool Directed>
class basic_graph {
 public:
  using weight_type = W;
  using adjacency_type = basic_adjacency<W>;
  static constexpr bool directed = Directed;

  basic_graph() = default;
  basic_graph(adjacency_type out, adjacency_type in, vertex_names names)
    requires Directed
      : rows_{std::move(out), std::move(in)},
        edge_count_(rows_.front().arc_count()),
        names_(std::move(names)) {}
  basic_graph(adjacency_type both, edge_index edge_count, vertex_names names)
    requires(!Directed)
      : rows_{std::move(both)}, edge_count_(edge_count), names_(std::move(names)) {}

  // A wrong use (base/wrong_use.h).
  explicit basic_graph(arcas::detail::anything) ARCAS_WRONG(
      "a graph is read, read_graph<directed_graph>(path) of <arcas/graph/graph_file.h>, or built, "
      "build_directed(edges) of <arcas/graph/builder.h>");

  std::size_t vertex_count() const { return out().vertex_count(); }
  edge_index edge_count() const { return edge_count_; }
  // The number of entries in all out-rows, which is also the number in all in-rows.
  edge_index arc_count() const { return out().arc_count(); }
  std::span<const vertex> neighbors(vertex v) const
    requires(!Directed) {
    return out().neighbors(v);
  }
  std::span<const vertex> out_neighbors(vertex v) const { return out().neighbors(v); }
  std::span<const vertex> in_neighbors(vertex v) const { return in().neighbors(v); }
  weighted_neighbors<W> out_edges(vertex v) const
    requires is_weight<W> {
    return out().edges(v);
  }
  weighted_neighbors<W> in_edges(vertex v) const
    requires is_weight<W> {
    return in().edges(v);
  }
  edge_index out_degree(vertex v) const { return out().degree(v); }
  edge_index in_degree(vertex v) const { return in().degree(v); }
  const adjacency_type& out() const& { return rows_.front(); }
  adjacency_type out() && { return std::move(rows_.front()); }
  const adjacency_type& in() const& { return rows_.back(); }
  adjacency_type in() && { return std::move(rows_.back()); }
  // The vertex's id in the file that the graph was read from; v itself if ids are text.
  // original_name() gives the id as text in both cases.
  std::uint64_t original_id(vertex v) const { return names_[v]; }
  std::string original_name(vertex v) const { return names_.text(v); }
  const vertex_names& names() const { return names_; }
  std::uint64_t bytes() const {
    return out().bytes() + (Directed ? in().bytes() : 0) + names_.bytes();
  }

 private:
  std::array<adjacency_type, Directed ? 2 : 1> rows_;
  edge_index edge_count_ = 0;
  vertex_names names_;
};

template <class W = unweighted>
using basic_directed_graph = basic_graph<W, true>;
template <class W = unweighted>
using basic_undirected_graph = basic_graph<W, false>;

using adjacency = basic_adjacency<>;
using directed_graph = basic_directed_graph<>;
using undirected_graph = basic_undirected_graph<>;
using weighted_directed_graph = basic_directed_graph<weight>;
using weighted_undirected_graph = basic_undirected_graph<weight>;
using real_directed_graph = basic_directed_graph<real_weight>;
using real_undirected_graph = basic_undirected_graph<real_weight>;

template <class G>
inline constexpr bool is_directed = G::directed;

}  // namespace arcas::inline v0::graph
