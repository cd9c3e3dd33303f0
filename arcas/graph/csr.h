// SPDX-License-Identifier: Apache-2.0
// What is a graph in memory? Compressed sparse rows: the neighbours of all vertices end to end in
// one array, and for each vertex where its own begin. Immutable once built (see builder.h).
//
//   for (vertex u : g.out_neighbors(v)) …
//
// A graph is kept as published: parallel edges and self-loops stay unless the builder was asked to
// drop them. Neighbours are in ascending order.
#pragma once

#include <arcas/graph/plain_array.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace arcas::graph {

// Vertices are 0, 1, … vertex_count() - 1.
using vertex = std::uint32_t;
// Counts and positions of edges: a graph of 32-bit vertices may have more than 2^32 edges.
using edge_index = std::uint64_t;

// Neighbours in one direction. offsets has one entry more than there are vertices.
class adjacency {
 public:
  adjacency() = default;
  adjacency(plain_array<edge_index> offsets, plain_array<vertex> targets)
      : offsets_(std::move(offsets)), targets_(std::move(targets)) {}

  std::size_t vertex_count() const { return offsets_.size() == 0 ? 0 : offsets_.size() - 1; }
  edge_index arc_count() const { return targets_.size(); }
  edge_index degree(vertex v) const { return offsets_[v + std::size_t{1}] - offsets_[v]; }
  std::span<const vertex> neighbors(vertex v) const {
    return {targets_.data() + offsets_[v], static_cast<std::size_t>(degree(v))};
  }
  std::span<const edge_index> offsets() const { return offsets_.all(); }
  std::span<const vertex> targets() const { return targets_.all(); }

 private:
  plain_array<edge_index> offsets_;
  plain_array<vertex> targets_;
};

// The names that vertices had in the file: ascending, one a vertex, or none where the names were
// 0 … n - 1 already.
class vertex_names {
 public:
  vertex_names() = default;
  explicit vertex_names(std::vector<std::uint64_t> names) : names_(std::move(names)) {}
  std::uint64_t operator[](vertex v) const { return names_.empty() ? v : names_[v]; }

 private:
  std::vector<std::uint64_t> names_;
};

// Edges have a direction; both directions can be walked.
class directed_graph {
 public:
  directed_graph() = default;
  directed_graph(adjacency out, adjacency in, vertex_names names)
      : out_(std::move(out)), in_(std::move(in)), names_(std::move(names)) {}

  std::size_t vertex_count() const { return out_.vertex_count(); }
  edge_index edge_count() const { return out_.arc_count(); }
  // Neighbour entries that a pass over all in- or all out-neighbours reads.
  edge_index arc_count() const { return out_.arc_count(); }
  std::span<const vertex> out_neighbors(vertex v) const { return out_.neighbors(v); }
  std::span<const vertex> in_neighbors(vertex v) const { return in_.neighbors(v); }
  edge_index out_degree(vertex v) const { return out_.degree(v); }
  edge_index in_degree(vertex v) const { return in_.degree(v); }
  // The vertex's name in the file that the graph was read from.
  std::uint64_t original_id(vertex v) const { return names_[v]; }

 private:
  adjacency out_;
  adjacency in_;
  vertex_names names_;
};

// An edge u-v is stored at both ends, a self-loop once.
class undirected_graph {
 public:
  undirected_graph() = default;
  undirected_graph(adjacency both, edge_index edge_count, vertex_names names)
      : both_(std::move(both)), edge_count_(edge_count), names_(std::move(names)) {}

  std::size_t vertex_count() const { return both_.vertex_count(); }
  edge_index edge_count() const { return edge_count_; }
  edge_index arc_count() const { return both_.arc_count(); }
  std::span<const vertex> neighbors(vertex v) const { return both_.neighbors(v); }
  std::span<const vertex> out_neighbors(vertex v) const { return both_.neighbors(v); }
  std::span<const vertex> in_neighbors(vertex v) const { return both_.neighbors(v); }
  edge_index out_degree(vertex v) const { return both_.degree(v); }
  edge_index in_degree(vertex v) const { return both_.degree(v); }
  std::uint64_t original_id(vertex v) const { return names_[v]; }

 private:
  adjacency both_;
  edge_index edge_count_ = 0;
  vertex_names names_;
};

// What a kernel may ask of any graph, directed or not.
template <class G>
concept graph_view = requires(const G& g, vertex v) {
  { g.vertex_count() } -> std::convertible_to<std::size_t>;
  { g.arc_count() } -> std::convertible_to<edge_index>;
  { g.out_degree(v) } -> std::convertible_to<edge_index>;
  { g.out_neighbors(v) } -> std::convertible_to<std::span<const vertex>>;
  { g.in_neighbors(v) } -> std::convertible_to<std::span<const vertex>>;
};

}  // namespace arcas::graph
