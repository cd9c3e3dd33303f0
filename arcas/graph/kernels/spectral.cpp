// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/power_iteration.h>
#include <arcas/graph/ordered_sums.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// What leads to v along these rows.
double row_sum(const row_view& rows, vertex v, const double* x, double /*unit*/) {
  return sum_over_row(rows.neighbors(v), std::to_address(rows.targets().end()),
                      [x](vertex u) { return x[u]; });
}
template <class W>
double row_sum(const basic_adjacency<W>& rows, vertex v, const double* x, double unit) {
  double sum = 0;
  for (const auto [u, w] : rows.edges(v)) sum += static_cast<double>(w) * unit * x[u];
  return sum;
}

// `Vectors` of one process.
template <class Rows>
class shared_vectors {
 public:
  using vectors = spectral_vectors<plain_array<double>>;
  using array = plain_array<double> vectors::*;

  // Each weight is multiplied by `unit`.
  shared_vectors(const Rows& out, const Rows& in, double unit, const loop_options& loops)
      : out_(out), in_(in), unit_(unit), loops_(loops) {}

  std::size_t size() const { return in_.vertex_count(); }
  template <class F>
  void apply(const F& f) {
    whole_for(size(), loops_, [&](std::size_t i) { f(own_, i); });
  }
  template <class T, class F>
  T sum(const F& f) {
    return ordered_sum<T>(size(), loops_, [f, v = &own_](std::size_t i) { return f(*v, i); });
  }
  template <class Of>
  double arriving(array from, array to, const Of& of) {
    return pass(in_, own_.*from, own_.*to, of);
  }
  template <class Of>
  double leaving(array from, array to, const Of& of) {
    return pass(out_, own_.*from, own_.*to, of);
  }
  void begin(array part) {
    if ((own_.*part).size() != size()) own_.*part = plain_array<double>(size());
    apply([part](vectors& v, std::size_t i) { (v.*part)[i] = 0; });
  }

  spectral_result result(const spectral_end& end) {
    return {end, std::move(own_.x), std::move(own_.authorities)};
  }

 private:
  template <class Of>
  double pass(const Rows& rows, const plain_array<double>& from, plain_array<double>& to,
              const Of& of) {
    const double* const x = from.data();
    return ordered_sum<double>(size(), loops_, [&, x, y = to.data()](std::size_t v) {
      const double value = of(x[v], row_sum(rows, static_cast<vertex>(v), x, unit_));
      y[v] = value;
      return value * value;
    });
  }

  const Rows& out_;
  const Rows& in_;
  const double unit_;
  const loop_options& loops_;
  vectors own_;
};

template <class Rows>
spectral_result eigenvector_of(const Rows& in, bool symmetric, const spectral_options& options,
                               double unit = 1) {
  require_sense(options);
  shared_vectors<Rows> vectors(in, in, unit, options.loops);
  return vectors.result(power_iteration(vectors, options).eigenvector(symmetric));
}
template <class Rows>
spectral_result katz_of(const Rows& in, const katz_options& options) {
  require_sense(options);
  shared_vectors<Rows> vectors(in, in, 1, options.loops);
  return vectors.result(power_iteration(vectors, options).katz(options.alpha));
}
template <class Rows>
spectral_result hits_of(const Rows& out, const Rows& in, const spectral_options& options,
                        double unit = 1) {
  require_sense(options);
  shared_vectors<Rows> vectors(out, in, unit, options.loops);
  return vectors.result(power_iteration(vectors, options).hits());
}

void refuse_weighted(const spectral_options& options) {
  if (options.weighted)
    throw std::invalid_argument("a centrality by weights requires a graph with edge weights");
}
// Returns the greatest weight.
template <class W>
double require_strengths(const basic_adjacency<W>& rows, const loop_options& loops) {
  const double greatest =
      whole_reduce(rows.vertex_count(), maximum<double>{}, loops, [&](std::size_t v) {
        double most = 0;
        for (const auto [u, w] : rows.edges(static_cast<vertex>(v)))
          most = w >= 0 ? std::max(most, static_cast<double>(w)) : HUGE_VAL;
        return most;
      });
  require_greatest_strength("a centrality by weights", greatest);
  return greatest;
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
  return eigenvector_of(in, symmetric, options, unit_of(require_strengths(in, options.loops)));
}
template <class W>
spectral_result detail::katz_by_weights(const basic_adjacency<W>& in, const katz_options& options) {
  require_strengths(in, options.loops);
  return katz_of(in, options);
}
template <class W>
spectral_result detail::hits_by_weights(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                                        const spectral_options& options) {
  return hits_of(out, in, options, unit_of(require_strengths(in, options.loops)));
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
