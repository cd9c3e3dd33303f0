// SPDX-License-Identifier: Apache-2.0
// The three centralities of spectral.h as passes over vectors, in one process or on ranks. At the
// end x has the scores, for HITS those of the hubs, and `authorities` those of the authorities.
//
// `Vectors` is a machine (machine.h) whose values are spectral_vectors, with the members
//   arriving(from, to, of)     for each vertex v sets to[v] to of(from[v], s); s is the sum of
//                              from[u] over the in-neighbours u of v. Returns the sum of the
//                              squares of `to`
//   leaving(from, to, of)      arriving() with out-neighbours in place of in-neighbours
#pragma once

#include <arcas/graph/kernels/dominant_vector.h>
#include <arcas/graph/kernels/machine.h>
#include <arcas/graph/kernels/spectral.h>
#include <arcas/graph/kernels/strengths.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::graph::detail {

template <template <class> class Array>
struct spectral_vectors {
  Array<double> x, y;          // a pass computes y from x
  Array<double> authorities;   // for HITS
  Array<double> p, mp, w, mw;  // for the search
};

// Katz: if the change grows in more than this number of consecutive passes, the sum over all walks
// is regarded as infinite.
inline constexpr unsigned growing_passes = 30;
// The residual below which rounding errors disturb the search for an eigenvector.
inline constexpr double least_searched = 1e-10;

// Returns a factor for all weights, which differs from 1 if the greatest weight is very small or
// large. With it, neither the addition of I in A' + I (spectral.h) nor the rounding of squares
// hides the weights. A common factor does not change eigenvectors, and a power of two causes no
// rounding.
inline double unit_of(double greatest) {
  constexpr double small = 0x1p-10, large = 0x1p200;
  if (greatest == 0 || (greatest >= small && greatest <= large)) return 1;
  return std::ldexp(1.0, -std::ilogb(greatest));
}
inline void require_greatest_strength(const std::string& kernel, double greatest) {
  if (!std::isfinite(greatest)) {
    throw std::invalid_argument(
        kernel + " requires finite edge weights of at least 0; an edge has another weight");
  }
  if (strength_is_usable(greatest)) return;
  throw std::invalid_argument(kernel +
                              " requires edge weights of which the greatest is 0, or at least " +
                              number_text(least_strength) + "; it is " + number_text(greatest) +
                              ". Multiply all weights by a number");
}
// Returns `greatest`, the greatest sum of the weights of the edges that lead to a vertex. Throws
// std::invalid_argument if Katz's alpha cannot be computed from it.
inline double require_arriving(double greatest) {
  constexpr double most = 0x1p960;
  if (greatest <= most) return greatest;
  throw std::invalid_argument(
      "Katz centrality by weights requires weights that add up to at most " + number_text(most) +
      " at each vertex; at one they add up to more. Divide all weights by a number");
}

// Throws std::invalid_argument for options out of range.
inline void require_sense(const spectral_options& options) {
  if (!(options.tolerance >= 0)) {
    throw std::invalid_argument("the tolerance " + number_text(options.tolerance) +
                                " must be at least 0");
  }
  if (options.max_iterations == 0) throw std::invalid_argument("iterations must be at least 1");
}
inline void require_sense(const katz_options& options) {
  require_sense(static_cast<const spectral_options&>(options));
  if (!(options.alpha >= 0)) {
    throw std::invalid_argument("Katz's alpha " + number_text(options.alpha) +
                                " must be at least 0");
  }
}

template <class Vectors>
class power_iteration {
 public:
  // options: accepted by require_sense().
  power_iteration(Vectors& vectors, const spectral_options& options)
      : vectors_(vectors), options_(options), n_(vectors.size()) {
    vectors_.begin(&parts::x);
    vectors_.begin(&parts::y);
    fill(&parts::x, n_ == 0 ? 0 : 1 / std::sqrt(static_cast<double>(n_)));
  }

  spectral_end eigenvector(bool symmetric) {
    const auto multiply = [this](auto from, auto to) {
      return vectors_.arriving(from, to, [](double own, double sum) { return own + sum; });
    };
    if (symmetric) {
      repeat_symmetric(multiply);
    } else {
      repeat([&] { return take(1 / std::sqrt(multiply(&parts::x, &parts::y))); });
    }
    return end_;
  }

  spectral_end katz(double alpha) {
    end_.alpha = alpha == 0 && n_ != 0 ? 1 / (1 + require_arriving(most_arriving())) : alpha;
    fill(&parts::x, 0);
    double before = 0;
    unsigned growing = 0;
    repeat([&] {
      const double squares = vectors_.arriving(
          &parts::x, &parts::y, [a = end_.alpha](double, double sum) { return a * sum + 1; });
      const double moved = take(1);
      growing = moved > before ? growing + 1 : 0;
      before = moved;
      if (growing > growing_passes || !std::isfinite(squares)) {
        throw std::invalid_argument("Katz's alpha " + number_text(end_.alpha) +
                                    " is too large for this graph: the sum over all walks "
                                    "diverges; take less than 1 / its greatest eigenvalue, or 0");
      }
      return moved / std::sqrt(squares);
    });
    scale_to_length_1();
    return end_;
  }

  spectral_end hits() {
    const auto sum_alone = [](double, double sum) { return sum; };
    vectors_.begin(&parts::authorities);
    repeat_symmetric([&](auto from, auto to) {
      vectors_.arriving(from, &parts::authorities, sum_alone);
      return vectors_.leaving(&parts::authorities, to, sum_alone);
    });
    if (n_ != 0 && total(&parts::authorities) == 0) fill(&parts::authorities, 1);
    for (const auto part : {&parts::x, &parts::authorities})
      if (n_ != 0) scale(part, 1 / total(part));
    return end_;
  }

 private:
  using parts = typename Vectors::values;

  void fill(auto part, double with) {
    vectors_.apply([part, with](auto& v, std::size_t i) { (v.*part)[i] = with; });
  }
  void scale(auto part, double by) {
    vectors_.apply([part, by](auto& v, std::size_t i) { (v.*part)[i] *= by; });
  }
  double total(auto part) {
    return vectors_.template sum<double>(
        [part](const auto& v, std::size_t i) { return (v.*part)[i]; });
  }
  void scale_to_length_1() {
    if (n_ == 0) return;
    const double squares =
        vectors_.template sum<double>([](const auto& v, std::size_t i) { return v.x[i] * v.x[i]; });
    scale(&parts::x, 1 / std::sqrt(squares));
  }
  double most_arriving() {
    fill(&parts::x, 1);
    vectors_.arriving(&parts::x, &parts::y, [](double, double sum) { return sum; });
    return vectors_
        .template sum<greatest>([](const auto& v, std::size_t i) { return greatest{v.y[i]}; })
        .value;
  }
  // Returns the distance between y * by and x.
  double change(double by) {
    return std::sqrt(vectors_.template sum<double>([by](const auto& v, std::size_t i) {
      const double moved = v.y[i] * by - v.x[i];
      return moved * moved;
    }));
  }
  // Sets x to y * by; returns the distance between the old and the new x.
  double take(double by) {
    return std::sqrt(vectors_.template sum<double>([by](auto& v, std::size_t i) {
      const double moved = v.y[i] * by - v.x[i];
      v.x[i] = v.y[i] * by;
      return moved * moved;
    }));
  }
  void report(double residual) {
    end_.residual = residual;
    ++end_.iterations;
    if (options_.observer) options_.observer->iteration_done(end_.iterations, residual);
  }
  // Calls step() until it returns a residual of at most the tolerance, or for max_iterations.
  template <class Step>
  void repeat(const Step& step) {
    while (n_ != 0 && end_.iterations < options_.max_iterations) {
      report(step());
      if (end_.residual <= options_.tolerance) break;
    }
  }
  // Repeats rounds as repeat() does, for a symmetric matrix M. multiply(from, to) sets `to` to
  // M times `from` and returns the sum of the squares of `to`. After each round of the power
  // iteration except the last, search() improves x; it needs fewer rounds than the power iteration
  // would. The last round yields the residual.
  template <class Multiply>
  void repeat_symmetric(const Multiply& multiply) {
    while (n_ != 0 && end_.iterations < options_.max_iterations) {
      const double length = std::sqrt(multiply(&parts::x, &parts::y));
      if (length == 0) return report(0);  // without edges, all scores are equal
      const double moved = change(1 / length);
      report(moved);
      if (moved <= std::max(options_.tolerance, least_searched) || !search(multiply))
        take(1 / length);
      if (moved <= options_.tolerance) return;
    }
  }
  // Improves x, given y = M x. Leaves at least one of max_iterations for the last round. Returns
  // whether it took a step.
  template <class Multiply>
  bool search(const Multiply& multiply) {
    const unsigned before = end_.iterations;
    dominant_vector best(vectors_);
    while (end_.iterations + 1 < options_.max_iterations &&
           best.residual() > std::max(options_.tolerance, least_searched) &&
           best.step([&] { multiply(&parts::w, &parts::mw); })) {
      report(best.residual());
    }
    if (end_.iterations == before) return false;
    // The eigenvector has no negative entry, so absolute values can only reduce the error of x.
    vectors_.apply([](auto& v, std::size_t i) { v.x[i] = std::abs(v.x[i]); });
    scale_to_length_1();
    return true;
  }

  Vectors& vectors_;
  const spectral_options& options_;
  const std::size_t n_;
  spectral_end end_;
};

}  // namespace arcas::inline v0::graph::detail
