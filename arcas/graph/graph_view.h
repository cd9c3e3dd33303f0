// SPDX-License-Identifier: Apache-2.0
// The parameter type of most kernels: a view of a graph's arrays without its weights, so that a
// kernel is compiled once for all graph types. Every graph converts to it. A view has two pointers
// and two lengths for each direction; pass it by reference or by value. The graph's arrays must
// outlive it. Any number of threads may read through a view at once.
//
// graph_over.h makes a graph of the caller's arrays, without a copy.
#pragma once

#include <arcas/graph/csr.h>

#include <algorithm>
#include <cstddef>
#include <span>

namespace arcas::inline v0::graph {

// Neighbours in one direction.
class row_view {
 public:
  template <class W>
  explicit row_view(const basic_adjacency<W>& rows)
      : offsets_(rows.offsets()), targets_(rows.targets()) {}
  row_view(std::span<const edge_index> offsets, std::span<const vertex> targets)
      : offsets_(offsets), targets_(targets) {}

  std::size_t vertex_count() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
  edge_index arc_count() const { return targets_.size(); }
  std::span<const edge_index> offsets() const { return offsets_; }
  edge_index degree(std::size_t v) const { return offsets_[v + 1] - offsets_[v]; }
  std::span<const vertex> neighbors(vertex v) const {
    return targets_.subspan(offsets_[v], static_cast<std::size_t>(degree(v)));
  }
  std::span<const vertex> targets() const { return targets_; }

  // Prefetch for neighbors(v): first the row's offset, then, once that is in the cache, the row.
  // Always inlined: gcc considers a function of prefetches free of side effects and drops the calls
  // to it.
  [[gnu::always_inline]] void prefetch_offset(vertex v) const {
    __builtin_prefetch(offsets_.data() + v);
  }
  [[gnu::always_inline]] void prefetch_row(vertex v) const {
    __builtin_prefetch(targets_.data() + offsets_[v]);
  }
  // For a loop over order[i]: prefetches the row of the vertex `ahead` positions ahead, and the
  // offset of the vertex twice as far ahead. Near the end the function prefetches for the last
  // vertex again: a branch there took a quarter of the time of triangle counting.
  [[gnu::always_inline]] void prefetch_ahead(std::span<const vertex> order, std::size_t i,
                                             std::size_t ahead) const {
    const std::size_t last = order.size() - 1;
    prefetch_offset(order[std::min(i + 2 * ahead, last)]);
    prefetch_row(order[std::min(i + ahead, last)]);
  }

 private:
  std::span<const edge_index> offsets_;
  std::span<const vertex> targets_;
};

class graph_view {
 public:
  template <class W, bool Directed>
  graph_view(const basic_graph<W, Directed>& g)  // NOLINT: graphs convert where kernels are called
      : out_(g.out()), in_(g.in()) {}

  std::size_t vertex_count() const { return out_.vertex_count(); }
  edge_index arc_count() const { return out_.arc_count(); }
  edge_index out_degree(std::size_t v) const { return out_.degree(v); }
  edge_index in_degree(std::size_t v) const { return in_.degree(v); }
  std::span<const vertex> out_neighbors(vertex v) const { return out_.neighbors(v); }
  std::span<const vertex> in_neighbors(vertex v) const { return in_.neighbors(v); }
  const row_view& out() const { return out_; }
  const row_view& in() const { return in_; }
  // Whether the type of the graph is undirected, so that each edge exists in both directions.
  bool symmetric() const { return out_.targets().data() == in_.targets().data(); }

 private:
  row_view out_;
  row_view in_;
};

// For kernels whose result is defined for undirected graphs only.
class undirected_view : public graph_view {
 public:
  template <class W>
  undirected_view(const basic_undirected_graph<W>& g)  // NOLINT: a graph converts
      : graph_view(g) {}

  edge_index degree(vertex v) const { return out_degree(v); }
  std::span<const vertex> neighbors(vertex v) const { return out_neighbors(v); }
};

}  // namespace arcas::inline v0::graph
