// SPDX-License-Identifier: Apache-2.0
// The conductance of a set of vertices over all ranks (set_conductance.h). Each rank knows the
// whole set, and adds up its rows and its parts of the rows of hubs. Memory of a rank: a bit for
// each vertex of the graph.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/known_sets.h>
#include <arcas/cluster_graph/rank_level.h>
#include <arcas/graph/kernels/set_conductance.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
using graph::detail::edges_of_set;
using graph::detail::set_sums;
namespace {

class set_on_ranks {
 public:
  set_on_ranks(const distributed_graph& g, const vertex_values<std::uint8_t>& members,
               bool weighted)
      : g_(g), weighted_(weighted), known_(cluster::distributed<known_set>::make()) {
    cluster::on_all_ranks([known = known_, g] { known.local() = known_set(g.places()); });
    cluster::on_all_ranks([known = known_, members] {
      const std::vector<std::uint8_t>& here = members.local();
      vertex_bits own(here.size());
      for (local_vertex v = 0; v < here.size(); ++v)
        if (here[v] != 0) own.insert(v);
      known_set::send([known] { return std::array{&known.local()}; }, own);
    });
  }
  void end() const { known_.end(); }

  set_sums sum_of_rows(const edges_of_set& edges) const {
    return sum_of_ranks([g = g_, known = known_, weighted = weighted_, edges] {
      const rows_of_rank here{known.local(), weighted, edges};
      const graph_rows& rows = g.local().out;
      const local_vertex n = g.local().vertex_count();
      set_sums sums;
      for (local_vertex v = 0; v < n; ++v) {
        if (v % rows_a_poll == 0) cluster::poll();
        sums = sums + here.sum(own_vertex(v).number(), rows, v, std::identity());
      }
      const auto number_of = [](local_vertex local) { return own_vertex(local).number(); };
      for (std::size_t h = 0; h < rows.hubs.hubs.size(); ++h) {
        cluster::poll();
        sums = sums + here.sum(rows.hubs.hubs[h], rows.hubs, h, number_of);
      }
      return sums;
    });
  }

 private:
  static constexpr local_vertex rows_a_poll = 4096;

  struct rows_of_rank {
    const known_set& set;
    bool weighted;
    edges_of_set edges;

    template <class V, class Number>
    set_sums sum(vertex v, const basic_arc_rows<V>& rows, std::size_t row,
                 const Number& number_of) const {
      const std::span<const V> ends = rows.neighbors(row);
      const std::span<const arc_weight> weights = rows.weights_of(row);
      edges_of_set::state sums;
      for (std::size_t i = 0; i < ends.size(); ++i) {
        const vertex u = number_of(ends[i]);
        if (weighted) {
          edges.take(sums, v, u, weights[i], set.contains(u));
        } else {
          edges.take(sums, v, u, 1, set.contains(u));
        }
      }
      return edges.result(sums, set.contains(v));
    }
  };

  distributed_graph g_;
  bool weighted_;
  cluster::distributed<known_set> known_;
};

}  // namespace

double conductance(const distributed_graph& g, const vertex_values<std::uint8_t>& members,
                   const graph::communities_options& options) {
  require_symmetric(g, "a conductance requires");
  if (options.weighted && !g.is_weighted())
    throw std::invalid_argument("a conductance by weights requires a graph with weights");
  if (members.size() != g.vertex_count())
    throw std::invalid_argument("the members of a set must have one value for each vertex");
  const double scale = options.weighted ? scale_of_weights(g) : 1;
  return all_or_nothing([&] {
    const set_on_ranks ranks(g, members, options.weighted);
    return after_end_of(graph::detail::find_conductance(ranks, scale), ranks);
  });
}

}  // namespace arcas::inline v0::cluster_graph
