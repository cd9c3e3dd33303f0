// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/dominant_vector.h>
#include <arcas/graph/kernels/spectral.h>
#include <arcas/graph/ordered_sums.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Passes in a row whose change grows, before a sum is taken for one without end.
constexpr unsigned growing_passes = 30;
// Residual below which rounding errors disturb the search for an eigenvector.
constexpr double least_searched = 1e-10;

void require_sense(const spectral_options& options) {
  if (!(options.tolerance >= 0)) {
    throw std::invalid_argument("the tolerance " + std::to_string(options.tolerance) +
                                " must be at least 0");
  }
  if (options.max_iterations == 0) throw std::invalid_argument("iterations must be at least 1");
}

// What leads to v along these rows.
double row_sum(const row_view& rows, vertex v, const double* x) {
  return sum_over_row(rows.neighbors(v), std::to_address(rows.targets().end()),
                      [x](vertex u) { return x[u]; });
}
template <class W>
double row_sum(const basic_adjacency<W>& rows, vertex v, const double* x) {
  double sum = 0;
  for (const auto [u, w] : rows.edges(v)) sum += static_cast<double>(w) * x[u];
  return sum;
}

template <class Rows>
class iteration {
 public:
  iteration(const Rows& in, const spectral_options& options)
      : in_(in), options_(options), n_(in.vertex_count()), x_(n_), y_(n_) {
    require_sense(options);
    fill(x_, n_ == 0 ? 0 : 1 / std::sqrt(static_cast<double>(n_)));
  }

  // The vector of the greatest eigenvalue.
  spectral_result eigenvector(bool symmetric) {
    const auto multiply = [&](const plain_array<double>& from, plain_array<double>& to) {
      return pass(in_, from, to, [](double own, double sum) { return own + sum; });
    };
    if (symmetric) {
      repeat_symmetric(multiply);
    } else {
      repeat([&] { return take(1 / std::sqrt(multiply(x_, y_))); });
    }
    return std::move(result_);
  }

  spectral_result katz(double alpha) {
    if (!(alpha >= 0)) {
      throw std::invalid_argument("Katz's alpha " + std::to_string(alpha) + " must be at least 0");
    }
    result_.alpha = alpha == 0 && n_ != 0 ? 1 / (1 + most_arriving()) : alpha;
    fill(x_, 0);
    double before = 0;
    unsigned growing = 0;
    repeat([&] {
      const double squares =
          pass(in_, x_, y_, [a = result_.alpha](double, double sum) { return a * sum + 1; });
      const double moved = take(1);
      growing = moved > before ? growing + 1 : 0;
      before = moved;
      if (growing > growing_passes || !std::isfinite(moved)) {
        throw std::invalid_argument("Katz's alpha " + std::to_string(result_.alpha) +
                                    " is too large for this graph: the sum over all ways has no "
                                    "end; take less than 1 / its "
                                    "greatest eigenvalue, or 0");
      }
      return moved / std::sqrt(squares);
    });
    if (n_ != 0) scale(x_, 1 / std::sqrt(add_up(x_, [](double value) { return value * value; })));
    return std::move(result_);
  }

  // out: the rows in the other direction.
  spectral_result hits(const Rows& out) {
    plain_array<double>& authorities = result_.authorities;
    authorities = plain_array<double>(n_);
    const auto sum_alone = [](double, double sum) { return sum; };
    repeat_symmetric([&](const plain_array<double>& from, plain_array<double>& to) {
      pass(in_, from, authorities, sum_alone);
      return pass(out, authorities, to, sum_alone);
    });
    const auto itself = [](double value) { return value; };
    if (n_ != 0 && add_up(authorities, itself) == 0) fill(authorities, 1);
    for (plain_array<double>* const part : {&x_, &authorities})
      if (n_ != 0) scale(*part, 1 / add_up(*part, itself));
    return std::move(result_);
  }

  // x_ is the result's when all is done.
  plain_array<double>& vector() { return x_; }

 private:
  void fill(plain_array<double>& values, double with) const {
    whole_for(values.size(), options_.loops, [&](std::size_t i) { values[i] = with; });
  }
  void scale(plain_array<double>& values, double by) const {
    whole_for(values.size(), options_.loops, [&](std::size_t i) { values[i] *= by; });
  }
  template <class Of>
  double add_up(const plain_array<double>& values, const Of& of) const {
    return ordered_sum<double>(values.size(), options_.loops,
                               [&](std::size_t i) { return of(values[i]); });
  }
  double most_arriving() {
    fill(x_, 1);
    pass(in_, x_, y_, [](double, double sum) { return sum; });
    return whole_reduce(n_, maximum<double>{}, options_.loops,
                        [&](std::size_t v) { return y_[v]; });
  }

  struct products {
    double squares = 0, with_own = 0;
    friend products operator+(const products& a, const products& b) {
      return {a.squares + b.squares, a.with_own + b.with_own};
    }
  };
  // to(v) = of(from(v), what leads to v); returns the sum of their squares.
  template <class Of>
  double pass(const Rows& rows, const plain_array<double>& from, plain_array<double>& to,
              const Of& of) {
    const double* const x = from.data();
    return ordered_sum<double>(n_, options_.loops, [&, x, y = to.data()](std::size_t v) {
      const double value = of(x[v], row_sum(rows, static_cast<vertex>(v), x));
      y[v] = value;
      return value * value;
    });
  }
  // The distance between y * by and x.
  double change(double by) const {
    return std::sqrt(ordered_sum<double>(n_, options_.loops, [&](std::size_t v) {
      const double moved = y_[v] * by - x_[v];
      return moved * moved;
    }));
  }
  // x = y * by; returns by how much x has changed.
  double take(double by) {
    return std::sqrt(ordered_sum<double>(n_, options_.loops, [&](std::size_t v) {
      const double moved = y_[v] * by - x_[v];
      x_[v] = y_[v] * by;
      return moved * moved;
    }));
  }
  void report(double residual) {
    result_.residual = residual;
    ++result_.iterations;
    if (options_.observer) options_.observer->iteration_done(result_.iterations, residual);
  }
  // step() until it returns no more than the tolerance.
  template <class Step>
  void repeat(const Step& step) {
    while (n_ != 0 && result_.iterations < options_.max_iterations) {
      report(step());
      if (result_.residual <= options_.tolerance) break;
    }
  }
  // repeat() for a symmetric M. multiply(from, to) sets to = M from and returns the sum of the squares of `to`. Each
  // round of the power iteration but the last starts a search that needs fewer rounds; the last round yields the
  // residual.
  template <class Multiply>
  void repeat_symmetric(const Multiply& multiply) {
    while (n_ != 0 && result_.iterations < options_.max_iterations) {
      const double length = std::sqrt(multiply(x_, y_));
      if (length == 0) return report(0);  // no edge: all scores are equal
      const double moved = change(1 / length);
      report(moved);
      if (moved <= std::max(options_.tolerance, least_searched) || !search(multiply))
        take(1 / length);
      if (moved <= options_.tolerance) return;
    }
  }
  // Improves x, given y = M x, and leaves at least one iteration. Returns whether it took a step.
  template <class Multiply>
  bool search(const Multiply& multiply) {
    const unsigned before = result_.iterations;
    dominant_vector best(x_, y_, options_.loops);
    while (result_.iterations + 1 < options_.max_iterations &&
           best.residual() > std::max(options_.tolerance, least_searched) && best.step(multiply)) {
      report(best.residual());
    }
    if (result_.iterations == before) return false;
    // The eigenvector has no negative entry, so absolute values can only reduce the error of x.
    whole_for(n_, options_.loops, [&](std::size_t v) { x_[v] = std::abs(x_[v]); });
    scale(x_, 1 / std::sqrt(add_up(x_, [](double value) { return value * value; })));
    return true;
  }

  const Rows& in_;
  const spectral_options& options_;
  const std::size_t n_;
  plain_array<double> x_, y_;
  spectral_result result_;
};

template <class Rows>
spectral_result eigenvector_of(const Rows& in, bool symmetric, const spectral_options& options) {
  iteration<Rows> run(in, options);
  spectral_result result = run.eigenvector(symmetric);
  result.scores = std::move(run.vector());
  return result;
}
template <class Rows>
spectral_result katz_of(const Rows& in, const katz_options& options) {
  iteration<Rows> run(in, options);
  spectral_result result = run.katz(options.alpha);
  result.scores = std::move(run.vector());
  return result;
}
template <class Rows>
spectral_result hits_of(const Rows& out, const Rows& in, const spectral_options& options) {
  iteration<Rows> run(in, options);
  spectral_result result = run.hits(out);
  result.scores = std::move(run.vector());
  return result;
}

void refuse_weighted(const spectral_options& options) {
  if (options.weighted)
    throw std::invalid_argument("a centrality by weights requires a graph with weights");
}
template <class W>
void require_strengths(const basic_adjacency<W>& rows, const loop_options& loops) {
  const auto wrong =
      whole_reduce(rows.vertex_count(), sum_of<std::size_t>{}, loops, [&](std::size_t v) {
        std::size_t count = 0;
        for (const auto [u, w] : rows.edges(static_cast<vertex>(v)))
          count += w >= 0 && std::isfinite(static_cast<double>(w)) ? 0 : 1;
        return count;
      });
  if (wrong != 0) {
    throw std::invalid_argument(
        "a centrality by weights requires finite edge weights of at least 0; an edge has another");
  }
}

}  // namespace

spectral_result eigenvector_centrality(const graph_view& g, const spectral_options& options) {
  refuse_weighted(options);
  return eigenvector_of(g.in(), g.symmetric(), options);
}
spectral_result katz_centrality(const graph_view& g, const katz_options& options) {
  refuse_weighted(options);
  return katz_of(g.in(), options);
}
spectral_result hits(const graph_view& g, const spectral_options& options) {
  refuse_weighted(options);
  return hits_of(g.out(), g.in(), options);
}

template <class W>
spectral_result detail::eigenvector_by_weights(const basic_adjacency<W>& in, bool symmetric,
                                               const spectral_options& options) {
  require_strengths(in, options.loops);
  return eigenvector_of(in, symmetric, options);
}
template <class W>
spectral_result detail::katz_by_weights(const basic_adjacency<W>& in, const katz_options& options) {
  require_strengths(in, options.loops);
  return katz_of(in, options);
}
template <class W>
spectral_result detail::hits_by_weights(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                                        const spectral_options& options) {
  require_strengths(in, options.loops);
  return hits_of(out, in, options);
}

#define ARCAS_SPECTRAL_BY(W)                                                               \
  template spectral_result detail::eigenvector_by_weights(const basic_adjacency<W>&, bool, \
                                                          const spectral_options&);        \
  template spectral_result detail::katz_by_weights(const basic_adjacency<W>&,              \
                                                   const katz_options&);                   \
  template spectral_result detail::hits_by_weights(                                        \
      const basic_adjacency<W>&, const basic_adjacency<W>&, const spectral_options&);
ARCAS_SPECTRAL_BY(weight)
ARCAS_SPECTRAL_BY(std::int64_t)
ARCAS_SPECTRAL_BY(float)
ARCAS_SPECTRAL_BY(real_weight)
#undef ARCAS_SPECTRAL_BY

}  // namespace arcas::inline v0::graph
