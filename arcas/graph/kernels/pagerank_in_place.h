// SPDX-License-Identifier: Apache-2.0
// What does PageRank do at a run of vertices when each reads the latest shares of its neighbours,
// of this pass where they have been computed already (Gauss and Seidel's method, or what the
// workers make of it)? See pagerank.h for the method, pagerank_passes.h for the order.
//
// A vertex has one number, its share: the score over its out-degree, or the score itself where
// nobody reads it because there is no out-edge; and what the last passes changed it by. Shares of
// float halve what is read at random; of double they are exact.
//
// Shares are kept divided by a scale that the steps do not know: it would bring the scores to a sum
// of 1. What a pass adds up is divided by it, too.
#pragma once

#include <arcas/graph/kernels/pagerank_steps.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace arcas::graph {

template <class Share>
struct in_place_pass : pagerank_terms {  // the base over the scale
  Share* share = nullptr;
  // What it changes v's share by, and what the pass before it and the one before that did: its own
  // step's only. The first may be the last, which is read before.
  Share* change = nullptr;
  std::array<const Share*, 2> before = {};

  Share read(vertex u) const {
    // relaxed: whichever of its shares u has given, the scores converge to the same.
    return std::atomic_ref(share[u]).load(std::memory_order_relaxed);
  }
  void write(vertex v, Share value) const {
    // relaxed: as in read().
    std::atomic_ref(share[v]).store(value, std::memory_order_relaxed);
  }
};

struct in_place_sums : pagerank_sums {
  // Of the changes of the scores by this pass with those by itself and by the two before, as far as
  // they are asked for.
  std::array<double, 3> products = {};

  friend constexpr in_place_sums operator+(const in_place_sums& a,
                                           const in_place_sums& b) noexcept {
    const pagerank_sums& first = a;
    in_place_sums sum{first + b};
    for (std::size_t i = 0; i < 3; ++i) sum.products[i] = a.products[i] + b.products[i];
    return sum;
  }
};

// Signed, since that is the number a processor makes a double of.
inline double shares_of(edge_index out_degree) {
  return static_cast<double>(std::max<std::int64_t>(static_cast<std::int64_t>(out_degree), 1));
}

// Rows up to this length are added up by two sums at a time, since an addition waits for the one
// before it for longer than a share takes to come from a near cache; four lost up to a fifth where
// shares come from far, by branches that are foreseen less often.
inline constexpr std::size_t long_row = 64;

template <class Share>
[[gnu::always_inline]] inline Share sum_of_short_row(std::span<const vertex> row,
                                                     const in_place_pass<Share>& pass) {
  const vertex* at = row.data();
  const vertex* const end = at + row.size();
  Share a = 0, b = 0;
  for (; end - at >= 2; at += 2) {
    a += pass.read(at[0]);
    b += pass.read(at[1]);
  }
  if (at != end) a += pass.read(*at);
  return a + b;
}

// By four sums, and piece by piece: within one the rounding of a float stays far below a share's.
template <class Share>
[[gnu::noinline]] Share sum_of_long_row(std::span<const vertex> row,
                                        const in_place_pass<Share> pass) {
  constexpr std::size_t piece = 256;
  const auto read = [&pass](vertex u) { return pass.read(u); };
  double sum = 0;
  for (; row.size() > piece; row = row.subspan(piece)) {
    sum += static_cast<double>(sum_of_shares(row.first(piece), read));
  }
  return static_cast<Share>(sum + static_cast<double>(sum_of_shares(row, read)));
}

template <class Share>
[[gnu::always_inline]] inline Share linked_to(std::span<const vertex> row,
                                              const in_place_pass<Share>& pass) {
  return row.size() > long_row ? sum_of_long_row(row, pass) : sum_of_short_row(row, pass);
}

// The steps of vertices [first, last), after so many passes whose changes are known. What is not
// shared is carried in locals, since nothing read through a pointer stays in a register across an
// atomic access. A vertex often waits for the share of the one before it, so that little is done
// between sum and share: what divides by the degree is ready when the sum is.
template <std::size_t Known, graph_view G, class Share>
in_place_sums pull_in_place(const G& g, std::size_t first, std::size_t last,
                            const in_place_pass<Share> pass) {
  double residual = 0, dangling = 0, total = 0;
  double with_own = 0, with_last = 0, with_first = 0;
  const edge_index* const out = g.out().offsets().data();
  const edge_index* const in = g.in().offsets().data();
  const vertex* const sources = g.in().targets().data();
  const vertex* row = sources + in[first];
  edge_index out_begin = out[first];
  for (std::size_t at = first; at < last; ++at) {
    const auto v = static_cast<vertex>(at);
    const edge_index degree = out[at + 1] - out_begin;
    const vertex* const end = sources + in[at + 1];
    const double shares = shares_of(degree);
    const double inverse = 1 / shares;
    const auto base = static_cast<Share>(pass.base_of(v) * inverse);
    const auto damping = static_cast<Share>(pass.damping * inverse);
    const Share before = pass.read(v);
    const Share share = base + damping * linked_to({row, end}, pass);
    pass.write(v, share);
    row = end;
    out_begin += degree;
    const double change = static_cast<double>(share - before) * shares;
    const double score = static_cast<double>(share) * shares;
    with_own += change * change;
    if constexpr (Known > 0) with_last += change * shares * static_cast<double>(pass.before[0][at]);
    if constexpr (Known > 1) {
      with_first += change * shares * static_cast<double>(pass.before[1][at]);
    }
    residual += std::abs(change);
    total += score;
    dangling += degree == 0 ? score : 0;
    pass.change[at] = share - before;
  }
  return {{residual, dangling, total}, {with_own, with_last, with_first}};
}

// How far to go on in the direction of the last change, and of the one before, in multiples of
// them: where the next change is expected to be least, if a pass reduces the three last changes as
// it has done (Anderson: Iterative procedures for nonlinear integral equations, 1965, with a memory
// of two).
inline std::array<double, 2> onward(const in_place_sums& third, const in_place_sums& second,
                                    const in_place_sums& first) {
  constexpr double farthest = 20;
  const auto& f = third.products;
  const auto& g = second.products;
  // p: the third change less the second; q: the second less the first.
  const double pp = f[0] - 2 * f[1] + g[0];
  const double pq = f[1] - f[2] - g[0] + g[1];
  const double qq = g[0] - 2 * g[1] + first.products[0];
  const double fp = f[0] - f[1];
  const double fq = f[1] - f[2];
  const double determinant = pp * qq - pq * pq;
  const std::array<double, 2> steps = {(fq * pq - fp * qq) / determinant,
                                       (fp * pq - fq * pp) / determinant};
  // Also where they are no numbers.
  const bool sound = std::abs(steps[0]) <= farthest && std::abs(steps[1]) <= farthest;
  return sound ? steps : std::array<double, 2>{};
}

}  // namespace arcas::graph
