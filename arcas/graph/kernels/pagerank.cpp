// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/pagerank_run.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Computes the new shares of the vertices [first, last), and their pagerank_sums with the first
// `Products` scalar products. Values are copied to local variables, so that they stay in registers
// across atomic accesses. A sum often waits for the share of the vertex before; the divisions by
// the degree precede the sum, so that they need not wait.
template <unsigned Products, class Share>
pagerank_sums pull(const graph_view& g, std::size_t first, std::size_t last,
                   const pass<Products, Share> pass) {
  const auto read = [from = pass.from](std::size_t u) {
    // relaxed: the scores converge to the same values, whichever share of u is read.
    return std::atomic_ref(from[u]).load(std::memory_order_relaxed);
  };
  double residual = 0, dangling = 0, total = 0, with_own = 0, with_last = 0, with_first = 0;
  const edge_index* const out = g.out().offsets().data();
  const edge_index* const in = g.in().offsets().data();
  const vertex* const sources = g.in().targets().data();
  const vertex* const end_of_rows = sources + g.in().arc_count();
  const vertex* begin = sources + in[first];
  edge_index out_begin = out[first];
  for (std::size_t v = first; v < last; ++v) {
    const edge_index degree = out[v + 1] - out_begin;
    const std::span<const vertex> row(begin, sources + in[v + 1]);
    const double shares = shares_of(degree);
    const double inverse = 1 / shares;
    const double jump = pass.jumps.empty() ? pass.base : pass.base * pass.jumps[v];
    const auto base = static_cast<Share>(jump * inverse);
    const auto damping = static_cast<Share>(pass.damping * inverse);
    const Share before = read(v);
    const Share share = base + damping * sum_over_row(row, end_of_rows, read);
    // relaxed: as in read(); in Jacobi's order the end of the loop publishes it.
    std::atomic_ref(pass.to[v]).store(share, std::memory_order_relaxed);
    begin += row.size();
    out_begin += degree;
    const double change = static_cast<double>(share - before) * shares;
    const double score = static_cast<double>(share) * shares;
    if constexpr (Products > 0) with_own += change * change;
    if constexpr (Products > 1) with_last += change * shares * double{pass.last_change[v]};
    if constexpr (Products > 2) with_first += change * shares * double{pass.first_change[v]};
    residual += std::abs(change);
    total += score;
    dangling += degree == 0 ? score : 0;
    if constexpr (Products > 0) pass.change[v] = share - before;
  }
  return {residual, dangling, total, {with_own, with_last, with_first}};
}

struct linked_graph {
  const graph_view& g;

  std::size_t vertex_count() const { return g.vertex_count(); }
  double shares(std::size_t v) const { return shares_of(g.out_degree(v)); }
  bool dangles(std::size_t v) const { return g.out_degree(v) == 0; }
  bool balanced(std::size_t v) const { return g.out_degree(v) == g.in_degree(v); }
  double leaving() const { return shares_of(g.arc_count()); }
  template <unsigned Products, class Share>
  pagerank_sums pull(std::size_t first, std::size_t last,
                     const pass<Products, Share>& steps) const {
    return graph::pull(g, first, last, steps);
  }
};

}  // namespace

pagerank_result detail::pagerank_by(const graph_view& g, const pagerank_options& options,
                                    pagerank_loops passes, pagerank_loops sweeps,
                                    const vertex_homes& homes) {
  constexpr double float_tolerance = 1e-6;  // far above the rounding of a float
  if (options.weighted) {
    throw std::invalid_argument("PageRank by weights requires a graph with weights");
  }
  const linked_graph links{g};
  pagerank_run<linked_graph> run{links, options, passes, sweeps, homes};
  if (run.n == 0) return std::move(run.result);
  if (options.order == pagerank_order::jacobi) return run.jacobi();
  return options.tolerance >= float_tolerance ? run.in_place<float>() : run.in_place<double>();
}

pagerank_result pagerank(const graph_view& g, const pagerank_options& options) {
  const vertex_homes homes(g, options.locality, options.loops);
  return with_loops(homes.over_vertices(options.loops),
                    [&](pagerank_loops passes, pagerank_loops sweeps) {
                      return pagerank_by(g, options, passes, sweeps, homes);
                    });
}

}  // namespace arcas::inline v0::graph
