// SPDX-License-Identifier: Apache-2.0
// How do passes become scores? What PageRank by links and PageRank by weights have in common: the
// start, the order of the passes, the way on between them, the end.
//
// A vertex has one number, its share: its score over its out-degree, or its score without out-edges;
// by weights, over the weights of its out-edges added up. In place, shares and sums are divided by a
// scale that would bring the scores to a sum of 1.
#pragma once

#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace arcas::inline v0::graph::detail {

template <unsigned Products, class Share>
struct pass {
  Share* from;  // read of neighbours: in place the same as `to`
  Share* to;
  Share* change = nullptr;              // in place: the change of v's share by this pass,
  const Share* last_change = nullptr;   // by the pass before it, and by the one before that;
  const Share* first_change = nullptr;  // `change` may be either, and is read before it is written
  double damping = 0;
  double base = 0;                     // what each vertex gets, linked or not
  std::span<const double> jumps = {};  // personalised: base is multiplied by jumps[v]
};

// How far to go on in the direction of the last change, and of the one before, in multiples of
// them: where the next change is expected to be least, if a pass reduces the three last changes as
// it has done (Anderson 1965, with a memory of two).
inline std::array<double, 2> onward(const std::array<pagerank_sums, 3>& passes) {
  constexpr double farthest = 20;  // nor where they are no numbers
  const auto &f = passes[2].products, &g = passes[1].products;
  // p: the third change less the second; q: the second less the first.
  const double pp = f[0] - 2 * f[1] + g[0];
  const double pq = f[1] - f[2] - g[0] + g[1];
  const double qq = g[0] - 2 * g[1] + passes[0].products[0];
  const double fp = f[0] - f[1], fq = f[1] - f[2];
  const double a = (fq * pq - fp * qq) / (pp * qq - pq * pq);
  const double b = (fp * pq - fq * pp) / (pp * qq - pq * pq);
  if (std::abs(a) <= farthest && std::abs(b) <= farthest) return {a, b};
  return {0, 0};
}

// A graph to PageRank: Graph has, beside vertex_count(),
//   shares(v)       how many times its share a score is: its out-degree, or the weights of its out-edges
//                   added up; 1 where that is 0;
//   dangles(v)      whether it is 0;
//   balanced(v)     whether as much leads to v as from it;
//   leaving()       all shares but those of dangling vertices, added up;
//   pull(first, last, pass)    the steps of these vertices.
template <class Graph>
struct pagerank_run {
  const Graph& g;
  const pagerank_options& options;
  const pagerank_loops passes, sweeps;
  const vertex_homes& homes;
  const std::size_t n = g.vertex_count();
  const double weight = require_sense(options, n);  // of all jumps
  pagerank_result result = {homes.array<double>(n)};
  double scale = 1;  // of the last pass: 1 in Jacobi's order

  pagerank_sums over_vertices(const auto& step) const {
    return sweeps(n, [&](std::size_t first, std::size_t last) {
      pagerank_sums sums;
      for (std::size_t v = first; v < last; ++v) step(v, sums);
      return sums;
    });
  }

  // All scores equal, but for a part of them in proportion to the degrees.
  template <class Share>
  pagerank_sums start(plain_array<Share>& share, double by_degree) const {
    const double each = (1 - by_degree) / static_cast<double>(n);
    const double link = by_degree == 0 ? 0 : by_degree / g.leaving();
    return over_vertices([&](std::size_t v, pagerank_sums& sums) {
      const double score = each + (g.dangles(v) ? 0 : link * g.shares(v));
      share[v] = static_cast<Share>(score / g.shares(v));
      sums.total += score;
      sums.dangling += g.dangles(v) ? score : 0;
    });
  }

  // A pass after one with the sums `last`, and its own sums; true for the last pass of all.
  template <unsigned Products, class Share>
  bool ends_after(const pagerank_sums& last, pass<Products, Share> pass, pagerank_sums& sums) {
    scale = Products > 0 ? 1 / last.total : 1;
    pass.damping = options.damping;
    pass.base = (1 - pass.damping + pass.damping * last.dangling * scale) / weight / scale;
    pass.jumps = options.personalization;
    sums = passes(n, [&](std::size_t a, std::size_t b) { return g.pull(a, b, pass); });
    result.residual = sums.residual * scale;
    scale = Products > 0 ? 1 / sums.total : 1;
    ++result.iterations;
    if (options.observer) options.observer->iteration_done(result.iterations, result.residual);
    return result.residual <= options.tolerance || result.iterations >= options.max_iterations;
  }

  template <class Share>
  pagerank_result scores_of(const plain_array<Share>& share) {
    over_vertices([&](std::size_t v, pagerank_sums&) {
      result.scores[v] = scale * static_cast<double>(share[v]) * g.shares(v);
    });
    return std::move(result);
  }

  pagerank_result jacobi() {
    auto from = homes.array<double>(n), to = homes.array<double>(n);
    pagerank_sums last = start(from, 0);
    while (!ends_after(last, pass<0, double>{from.data(), to.data()}, last)) std::swap(from, to);
    return scores_of(to);
  }

  // Passes in place do not keep a sum of 1; scaled to it after each, what dangles comes into balance
  // soon. The scale is a factor of all that is read. Where as many edges lead to each vertex as from
  // it, a surfer that never jumps is at a vertex in proportion to its degree. So is, nearly, one whose
  // last jump was two steps or more ago, a share d * d of all; one step after a jump, a share
  // d * (1 - d), it is taken to be halfway there. A start, also where jumps are personalised.
  template <class Share>
  pagerank_result in_place() {
    auto share = homes.array<Share>(n), odd = homes.array<Share>(n), even = homes.array<Share>(n);
    const pagerank_sums differing = over_vertices(
        [&](std::size_t v, pagerank_sums& sums) { sums.total += g.balanced(v) ? 0 : 1; });
    Share *const s = share.data(), *const o = odd.data(), *const e = even.data();
    const double d = options.damping;
    pagerank_sums p, q, r = start(share, differing.total == 0 ? d * (1 + d) / 2 : 0);
    while (!ends_after(r, pass<1, Share>{s, s, o}, p) &&
           !ends_after(p, pass<2, Share>{s, s, e, o}, q) &&
           !ends_after(q, pass<3, Share>{s, s, o, e, o}, r)) {
      const auto [a, b] = onward({p, q, r});
      over_vertices([=, x = Share(a), y = Share(b)](std::size_t v, auto&) {
        s[v] = std::max(Share{0}, s[v] + x * o[v] + y * e[v]);
      });
      r.total += a * (r.total - q.total) + b * (q.total - p.total);
      r.dangling += a * (r.dangling - q.dangling) + b * (q.dangling - p.dangling);
    }
    return scores_of(share);
  }
};

// The loops of options.loops, for a kernel by(passes, sweeps). Two loops in the source, since a loop
// learns what its iterations cost.
template <class By>
pagerank_result with_loops(const loop_options& loops, const By& by) {
  const sum_of<pagerank_sums> sum;
  const auto passes = [&](std::size_t n, auto steps) { return whole_reduce(n, sum, loops, steps); };
  const auto sweeps = [&](std::size_t n, pagerank_steps steps) {
    return whole_reduce(n, sum, loops, [&](std::size_t a, std::size_t b) { return steps(a, b); });
  };
  return by(passes, sweeps);
}

}  // namespace arcas::inline v0::graph::detail
