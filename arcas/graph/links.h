// SPDX-License-Identifier: Apache-2.0
// The links of a graph without its weights: most kernels work on these, so that each is
// compiled once for graphs with and without weights, directed or not. A view: the graph must
// outlive it. Any graph converts to it where a kernel is called.
#pragma once

#include <arcas/graph/csr.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace arcas::inline v0::graph::detail {

// read(u), added up over a row, by several sums at a time: an addition waits for the one before it
// for longer than a value takes to come from a near cache.
template <std::size_t Sums, class Read>
[[gnu::always_inline]] inline auto sum_over(std::span<const vertex> row, const Read& read) {
  std::array<decltype(read(vertex{})), Sums> sum = {};
  const vertex* at = row.data();
  const vertex* const end = at + row.size();
  // Unrolled here: gcc 12 keeps the sums of a loop over i in memory, which made PageRank 1.2 times slower.
  const auto add = [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((sum[i] += read(at[i])), ...);
  };
  for (; end - at >= static_cast<std::ptrdiff_t>(Sums); at += Sums) {
    add(std::make_index_sequence<Sums>{});
  }
  if constexpr (Sums == 2) {  // as one step, not a loop: 4 % of PageRank over a grid
    if (at != end) sum[0] += read(*at);
  } else {
    for (; at != end; ++at) sum[0] += read(*at);
  }
  for (std::size_t i = 1; i < Sums; ++i) sum[0] += sum[i];
  return sum[0];
}

// Longer rows by four sums; shorter ones, where four lost up to a fifth by branches that are foreseen
// less often, by two. And a long row piece by piece: within one the rounding of a float stays far
// below the sum.
inline constexpr std::size_t long_row = 64;

template <class Read>
[[gnu::noinline]] auto sum_over_long_row(std::span<const vertex> row, const Read read) {
  constexpr std::size_t piece = 256;
  double sum = 0;
  for (; row.size() > piece; row = row.subspan(piece)) {
    sum += static_cast<double>(sum_over<4>(row.first(piece), read));
  }
  return static_cast<decltype(read(vertex{}))>(sum + static_cast<double>(sum_over<4>(row, read)));
}

template <class Read>
[[gnu::always_inline]] inline auto sum_over_row(std::span<const vertex> row, const Read& read) {
  return row.size() > long_row ? sum_over_long_row(row, read) : sum_over<2>(row, read);
}

// Neighbours in one direction.
class link_rows {
 public:
  template <class W>
  explicit link_rows(const basic_adjacency<W>& rows)
      : offsets_(rows.offsets()), targets_(rows.targets()) {}
  link_rows(std::span<const edge_index> offsets, std::span<const vertex> targets)
      : offsets_(offsets), targets_(targets) {}

  std::size_t vertex_count() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
  edge_index arc_count() const { return targets_.size(); }
  std::span<const edge_index> offsets() const { return offsets_; }
  edge_index degree(std::size_t v) const { return offsets_[v + 1] - offsets_[v]; }
  std::span<const vertex> neighbors(vertex v) const {
    return targets_.subspan(offsets_[v], static_cast<std::size_t>(degree(v)));
  }
  std::span<const vertex> targets() const { return targets_; }

  // Ask for what neighbors(v) will read: where the row begins, then, when that is there, the row. Always inlined,
  // since gcc takes a function of prefetches only for one without effect, and drops its calls.
  [[gnu::always_inline]] void prefetch_offset(vertex v) const {
    __builtin_prefetch(offsets_.data() + v);
  }
  [[gnu::always_inline]] void prefetch_row(vertex v) const {
    __builtin_prefetch(targets_.data() + offsets_[v]);
  }
  // For a loop over order[i]: the row `ahead` vertices ahead, and where the one twice as far
  // begins; near the end those of the last vertex, since a branch cost a quarter of the time of triangle counting.
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

class links {
 public:
  template <class W, bool Directed>
  links(const basic_graph<W, Directed>& g)  // NOLINT: graphs convert where kernels are called
      : out_(g.out()), in_(g.in()) {}

  std::size_t vertex_count() const { return out_.vertex_count(); }
  edge_index arc_count() const { return out_.arc_count(); }
  edge_index out_degree(std::size_t v) const { return out_.degree(v); }
  edge_index in_degree(std::size_t v) const { return in_.degree(v); }
  std::span<const vertex> out_neighbors(vertex v) const { return out_.neighbors(v); }
  std::span<const vertex> in_neighbors(vertex v) const { return in_.neighbors(v); }
  const link_rows& out() const { return out_; }
  const link_rows& in() const { return in_; }
  // Whether each link is there in both directions by type.
  bool symmetric() const { return out_.targets().data() == in_.targets().data(); }

 private:
  link_rows out_;
  link_rows in_;
};

// Of undirected graphs only: kernels whose result has no meaning for others take these.
class undirected_links : public links {
 public:
  template <class W>
  undirected_links(const basic_undirected_graph<W>& g)  // NOLINT: a graph converts
      : links(g) {}

  edge_index degree(vertex v) const { return out_degree(v); }
  std::span<const vertex> neighbors(vertex v) const { return out_neighbors(v); }
};

// f(u) for each neighbour of v in the simple graph; rows are sorted.
template <class F>
void for_each_distinct(const undirected_links& g, vertex v, const F& f) {
  vertex before = v;
  for (const vertex u : g.neighbors(v)) {
    if (u != before && u != v) f(u);
    before = u;
  }
}

}  // namespace arcas::inline v0::graph::detail
