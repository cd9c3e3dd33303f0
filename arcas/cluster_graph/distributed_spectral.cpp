// SPDX-License-Identifier: Apache-2.0
// Eigenvector and Katz centrality and HITS over all ranks: the iterations of a single process
// (power_iteration.h). Each rank has the entries of its vertices in each vector. A pass over the
// arcs is one of neighbor_values.h.
#include <arcas/cluster_graph/centralities.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/rank_machine.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/power_iteration.h>

#include <map>
#include <span>
#include <type_traits>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// The `Vectors` of power_iteration, over all ranks.
class vectors_on_ranks : public rank_machine<graph::detail::spectral_vectors> {
 public:
  using array = std::vector<double> values::*;

  // `sides` are the one or two sides along which passes go.
  vectors_on_ranks(const distributed_graph& g, const sum_of_neighbors& sum_of_row,
                   std::span<const arc_side> sides)
      : rank_machine(g), sum_of_row_(sum_of_row) {
    for (const arc_side side : sides) {
      const bool known = g.is_symmetric() && !neighbors_.empty();
      neighbors_.emplace(
          side, known ? neighbors_.begin()->second : neighbor_values<double>::make(g, side));
    }
  }
  void end() const {
    rank_machine::end();
    for (const auto& [side, neighbors] : neighbors_) {
      neighbors.end();
      if (graph().is_symmetric()) break;  // both sides have the same neighbor_values
    }
  }

  template <class Of>
  double arriving(array from, array to, const Of& of) {
    return pass(arc_side::in, from, to, of);
  }
  template <class Of>
  double leaving(array from, array to, const Of& of) {
    return pass(arc_side::out, from, to, of);
  }

 private:
  template <class Of>
  double pass(arc_side side, array from, array to, const Of& of) {
    neighbors_.at(side).pass([own = own(), from]() -> const auto& { return own.local().*from; },
                             [own = own(), to]() -> auto& { return own.local().*to; }, sum_of_row_);
    return sum<double>([from, to, of](values& v, std::size_t i) {
      const double value = of((v.*from)[i], (v.*to)[i]);
      (v.*to)[i] = value;
      return value * value;
    });
  }

  sum_of_neighbors sum_of_row_;
  std::map<arc_side, neighbor_values<double>> neighbors_;
};

using iteration = graph::detail::power_iteration<vectors_on_ranks>;

template <class Options, class Run>
distributed_spectral_result run_on_ranks(const distributed_graph& g, const Options& options,
                                         std::span<const arc_side> sides, const Run& run) {
  graph::detail::require_sense(options);
  sum_of_neighbors sum_of_row{options.weighted};
  if (options.weighted) {
    const double greatest = require_strengths(g, "a centrality by weights");
    if constexpr (!std::is_same_v<Options, graph::katz_options>)
      sum_of_row.unit = graph::detail::unit_of(greatest);
  }
  return all_or_nothing([&] {
    vectors_on_ranks vectors(g, sum_of_row, sides);
    iteration passes(vectors, options);
    distributed_spectral_result result{
        run(passes), vectors.taken(&vectors_on_ranks::values::x), {}};
    if (sides.size() == 2)
      result.authorities = vectors.taken(&vectors_on_ranks::values::authorities);
    return after_end_of(result, vectors);
  });
}

constexpr arc_side only_in[] = {arc_side::in};
constexpr arc_side in_and_out[] = {arc_side::in, arc_side::out};

}  // namespace

distributed_spectral_result eigenvector_centrality(const distributed_graph& g,
                                                   const graph::spectral_options& options) {
  return run_on_ranks(g, options, only_in,
                      [&](iteration& passes) { return passes.eigenvector(g.is_symmetric()); });
}

distributed_spectral_result katz_centrality(const distributed_graph& g,
                                            const graph::katz_options& options) {
  return run_on_ranks(g, options, only_in,
                      [&](iteration& passes) { return passes.katz(options.alpha); });
}

distributed_spectral_result hits(const distributed_graph& g,
                                 const graph::spectral_options& options) {
  return run_on_ranks(g, options, in_and_out, [](iteration& passes) { return passes.hits(); });
}

}  // namespace arcas::inline v0::cluster_graph
