// SPDX-License-Identifier: Apache-2.0
// Betweenness by weights over all ranks, one source at a time. The distances are those of sssp().
// An edge from u to v is on a shortest path if the distance of u plus the weight of the edge is the
// distance of v. Each vertex counts the edges of shortest paths into it, and those out of it.
// Forwards, a vertex sends its number of shortest paths along its edges when the last edge into it
// has contributed. Backwards, it sends (1 + delta) / sigma (brandes.h) against its edges when the
// last edge out of it has contributed. Each direction is one wave (waiting_vertices.h).
#include <arcas/cluster_graph/brandes.h>
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/waiting_vertices.h>
#include <arcas/graph/kernels/path_lengths.h>

#include <algorithm>
#include <tuple>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

constexpr double unreachable = graph::infinitely_far<double>;

// An edge of no length, or so short that a rounded distance plus its weight is the same distance.
// No such edge has been found if `at` is `unreachable`.
struct short_edge {
  double at = unreachable;  // the distance of the edge's start
  arc_weight weight = 0;

  bool operator<(const short_edge& b) const {
    return std::tie(at, weight) < std::tie(b.at, b.weight);
  }
};

template <class Count>
struct weights_part : brandes_sums<Count> {
  distributed_graph graph;
  std::vector<double> distances;
  // Numbers of edges of shortest paths that have not contributed yet.
  std::vector<edge_index> into, out_of;
  waiting_vertices waiting;
  short_edge fault;  // the one with the nearest start

  void begin_source(const distributed_graph& g) {
    brandes_sums<Count>::begin_source(g);
    graph = g;
    into.assign(this->scores.size(), 0);
    out_of.assign(this->scores.size(), 0);
  }
};
template <class Count>
using weighted_brandes = cluster::distributed<weights_part<Count>>;

// The message of a vertex along an edge: its distance, and its number of paths or (1 + delta) /
// sigma.
template <class Count>
struct told_value {
  double distance;
  Count value;
};

// Each edge is examined at both ends: at its target for `into`, at its start for `out_of`.
template <class Count>
void count_edges(const weighted_brandes<Count>& state) {
  const distributed_graph& g = state.local().graph;
  cluster::async_local_forall(0, g.local().vertex_count(), [state](std::uint64_t i) {
    const weights_part<Count>& part = state.local();
    const double distance = part.distances[i];
    if (distance == unreachable) return;
    const own_vertex u(static_cast<local_vertex>(i));
    async_to_out_neighbors(part.graph, u, distance,
                           [state](own_vertex v, double start, arc_weight weight) {
                             weights_part<Count>& there = state.local();
                             const double end = start + weight;
                             if (!(end > start))
                               there.fault = std::min(there.fault, short_edge{start, weight});
                             there.into[v.local()] += end == there.distances[v.local()] ? 1 : 0;
                           });
    async_to_in_neighbors(part.graph, u, distance,
                          [state](own_vertex v, double end, arc_weight weight) {
                            weights_part<Count>& there = state.local();
                            const double start = there.distances[v.local()];
                            there.out_of[v.local()] += start + weight == end ? 1 : 0;
                          });
  });
}

template <class Count>
void require_lengths(const weighted_brandes<Count>& state, const distributed_graph& g) {
  const auto lesser = [](const short_edge& a, const short_edge& b) { return std::min(a, b); };
  const short_edge fault =
      cluster::fold_ranks(short_edge{}, lesser, [state] { return state.local().fault; });
  if (fault.at == unreachable) return;
  if (g.weights() == graph::weight_kind::real) graph::detail::refuse_length(fault.weight, fault.at);
  graph::detail::refuse_length(static_cast<graph::weight>(fault.weight),
                               static_cast<std::int64_t>(fault.at));
}

// Along the edges: numbers of paths.
template <class Count>
struct counting_ahead {
  using part = weights_part<Count>;
  static told_value<Count> told(const part& own, local_vertex v) {
    return {own.distances[v], settled(own.sigma[v])};
  }
  static bool joins(part& own, local_vertex v, const told_value<Count>& start, arc_side,
                    arc_weight weight) {
    if (start.distance + weight != own.distances[v]) return false;
    own.sigma[v] += start.value;
    return --own.into[v] == 0;
  }
};
// Against the edges: (1 + delta) / sigma.
template <class Count>
struct carrying_back {
  using part = weights_part<Count>;
  static told_value<Count> told(const part& own, local_vertex v) {
    return {own.distances[v], own.carried(v)};
  }
  static bool joins(part& own, local_vertex v, const told_value<Count>& end, arc_side,
                    arc_weight weight) {
    if (own.distances[v] + weight != end.distance) return false;
    own.add_carried(v, end.value);
    return --own.out_of[v] == 0;
  }
};

template <class Count>
void count_by_weights(const weighted_brandes<Count>& state, const distributed_graph& g,
                      vertex source) {
  const auto found = sssp<graph::real_weight>(g, source);
  cluster::on_all_ranks([state, distances = found.distances] {
    state.local().distances = std::move(distances.local());
  });
  found.end();
  cluster::on_all_ranks([state] { count_edges(state); });
  require_lengths(state, g);
  cluster::on_all_ranks([state, places = g.places(), source] {
    if (places.home(source) != cluster::self()) return;
    state.local().sigma[places.local(source)] = Count(1);
    state.local().waiting.locals.push_back(places.local(source));
    spread<counting_ahead<Count>, arc_side::out>(state);
  });
  // All ranks find the vertices from which no shortest path continues before any rank sends a
  // message.
  cluster::on_all_ranks([state] {
    weights_part<Count>& part = state.local();
    for (local_vertex i = 0; i < part.sigma.size(); ++i)
      if (!is_zero(part.sigma[i]) && part.out_of[i] == 0) part.waiting.locals.push_back(i);
  });
  cluster::on_all_ranks([state] { spread<carrying_back<Count>, arc_side::in>(state); });
}

}  // namespace

distributed_betweenness_result detail::betweenness_by_weights(
    const distributed_graph& g, std::span<const vertex> sources,
    const graph::betweenness_options& options) {
  return scores_of<weights_part>(g, sources, options, [&g](const auto& state, vertex source) {
    count_by_weights(state, g, source);
  });
}

}  // namespace arcas::inline v0::cluster_graph
