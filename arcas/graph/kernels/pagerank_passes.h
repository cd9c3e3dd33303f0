// SPDX-License-Identifier: Apache-2.0
// The passes of PageRank in both orders, over any loops, so that the same lines run under others,
// too: see pagerank.h for the method.
//
// A vertex has one number, its share: its score over its out-degree, or its score where there is no
// out-edge and nobody reads it. In place the shares are kept divided by a scale that would bring
// the scores to a sum of 1, and so is what a pass adds up.
#pragma once

#include <arcas/graph/kernels/links.h>
#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <utility>

namespace arcas::graph::detail {

struct pagerank_sums {
  double residual = 0;  // sum of |new score - old score|
  double dangling = 0;  // new scores of the vertices without out-edges
  double total = 0;     // new scores of all
  // The changes of the scores by this pass times those by itself and by the two before.
  std::array<double, 3> products = {};

  friend constexpr pagerank_sums operator+(pagerank_sums a, const pagerank_sums& b) {
    a.residual += b.residual;
    a.dangling += b.dangling;
    a.total += b.total;
    for (std::size_t i = 0; i < 3; ++i) a.products[i] += b.products[i];
    return a;
  }
};

// Throws std::invalid_argument with a sentence for options out of range.
void require_sense(const pagerank_options& options, std::size_t vertices);

// Signed, since that is the number a processor makes a double of.
inline double shares_of(edge_index out_degree) {
  return static_cast<double>(std::max<std::int64_t>(static_cast<std::int64_t>(out_degree), 1));
}

template <class Share>
struct pagerank_pass {
  double damping = 0;
  double base = 0;                     // what each vertex gets, linked or not
  std::span<const double> jumps = {};  // personalised: base is multiplied by jumps[v] n
  Share* from = nullptr;               // read of neighbours: in place the same as `to`
  Share* to = nullptr;
  // In place: what it changes v's share by, and what the pass before it and the one before that
  // did: its own step's only. The first may be the last, which is read before.
  Share* change = nullptr;
  std::array<const Share*, 2> before = {};

  double base_of(vertex v) const {
    return jumps.empty() ? base : base * jumps[v] * static_cast<double>(jumps.size());
  }
  Share read(vertex u) const {
    // relaxed: whichever of its shares u has given, the scores converge to the same.
    return std::atomic_ref(from[u]).load(std::memory_order_relaxed);
  }
};

// Piece by piece: within one the rounding of a float stays far below a share's.
template <class Share>
[[gnu::noinline]] Share sum_of_long_row(std::span<const vertex> row,
                                        const pagerank_pass<Share> pass) {
  constexpr std::size_t piece = 256;
  const auto read = [&pass](vertex u) { return pass.read(u); };
  double sum = 0;
  for (; row.size() > piece; row = row.subspan(piece)) {
    sum += static_cast<double>(sum_over<4>(row.first(piece), read));
  }
  return static_cast<Share>(sum + static_cast<double>(sum_over<4>(row, read)));
}

// The steps of vertices [first, last), after `Known` passes in place whose changes are known; -1:
// of Jacobi's. Locals, since nothing read through a pointer stays in a register across an atomic
// access; and what divides by the degree is ready when the sum is, since a vertex often waits for
// the share of the one before it.
template <int Known, graph_view G, class Share>
pagerank_sums pull(const G& g, std::size_t first, std::size_t last,
                   const pagerank_pass<Share> pass) {
  // Longer rows by four sums; shorter ones, where four lost up to a fifth by branches that are
  // foreseen less often, by two.
  constexpr std::size_t long_row = 64;
  const auto read = [&pass](vertex u) { return pass.read(u); };
  double residual = 0, dangling = 0, total = 0, with_own = 0, with_last = 0, with_first = 0;
  const edge_index* const out = g.out().offsets().data();
  const edge_index* const in = g.in().offsets().data();
  const vertex* const sources = g.in().targets().data();
  const vertex* begin = sources + in[first];
  edge_index out_begin = out[first];
  for (std::size_t at = first; at < last; ++at) {
    const auto v = static_cast<vertex>(at);
    const edge_index degree = out[at + 1] - out_begin;
    const std::span<const vertex> row(begin, sources + in[at + 1]);
    const double shares = shares_of(degree);
    const double inverse = 1 / shares;
    const auto base = static_cast<Share>(pass.base_of(v) * inverse);
    const auto damping = static_cast<Share>(pass.damping * inverse);
    const Share before = pass.read(v);
    const Share linked =
        row.size() > long_row ? sum_of_long_row(row, pass) : sum_over<2>(row, read);
    const Share share = base + damping * linked;
    // relaxed: as in read(); of Jacobi's passes the end of the loop publishes it.
    std::atomic_ref(pass.to[at]).store(share, std::memory_order_relaxed);
    begin += row.size();
    out_begin += degree;
    const double change = static_cast<double>(share - before) * shares;
    const double score = static_cast<double>(share) * shares;
    residual += std::abs(change);
    total += score;
    dangling += degree == 0 ? score : 0;
    if constexpr (Known >= 0) with_own += change * change;
    if constexpr (Known > 0) with_last += change * shares * static_cast<double>(pass.before[0][at]);
    if constexpr (Known > 1) {
      with_first += change * shares * static_cast<double>(pass.before[1][at]);
    }
    if constexpr (Known >= 0) pass.change[at] = share - before;
  }
  return {residual, dangling, total, {with_own, with_last, with_first}};
}

// How far to go on in the direction of the last change, and of the one before, in multiples of
// them: where the next change is expected to be least, if a pass reduces the three last changes as
// it has done (Anderson: Iterative procedures for nonlinear integral equations, 1965, with a memory
// of two).
std::array<double, 2> onward(const pagerank_sums& third, const pagerank_sums& second,
                             const pagerank_sums& first);

template <graph_view G, kernel_loops Loops>
class pagerank_run {
 public:
  pagerank_run(const G& g, const pagerank_options& options, const Loops& loops,
               const vertex_homes& homes)
      : g_(g),
        options_(options),
        loops_(loops),
        homes_(homes),
        jumps_(options.personalization.size()) {
    double total = 0;
    for (const double w : options.personalization) total += w;
    for (std::size_t v = 0; v < jumps_.size(); ++v) jumps_[v] = options.personalization[v] / total;
  }

  pagerank_result run() {
    // From this tolerance on the rounding of a float is far below it.
    constexpr double float_tolerance = 1e-6;
    result_.scores = array<double>();
    if (n_ == 0) return std::move(result_);
    if (options_.order == pagerank_order::jacobi) {
      jacobi();
    } else if (options_.tolerance >= float_tolerance) {
      in_place<float>();
    } else {
      in_place<double>();
    }
    return std::move(result_);
  }

 private:
  // One value for each vertex.
  template <class T>
  plain_array<T> array() const {
    plain_array<T> values(n_);
    homes_.place(values.all());
    return values;
  }

  template <class Step>
  void for_each_vertex(const Step& step) const {
    loops_.each(n_, [&](std::size_t first, std::size_t end) {
      for (std::size_t v = first; v < end; ++v) step(static_cast<vertex>(v));
    });
  }

  bool done() const {
    return result_.residual <= options_.tolerance || result_.iterations >= options_.max_iterations;
  }

  // All vertices start equal, or, where that is asked for and as many edges lead to each as from
  // it, in proportion to them but for the jumps: then that is where a surfer is who never jumps.
  template <class Share>
  pagerank_sums start(plain_array<Share>& share, bool by_degree) const {
    const auto n = static_cast<double>(n_);
    const pagerank_pass<Share> jumped{options_.damping, (1 - options_.damping) / n, jumps_.all()};
    const double each =
        options_.damping / static_cast<double>(std::max<edge_index>(g_.arc_count(), 1));
    return loops_.sum(n_, [&](std::size_t first, std::size_t end) {
      pagerank_sums sums;
      for (std::size_t at = first; at < end; ++at) {
        const auto v = static_cast<vertex>(at);
        const edge_index degree = g_.out_degree(v);
        const double score =
            by_degree ? jumped.base_of(v) + each * static_cast<double>(degree) : 1 / n;
        share[v] = static_cast<Share>(score / shares_of(degree));
        sums = sums + pagerank_sums{0, degree == 0 ? score : 0, score};
      }
      return sums;
    });
  }

  // Whether as many edges lead to each vertex as from it. Most graphs where not show it at once.
  bool balanced() const {
    constexpr std::size_t samples = 1024;
    const auto unbalanced = [&](std::size_t first, std::size_t end) {
      while (first < end && g_.out_degree(static_cast<vertex>(first)) ==
                                g_.in_degree(static_cast<vertex>(first))) {
        ++first;
      }
      return std::uint64_t{first < end};
    };
    return g_.arc_count() != 0 && unbalanced(0, std::min(n_, samples)) == 0 &&
           loops_.sum(n_, unbalanced) == 0;
  }

  // A pass after one with these sums, whose scores the scale would bring to a sum of 1.
  template <int Known, class Share>
  pagerank_sums go_over(const pagerank_sums& last, double scale, pagerank_pass<Share> pass) {
    const double d = options_.damping;
    pass.damping = d;
    pass.base = (1 - d + d * last.dangling * scale) / static_cast<double>(n_) / scale;
    pass.jumps = jumps_.all();
    const pagerank_sums sums = loops_.sum(
        n_, [&](std::size_t first, std::size_t end) { return pull<Known>(g_, first, end, pass); });
    result_.residual = sums.residual * scale;
    ++result_.iterations;
    if (options_.observer) options_.observer->iteration_done(result_.iterations, result_.residual);
    return sums;
  }

  void jacobi() {
    auto from = array<double>(), to = array<double>();
    pagerank_sums last = start(from, false);
    do {
      last = go_over<-1, double>(last, 1, {.from = from.data(), .to = to.data()});
      std::swap(from, to);
    } while (!done());
    take_scores(from, 1);
  }

  // Vertices that see each other's new scores neither keep nor lose a sum of 1; scaled to it after
  // each pass, what dangles and what does not come into balance in few passes. Nothing is written
  // for that: the scale is a factor of all that is read. After every third pass the scores go on in
  // the directions in which the passes have changed them.
  template <class Share>
  void in_place() {
    auto share = array<Share>(), odd = array<Share>(), even = array<Share>();
    pagerank_sums last = start(share, balanced()), first, second;
    const auto pass = [&](plain_array<Share>& change, std::array<const Share*, 2> before) {
      return pagerank_pass<Share>{
          .from = share.data(), .to = share.data(), .change = change.data(), .before = before};
    };
    for (;;) {
      first = last = go_over<0>(last, 1 / last.total, pass(odd, {}));
      if (done()) break;
      second = last = go_over<1>(last, 1 / last.total, pass(even, {odd.data()}));
      if (done()) break;
      last = go_over<2>(last, 1 / last.total, pass(odd, {even.data(), odd.data()}));
      if (done()) break;
      const auto [a, b] = onward(last, second, first);
      for_each_vertex([to = share.data(), by_last = odd.data(), by_second = even.data(),
                       s = static_cast<Share>(a), t = static_cast<Share>(b)](vertex v) {
        to[v] = std::max(Share{0}, to[v] + s * by_last[v] + t * by_second[v]);
      });
      last.total += a * (last.total - second.total) + b * (second.total - first.total);
      last.dangling +=
          a * (last.dangling - second.dangling) + b * (second.dangling - first.dangling);
    }
    take_scores(share, 1 / last.total);
  }

  template <class Share>
  void take_scores(const plain_array<Share>& share, double scale) {
    for_each_vertex([&](vertex v) {
      result_.scores[v] = scale * static_cast<double>(share[v]) * shares_of(g_.out_degree(v));
    });
  }

  const G& g_;
  const pagerank_options& options_;
  const Loops& loops_;
  const vertex_homes& homes_;
  const std::size_t n_ = g_.vertex_count();
  pagerank_result result_;
  plain_array<double> jumps_;  // add up to 1; none where all are equal
};

template <graph_view G, kernel_loops Loops>
pagerank_result pagerank_by(const G& g, const pagerank_options& options, const Loops& loops,
                            const vertex_homes& homes = {}) {
  require_sense(options, g.vertex_count());
  return pagerank_run<G, Loops>(g, options, loops, homes).run();
}

}  // namespace arcas::graph::detail
