// SPDX-License-Identifier: Apache-2.0
// How do passes become scores? The common part of PageRank with and without weights: the start, the
// order of the passes, the extrapolation between them, and the end.
//
// Each vertex has one number, its share: its score divided by its out-degree, or its score if it
// has no out-edges; with weights, divided by the sum of the weights of its out-edges. In place, the
// scores do not add up to 1: shares and sums must be multiplied by `scale`.
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
  Share* from;  // shares of neighbours to read; the same as `to` in place
  Share* to;
  // In place: the changes of the shares by this pass, by the pass before, and by the one before
  // that. first_change may be the array of `change`: each element is read before it is written.
  Share* change = nullptr;
  const Share* last_change = nullptr;
  const Share* first_change = nullptr;
  double damping = 0;
  double base = 0;                     // the score that each vertex gets by jumps
  std::span<const double> jumps = {};  // personalization: base is multiplied by jumps[v]
};

// How far are the scores extrapolated? Returns two factors, of the last change and of the change
// before. They minimise the next change if it depends on the scores linearly, as the last three
// changes did (Anderson 1965, with a memory of two).
inline std::array<double, 2> onward(const std::array<pagerank_sums, 3>& passes) {
  constexpr double farthest = 20;  // greater distances, and NaN, are replaced by 0
  const auto &f = passes[2].products, &g = passes[1].products;
  // p: the third change minus the second; q: the second minus the first.
  const double pp = f[0] - 2 * f[1] + g[0];
  const double pq = f[1] - f[2] - g[0] + g[1];
  const double qq = g[0] - 2 * g[1] + passes[0].products[0];
  const double fp = f[0] - f[1], fq = f[1] - f[2];
  const double a = (fq * pq - fp * qq) / (pp * qq - pq * pq);
  const double b = (fp * pq - fq * pp) / (pp * qq - pq * pq);
  if (std::abs(a) <= farthest && std::abs(b) <= farthest) return {a, b};
  return {0, 0};
}

// The course of a run, in one process and on ranks.
struct pagerank_course {
  const pagerank_options& options;
  const double weight;  // of all jumps
  pagerank_end end = {};

  // The score that each vertex gets by jumps in a pass after one with these sums. Sums and scores
  // must be multiplied by `scale`.
  double base_after(const pagerank_sums& last, double scale = 1) const {
    const double d = options.damping;
    return (1 - d + d * last.dangling * scale) / weight / scale;
  }
  // Called after a pass with this residual. Returns whether it is the final pass.
  bool ends_with(double residual) {
    end.residual = residual;
    ++end.iterations;
    if (options.observer) options.observer->iteration_done(end.iterations, residual);
    return residual <= options.tolerance || end.iterations >= options.max_iterations;
  }
  // Jacobi's order. pass(base) makes a pass and returns its sums. last: the sums of equal scores,
  // the scores before the first pass.
  template <class Pass>
  void jacobi(pagerank_sums last, const Pass& pass) {
    do last = pass(base_after(last));
    while (!ends_with(last.residual));
  }
};

// Graph is a graph for PageRank with vertex_count() and
//   shares(v)       the score of v divided by its share: its out-degree, or the sum of the weights
//                   of its out-edges; 1 if that is 0
//   dangles(v)      whether that out-degree or sum is 0
//   balanced(v)     whether the in-edges of v have the same number or weight as its out-edges
//   leaving()       the sum of shares(v) over all vertices that do not dangle
//   pull(first, last, pass)   computes the new shares of the vertices [first, last), and sums
template <class Graph>
struct pagerank_run {
  const Graph& g;
  const pagerank_options& options;
  const pagerank_loops passes, sweeps;
  const vertex_homes& homes;
  const std::size_t n = g.vertex_count();
  pagerank_course course = {options, require_sense(options, n)};
  pagerank_result result = {{}, homes.array<double>(n)};
  double scale = 1;  // of the last pass; 1 in Jacobi's order

  pagerank_sums over_vertices(const auto& step) const {
    return sweeps(n, [&](std::size_t first, std::size_t last) {
      pagerank_sums sums;
      for (std::size_t v = first; v < last; ++v) step(v, sums);
      return sums;
    });
  }

  // Gives all vertices equal scores, except for a part `by_degree` of the sum, which is in
  // proportion to the degrees.
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

  template <unsigned Products, class Share>
  pagerank_sums sums_of(pass<Products, Share> pass, double base) const {
    pass.damping = options.damping;
    pass.base = base;
    pass.jumps = options.personalization;
    return passes(n, [&](std::size_t a, std::size_t b) { return g.pull(a, b, pass); });
  }
  // Makes a pass in place after one with the sums `last`, and sets `sums`. Returns whether it is
  // the final pass.
  template <unsigned Products, class Share>
  bool ends_after(const pagerank_sums& last, const pass<Products, Share>& pass,
                  pagerank_sums& sums) {
    scale = 1 / last.total;
    sums = sums_of(pass, course.base_after(last, scale));
    const double residual = sums.residual * scale;
    scale = 1 / sums.total;
    return course.ends_with(residual);
  }

  template <class Share>
  pagerank_result scores_of(const plain_array<Share>& share) {
    over_vertices([&](std::size_t v, pagerank_sums&) {
      result.scores[v] = scale * static_cast<double>(share[v]) * g.shares(v);
    });
    static_cast<pagerank_end&>(result) = course.end;
    return std::move(result);
  }

  pagerank_result jacobi() {
    auto from = homes.array<double>(n), to = homes.array<double>(n);
    const pagerank_sums equal = start(to, 0);
    course.jacobi(equal, [&](double base) {
      std::swap(from, to);
      return sums_of(pass<0, double>{from.data(), to.data()}, base);
    });
    return scores_of(to);
  }

  // Passes in place do not preserve the sum of the scores, 1. Scaling the sum to 1 after each pass
  // soon balances the scores of the dangling vertices. Shares are not rewritten for that: a share
  // is multiplied by the scale when it is read. If each vertex has as many in-edges as out-edges, a
  // surfer that never jumps is at a vertex with a probability in proportion to its degree. The
  // start makes use of this, which is nearly true of a surfer whose last jump was two or more steps
  // ago (probability d * d). A surfer one step after a jump (probability d * (1 - d)) is assumed to
  // be halfway between the two distributions, by degree and equal. The start is used with
  // personalization, too.
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

// Calls by(passes, sweeps) with the loops of options.loops. They are two loops in the source, since
// each call site of a loop learns the cost of its iterations.
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
