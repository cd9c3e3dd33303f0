// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/kernels/community_graph.h>
#include <arcas/graph/kernels/pulling.h>
#include <arcas/graph/kernels/set_conductance.h>
#include <arcas/graph/whole_loop.h>

#include <stdexcept>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class Rows>
struct set_in_process {
  const Rows& rows;
  std::span<const std::uint8_t> members;
  const loop_options& loops;

  set_sums sum_of_rows(const edges_of_set& edges) const {
    const auto of_row = [edges, rows = &rows, in_set = members.data()](std::size_t i) {
      const auto v = static_cast<vertex>(i);
      edges_of_set::state sums;
      for_each_edge(*rows, v, [&](vertex u, auto weight) __attribute__((always_inline)) {
        edges.take(sums, v, u, weight, in_set[u] != 0);
      });
      return edges.result(sums, in_set[i] != 0);
    };
    return whole_reduce(rows.vertex_count(), sum_of<set_sums>{}, loops, of_row);
  }
};

template <class Rows>
double conductance_by(const Rows& rows, std::span<const std::uint8_t> members, double scale,
                      const loop_options& loops) {
  if (members.size() != rows.vertex_count())
    throw std::invalid_argument("a conductance requires a member 0 or 1 for each vertex");
  return find_conductance(set_in_process<Rows>{rows, members, loops}, scale);
}

}  // namespace

double conductance(const undirected_view& g, std::span<const std::uint8_t> members,
                   const communities_options& options) {
  if (options.weighted)
    throw std::invalid_argument("a conductance by weights requires a graph with weights");
  return conductance_by(g.out(), members, 1, options.loops);
}

template <class W>
  requires is_weight<W>
double conductance(const basic_undirected_graph<W>& g, std::span<const std::uint8_t> members,
                   const communities_options& options) {
  if (!options.weighted) return conductance(undirected_view(g), members, options);
  return conductance_by(g.out(), members, scale_of(g.out().weights(), options.loops),
                        options.loops);
}
#define ARCAS_INSTANTIATE(W)                                                                   \
  template double conductance(const basic_undirected_graph<W>&, std::span<const std::uint8_t>, \
                              const communities_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
