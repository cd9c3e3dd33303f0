// SPDX-License-Identifier: Apache-2.0
// Eigenvector and Katz centrality and HITS over all ranks: the iterations of a single process (power_iteration.h), by vectors of which
// each rank has the part of its vertices, and passes of neighbor_values.h.
#include <arcas/cluster_graph/gather.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/run_and_end.h>
#include <arcas/graph/kernels/power_iteration.h>

#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// «Vectors» of all ranks.
class vectors_on_ranks {
 public:
  using vectors = graph::detail::spectral_vectors<std::vector<double>>;
  using array = std::vector<double> vectors::*;

  // both: passes go both ways.
  vectors_on_ranks(const distributed_graph& g, bool weighted, bool both)
      : g_(g),
        in_(neighbor_values<double>::make(g, arc_side::in)),
        out_(both && !g.is_symmetric() ? neighbor_values<double>::make(g, arc_side::out) : in_),
        own_(cluster::distributed<vectors>::make()),
        weighted_(weighted),
        two_(both && !g.is_symmetric()) {}
  void end() const {
    own_.end();
    in_.end();
    if (two_) out_.end();
  }

  std::size_t size() const { return g_.vertex_count(); }
  template <class F>
  void apply(const F& f) {
    cluster::on_all_ranks([g = g_, own = own_, f] {
      vectors& mine = own.local();
      for (vertex i = 0, n = g.local().vertex_count(); i < n; ++i) f(mine, i);
    });
  }
  template <class T, class F>
  T sum(const F& f) {
    return sum_of_ranks([g = g_, own = own_, f] {
      vectors& mine = own.local();
      T total{};
      for (vertex i = 0, n = g.local().vertex_count(); i < n; ++i) total = total + f(mine, i);
      return total;
    });
  }
  template <class Of>
  double arriving(array from, array to, const Of& of) {
    return pass(in_, from, to, of);
  }
  template <class Of>
  double leaving(array from, array to, const Of& of) {
    return pass(out_, from, to, of);
  }
  void begin(array part) {
    cluster::on_all_ranks(
        [g = g_, own = own_, part] { (own.local().*part).assign(g.local().vertex_count(), 0); });
  }

  vertex_values<double> taken(array part) const {
    return {g_, [own = own_, part] { return std::move(own.local().*part); }};
  }

 private:
  template <class Of>
  double pass(const neighbor_values<double>& neighbors, array from, array to, const Of& of) {
    neighbors.pass([own = own_, from]() -> const auto& { return own.local().*from; },
                   [own = own_, to]() -> auto& { return own.local().*to; },
                   sum_of_neighbors{weighted_});
    return sum<double>([from, to, of](vectors& v, std::size_t i) {
      const double value = of((v.*from)[i], (v.*to)[i]);
      (v.*to)[i] = value;
      return value * value;
    });
  }

  distributed_graph g_;
  neighbor_values<double> in_, out_;
  cluster::distributed<vectors> own_;
  bool weighted_;
  bool two_;  // whether out_ is another than in_
};

using iteration = graph::detail::power_iteration<vectors_on_ranks>;

template <class Run>
distributed_spectral_result run_on_ranks(const distributed_graph& g,
                                         const graph::spectral_options& options, bool is_hits,
                                         const Run& run) {
  if (options.weighted) require_strengths(g, "a centrality by weights");
  vectors_on_ranks vectors(g, options.weighted, is_hits);
  distributed_spectral_result result;
  const auto take_result = [&] {
    iteration passes(vectors, options);
    static_cast<graph::spectral_end&>(result) = run(passes);
    result.scores = vectors.taken(&vectors_on_ranks::vectors::x);
    if (is_hits) result.authorities = vectors.taken(&vectors_on_ranks::vectors::authorities);
  };
  run_and_end(take_result, [&] { vectors.end(); });
  return result;
}

}  // namespace

distributed_spectral_result eigenvector_centrality(const distributed_graph& g,
                                                   const graph::spectral_options& options) {
  return run_on_ranks(g, options, false,
                      [&](iteration& passes) { return passes.eigenvector(g.is_symmetric()); });
}

distributed_spectral_result katz_centrality(const distributed_graph& g,
                                            const graph::katz_options& options) {
  return run_on_ranks(g, options, false,
                      [&](iteration& passes) { return passes.katz(options.alpha); });
}

distributed_spectral_result hits(const distributed_graph& g,
                                 const graph::spectral_options& options) {
  return run_on_ranks(g, options, true, [](iteration& passes) { return passes.hits(); });
}

}  // namespace arcas::inline v0::cluster_graph
