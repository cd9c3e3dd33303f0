// SPDX-License-Identifier: Apache-2.0
// In which order does PageRank take its steps? Written over any loop, so that the same passes run
// under others, too: see pagerank.h for the method.
#pragma once

#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/pagerank_in_place.h>
#include <arcas/graph/kernels/pagerank_steps.h>
#include <arcas/graph/plain_array.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <utility>

namespace arcas::graph {

// What passes need of loops: steps(first, last) for chunks of all vertices below n, added up by +
// whatever they return, or not.
template <class L>
concept pagerank_loops = requires(const L& loops, std::size_t n,
                                  pagerank_sums (*steps)(std::size_t, std::size_t),
                                  void (*changes)(std::size_t, std::size_t)) {
  { loops.sum(n, steps) } -> std::same_as<pagerank_sums>;
  loops.each(n, changes);
};

// From this tolerance on the rounding of a float is far below it.
inline constexpr double float_tolerance = 1e-6;

// Most graphs that are not balanced show it at once.
inline constexpr std::size_t balance_samples = 1024;

// Throws std::invalid_argument with a sentence for options out of range.
void require_sense(const pagerank_options& options, std::size_t vertices);

template <graph_view G, pagerank_loops Loops>
class pagerank_run {
 public:
  pagerank_run(const G& g, const pagerank_options& options, const Loops& loops)
      : g_(g),
        options_(options),
        loops_(loops),
        result_{plain_array<double>(g.vertex_count()), 0, 0},
        jumps_(jumps_of(options)) {
    place(result_.scores);
  }

  pagerank_result run() {
    if (g_.vertex_count() == 0) return std::move(result_);
    if (options_.order == pagerank_order::jacobi) {
      apart();
    } else if (options_.tolerance >= float_tolerance) {
      in_place<float>();
    } else {
      in_place<double>();
    }
    return std::move(result_);
  }

 private:
  static plain_array<double> jumps_of(const pagerank_options& options) {
    plain_array<double> jumps(options.personalization.size());
    double total = 0;
    for (const double w : options.personalization) total += w;
    for (std::size_t v = 0; v < jumps.size(); ++v) jumps[v] = options.personalization[v] / total;
    return jumps;
  }

  // Where the loops have an opinion on it.
  template <class T>
  void place(plain_array<T>& values) const {
    if constexpr (requires { loops_.place(values.all()); }) loops_.place(values.all());
  }

  pagerank_terms terms(double dangling) const {
    return {options_.damping, base_score(g_.vertex_count(), options_.damping, dangling),
            jumps_.all()};
  }

  // step(v) for all vertices, added up.
  template <class Step>
  pagerank_sums sum(const Step& step) const {
    return loops_.sum(g_.vertex_count(), [&](std::size_t first, std::size_t last) {
      pagerank_sums sums;
      for (std::size_t v = first; v < last; ++v) sums = sums + step(static_cast<vertex>(v));
      return sums;
    });
  }

  void count_pass(double residual) {
    result_.residual = residual;
    ++result_.iterations;
    if (options_.observer) {
      options_.observer->iteration_done(result_.iterations, result_.residual);
    }
  }

  bool done() const {
    return result_.residual <= options_.tolerance || result_.iterations >= options_.max_iterations;
  }

  void apart() {
    plain_array<double> share(g_.vertex_count());
    plain_array<double> next(g_.vertex_count());
    place(share);
    place(next);
    const pagerank_pass first{terms(0), result_.scores.all(), {}, share.all()};
    double dangling = sum([&](vertex v) { return start_vertex(g_, v, first); }).dangling;
    do {
      const pagerank_pass pass{terms(dangling), result_.scores.all(), share.all(), next.all()};
      const pagerank_sums sums = sum([&](vertex v) { return pull_vertex(g_, v, pass); });
      dangling = sums.dangling;
      std::swap(share, next);
      count_pass(sums.residual);
    } while (!done());
  }

  // Vertices that see each other's new scores neither keep nor lose a sum of 1; scaled to it after
  // each pass, what dangles and what does not come into balance in few passes. Nothing is written
  // for that: the scale is a factor of all that is read. After every third pass the scores go on in
  // the directions in which the passes have changed them.
  template <class Share>
  void in_place() {
    const std::size_t n = g_.vertex_count();
    plain_array<Share> share(n), odd(n), even(n);
    for (plain_array<Share>* values : {&share, &odd, &even}) place(*values);
    in_place_sums last = start(share);
    for (;;) {
      const in_place_sums first = go_over<0, Share>(last, {{}, share.data(), odd.data(), {}});
      if (done()) return take_scores(share, first);
      const in_place_sums second =
          go_over<1, Share>(first, {{}, share.data(), even.data(), {odd.data()}});
      if (done()) return take_scores(share, second);
      last = go_over<2, Share>(second, {{}, share.data(), odd.data(), {even.data(), odd.data()}});
      if (done()) return take_scores(share, last);
      const auto steps = onward(last, second, first);
      go_on(share.data(), odd.data(), even.data(), steps);
      last.total +=
          steps[0] * (last.total - second.total) + steps[1] * (second.total - first.total);
      last.dangling += steps[0] * (last.dangling - second.dangling) +
                       steps[1] * (second.dangling - first.dangling);
    }
  }

  // A pass after one with these sums.
  template <std::size_t Known, class Share>
  in_place_sums go_over(const in_place_sums& last, in_place_pass<Share> pass) {
    const double scale = 1 / last.total;
    static_cast<pagerank_terms&>(pass) = terms(last.dangling * scale);
    pass.base /= scale;
    const in_place_sums sums =
        loops_.sum(g_.vertex_count(), [&](std::size_t first, std::size_t end) {
          return pull_in_place<Known>(g_, first, end, pass);
        });
    count_pass(sums.residual * scale);
    return sums;
  }

  template <class Share>
  void go_on(Share* share, const Share* last, const Share* before,
             const std::array<double, 2>& steps) const {
    const auto a = static_cast<Share>(steps[0]);
    const auto b = static_cast<Share>(steps[1]);
    loops_.each(g_.vertex_count(), [=](std::size_t first, std::size_t end) {
      for (std::size_t v = first; v < end; ++v) {
        share[v] = std::max(Share{0}, share[v] + a * last[v] + b * before[v]);
      }
    });
  }

  // All vertices start equal, or, where as many edges lead to each as from it, in proportion to
  // them but for the jumps: then that is where a surfer is who never jumps.
  template <class Share>
  in_place_sums start(plain_array<Share>& share) const {
    const bool by_degree = balanced();
    const double even = 1 / static_cast<double>(g_.vertex_count());
    const double each =
        options_.damping / static_cast<double>(std::max<edge_index>(g_.arc_count(), 1));
    return {sum([&, jumped = terms(0)](vertex v) {
      const edge_index degree = g_.out_degree(v);
      const double score =
          by_degree ? jumped.base_of(v) + each * static_cast<double>(degree) : even;
      share[v] = static_cast<Share>(score / shares_of(degree));
      return pagerank_sums{0, degree == 0 ? score : 0, score};
    })};
  }

  bool balanced() const {
    const std::size_t n = g_.vertex_count();
    const auto imbalance = [&](vertex v) {
      return pagerank_sums{g_.out_degree(v) == g_.in_degree(v) ? 0.0 : 1.0, 0, 0};
    };
    for (std::size_t v = 0; v < std::min(n, balance_samples); ++v) {
      if (imbalance(static_cast<vertex>(v)).residual != 0) return false;
    }
    return g_.arc_count() != 0 && sum(imbalance).residual == 0;
  }

  template <class Share>
  void take_scores(const plain_array<Share>& share, const in_place_sums& last) {
    const double scale = 1 / last.total;
    loops_.each(g_.vertex_count(), [&](std::size_t first, std::size_t end) {
      for (std::size_t v = first; v < end; ++v) {
        result_.scores[v] = scale * static_cast<double>(share[v]) *
                            shares_of(g_.out_degree(static_cast<vertex>(v)));
      }
    });
  }

  const G& g_;
  const pagerank_options& options_;
  const Loops& loops_;
  pagerank_result result_;
  plain_array<double> jumps_;  // add up to 1; none where all are equal
};

template <graph_view G, pagerank_loops Loops>
pagerank_result pagerank_by(const G& g, const pagerank_options& options, const Loops& loops) {
  require_sense(options, g.vertex_count());
  return pagerank_run<G, Loops>(g, options, loops).run();
}

}  // namespace arcas::graph
