// SPDX-License-Identifier: Apache-2.0
// What do the pairs that start at one source contribute to betweenness, if numbers of shortest
// paths exceed the range of double? Computes the sums of betweenness.h in path_count after a search
// has found the levels. Memory: 40 bytes a vertex.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/path_count.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0::graph::detail {

class scaled_brandes {
  static constexpr std::uint32_t unseen = 0xffffffff;

 public:
  explicit scaled_brandes(const graph_view& g)
      : g_(g),
        level_(g.vertex_count(), unseen),
        paths_(g.vertex_count()),
        carried_(g.vertex_count()) {}

  // vertices(l) returns a span of the vertices l steps from the source, for each l below `levels`.
  // each(n, body) calls body(i) for each i below n, in one or several threads. The score of the
  // source does not change.
  template <class Vertices, class Each>
  void add(std::size_t levels, const Vertices& vertices, bool endpoints, std::span<double> scores,
           const Each& each) {
    const auto over = [&](std::size_t l, const auto& visit) {
      const std::span<const vertex> all = vertices(l);
      each(all.size(), [&](std::size_t i) { visit(all[i]); });
    };
    for (std::size_t l = 0; l < levels; ++l)
      over(l, [&](vertex v) { level_[v] = static_cast<std::uint32_t>(l); });
    paths_[vertices(0).front()] = path_count(1);
    for (std::size_t l = 1; l < levels; ++l)
      over(l, [&](vertex v) { paths_[v] = sum(g_.in_neighbors(v), l - 1, paths_); });
    for (std::size_t l = levels; l-- > 0;) {
      over(l, [&](vertex u) {
        const auto delta =
            static_cast<double>(paths_[u] * sum(g_.out_neighbors(u), l + 1, carried_));
        carried_[u] = path_count(1 + delta) / paths_[u];
        if (l != 0) scores[u] += endpoints ? delta + 1 : delta;
      });
    }
    for (std::size_t l = 0; l < levels; ++l) over(l, [&](vertex v) { level_[v] = unseen; });
  }

 private:
  path_count sum(std::span<const vertex> row, std::size_t level,
                 const std::vector<path_count>& values) const {
    path_count all;
    for (const vertex v : row)
      if (level_[v] == level) all += values[v];
    all.settle();
    return all;
  }

  const graph_view& g_;
  std::vector<std::uint32_t> level_;  // steps from the source
  std::vector<path_count> paths_;     // sigma: path counts
  std::vector<path_count> carried_;   // (1 + delta) / sigma
};

}  // namespace arcas::inline v0::graph::detail
