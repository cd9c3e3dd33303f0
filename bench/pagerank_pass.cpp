// SPDX-License-Identifier: Apache-2.0
#include "pagerank_pass.h"

#include <arcas/graph/row_sums.h>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace bench {
namespace {

using namespace arcas::graph;
using namespace arcas::graph::detail;

constexpr double damping = 0.85;

template <class G>
pagerank_sums pull(const G& g, std::size_t first, std::size_t last, const jacobi_pass pass) {
  const auto read = [from = pass.from](vertex u) { return from[u]; };
  pagerank_sums sums;
  for (auto v = static_cast<vertex>(first); v < last; ++v) {
    const edge_index degree = g.out_degree(v);
    const double score = pass.base + damping * sum_over_row(g.in_neighbors(v), read);
    const double share = score / shares_of(degree);
    sums.residual += std::abs(share - pass.from[v]) * shares_of(degree);
    sums.dangling += degree == 0 ? score : 0;
    pass.to[v] = share;
  }
  return sums;
}

}  // namespace

pagerank_sums pull_chunk(const any_graph& graph, const jacobi_pass& pass, std::uint64_t begin,
                         std::uint64_t end) {
  return std::visit([&](const auto& g) { return pull(g, begin, end, pass); }, graph);
}

pagerank_run::pagerank_run(const any_graph& graph) : graph_(graph) {
  const std::size_t n = std::visit([](const auto& g) { return g.vertex_count(); }, graph);
  if (n == 0) throw std::runtime_error("the graph has no vertex: there is nothing to measure");
  share_.resize(n);
  next_share_.resize(n);
}

void pagerank_run::aim(double dangling) {
  const double base = (1 - damping + damping * dangling) / static_cast<double>(share_.size());
  pass_ = {base, share_.data(), next_share_.data()};
}

void pagerank_run::restart() {
  const double score = 1 / static_cast<double>(share_.size());
  double dangling = 0;
  std::visit(
      [&](const auto& g) {
        for (vertex v = 0; v < share_.size(); ++v) {
          const edge_index degree = g.out_degree(v);
          share_[v] = score / shares_of(degree);
          if (degree == 0) dangling += score;
        }
      },
      graph_);
  aim(dangling);
}

void pagerank_run::finish_pass() {
  pagerank_sums sums;
  sums_.each([&](pagerank_sums& part) { sums = sums + std::exchange(part, {}); });
  residual_ = sums.residual;
  share_.swap(next_share_);
  aim(sums.dangling);
}

}  // namespace bench
