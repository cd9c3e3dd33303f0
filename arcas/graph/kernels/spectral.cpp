// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/machine.h>
#include <arcas/graph/kernels/power_iteration.h>
#include <arcas/graph/ordered_sums.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <variant>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The rows of a graph with or without weights; each weight is multiplied by `unit`.
class strength_rows {
 public:
  explicit strength_rows(const row_view& links) : links_(links) {}
  template <class W>
  strength_rows(const basic_adjacency<W>& rows, double unit)
      : links_(rows), weights_(rows.weights().data()), unit_(unit) {}

  std::size_t vertex_count() const { return links_.vertex_count(); }

  // Returns the sum, over the neighbours u of v, of the weight of the edge times x[u]. The switch
  // saves an eighth of the time on a road network: std::visit() would call through a table.
  double row_sum(vertex v, const double* x) const {
    switch (weights_.index()) {
      case 1:
        return sum_by(*std::get_if<1>(&weights_), v, x);
      case 2:
        return sum_by(*std::get_if<2>(&weights_), v, x);
      case 3:
        return sum_by(*std::get_if<3>(&weights_), v, x);
      case 4:
        return sum_by(*std::get_if<4>(&weights_), v, x);
      default:
        return sum_over_row(links_.neighbors(v), std::to_address(links_.targets().end()),
                            [x](vertex u) { return x[u]; });
    }
  }

 private:
  template <class W>
  double sum_by(const W* weights, vertex v, const double* x) const {
    const vertex* const targets = links_.targets().data();
    const double unit = unit_;
    double sum = 0;
    const edge_index end = links_.offsets()[v + std::size_t{1}];
    for (edge_index i = links_.offsets()[v]; i != end; ++i) {
      sum += static_cast<double>(weights[i]) * unit * x[targets[i]];
    }
    return sum;
  }

  row_view links_;
  std::variant<std::monostate, const weight*, const std::int64_t*, const float*, const real_weight*>
      weights_;
  double unit_ = 1;
};

// The `Vectors` of one process.
class shared_vectors : public process_machine<spectral_vectors> {
 public:
  using array = plain_array<double> values::*;

  shared_vectors(const strength_rows& out, const strength_rows& in, const loop_options& loops)
      : process_machine(in.vertex_count(), loops), out_(out), in_(in) {}

  template <class Of>
  double arriving(array from, array to, const Of& of) {
    return pass(in_, own().*from, own().*to, of);
  }
  template <class Of>
  double leaving(array from, array to, const Of& of) {
    return pass(out_, own().*from, own().*to, of);
  }

  spectral_result result(const spectral_end& end) {
    return {end, std::move(own().x), std::move(own().authorities)};
  }

 private:
  template <class Of>
  double pass(const strength_rows& rows, const plain_array<double>& from, plain_array<double>& to,
              const Of& of) {
    const double* const x = from.data();
    return ordered_sum<double>(size(), loops(), [&, x, y = to.data()](std::size_t v) {
      const double value = of(x[v], rows.row_sum(static_cast<vertex>(v), x));
      y[v] = value;
      return value * value;
    });
  }

  const strength_rows& out_;
  const strength_rows& in_;
};

spectral_result eigenvector_of(const strength_rows& in, bool symmetric,
                               const spectral_options& options) {
  require_sense(options);
  shared_vectors vectors(in, in, options.loops);
  return vectors.result(power_iteration(vectors, options).eigenvector(symmetric));
}
spectral_result katz_of(const strength_rows& in, const katz_options& options) {
  require_sense(options);
  shared_vectors vectors(in, in, options.loops);
  return vectors.result(power_iteration(vectors, options).katz(options.alpha));
}
spectral_result hits_of(const strength_rows& out, const strength_rows& in,
                        const spectral_options& options) {
  require_sense(options);
  shared_vectors vectors(out, in, options.loops);
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
  return eigenvector_of(strength_rows(g.in()), g.symmetric(), options);
}
spectral_result katz_centrality(const graph_view& g, const katz_options& options) {
  refuse_weighted(options);
  return katz_of(strength_rows(g.in()), options);
}
spectral_result hits(const graph_view& g, const spectral_options& options) {
  refuse_weighted(options);
  return hits_of(strength_rows(g.out()), strength_rows(g.in()), options);
}

template <class W>
spectral_result detail::eigenvector_by_weights(const basic_adjacency<W>& in, bool symmetric,
                                               const spectral_options& options) {
  const double unit = unit_of(require_strengths(in, options.loops));
  return eigenvector_of(strength_rows(in, unit), symmetric, options);
}
template <class W>
spectral_result detail::katz_by_weights(const basic_adjacency<W>& in, const katz_options& options) {
  require_strengths(in, options.loops);
  return katz_of(strength_rows(in, 1), options);
}
template <class W>
spectral_result detail::hits_by_weights(const basic_adjacency<W>& out, const basic_adjacency<W>& in,
                                        const spectral_options& options) {
  const double unit = unit_of(require_strengths(in, options.loops));
  return hits_of(strength_rows(out, unit), strength_rows(in, unit), options);
}

#define ARCAS_INSTANTIATE(W)                                                               \
  template spectral_result detail::eigenvector_by_weights(const basic_adjacency<W>&, bool, \
                                                          const spectral_options&);        \
  template spectral_result detail::katz_by_weights(const basic_adjacency<W>&,              \
                                                   const katz_options&);                   \
  template spectral_result detail::hits_by_weights(                                        \
      const basic_adjacency<W>&, const basic_adjacency<W>&, const spectral_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
