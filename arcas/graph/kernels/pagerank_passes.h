// SPDX-License-Identifier: Apache-2.0
// In which order does PageRank take its steps? Written over any loop, so that the same passes run
// under others, too: see pagerank.h for the method.
#pragma once

#include <arcas/graph/kernels/pagerank.h>
#include <arcas/graph/kernels/pagerank_steps.h>
#include <arcas/graph/plain_array.h>

#include <concepts>
#include <span>
#include <utility>

namespace arcas::graph {

// What passes need of loops: step(v) for all vertices below n, added up, or not.
template <class L>
concept pagerank_loops = requires(const L& loops, std::size_t n, pagerank_sums (*step)(vertex),
                                  void (*change)(vertex)) {
  { loops.sum(n, step) } -> std::same_as<pagerank_sums>;
  loops.each(n, change);
};

// From this tolerance on the rounding of a float is far below it.
inline constexpr double float_tolerance = 1e-6;

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

  pagerank_terms terms(double dangling) {
    return {result_.scores.all(),
            options_.damping,
            base_score(g_.vertex_count(), options_.damping, dangling),
            jumps_.all(),
            1,
            1};
  }

  template <class Pass>
  double start(const Pass& pass) {
    return loops_.sum(g_.vertex_count(), [&](vertex v) { return start_vertex(g_, v, pass); })
        .dangling;
  }

  template <class Pass>
  pagerank_sums go_over(const Pass& pass) {
    const pagerank_sums sums = loops_.sum(
        g_.vertex_count(), [&g = g_, pass](vertex v) { return pull_vertex(g, v, pass); });
    result_.residual = sums.residual;
    ++result_.iterations;
    if (options_.observer) {
      options_.observer->iteration_done(result_.iterations, result_.residual);
    }
    return sums;
  }

  bool done() const {
    return result_.residual <= options_.tolerance || result_.iterations >= options_.max_iterations;
  }

  void apart() {
    plain_array<double> share(g_.vertex_count());
    plain_array<double> next(g_.vertex_count());
    place(share);
    place(next);
    double dangling = start(pagerank_pass{terms(0), {}, share.all()});
    do {
      dangling = go_over(pagerank_pass{terms(dangling), share.all(), next.all()}).dangling;
      std::swap(share, next);
    } while (!done());
  }

  // Vertices that see each other's new scores neither keep nor lose a sum of 1; scaled to it after
  // each pass, what dangles and what does not come into balance in few passes. Nothing is written
  // for that: the scale is a factor of all that is read.
  template <class Share>
  void in_place() {
    plain_array<Share> share(g_.vertex_count());
    place(share);
    double dangling = start(in_place_pass<Share>{terms(0), share.all()});
    double scale = 1;
    do {
      in_place_pass<Share> pass{terms(dangling), share.all()};
      pass.scale = scale;
      pass.inverse = 1 / scale;
      const pagerank_sums sums = go_over(pass);
      scale /= sums.total;
      dangling = sums.dangling / sums.total;
    } while (!done());
    loops_.each(g_.vertex_count(), [&](vertex v) { result_.scores[v] *= scale; });
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
