// SPDX-License-Identifier: Apache-2.0
// Single-source shortest paths over all ranks: the distances of arcas/graph/kernels/sssp.h, for
// weights of at least 0. Distances are doubles, in which sums of whole numbers are exact below
// 2^53; sums from 2^53 on are refused. Method: delta-stepping (Meyer, Sanders 2003). Each vertex
// waits on its home in the bin of its tentative distance. All ranks settle the lowest bin together,
// in one wave along the edges (waiting_vertices.h): a vertex whose distance has fallen within the
// bin tells its neighbours once more. At the end of each bin all ranks wait for each other. Bins
// are therefore wide: by default as wide as the mean weight. graph/kernels/sssp.cpp shares no code
// with this file: its workers settle vertices without rounds.
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/cluster_graph/waiting_vertices.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/path_lengths.h>
#include <arcas/graph/kernels/sssp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

constexpr double far = graph::infinitely_far<double>;
constexpr std::int64_t no_bin = std::numeric_limits<std::int64_t>::max();

// A rank's data on its vertices, by local number.
struct distances_part {
  distributed_graph graph;
  double delta = 1;
  double greatest = 0;  // greater sums become equal to it, and are refused
  std::vector<double> distances;
  std::int64_t bin = 0;      // the bin that is being settled
  waiting_vertices waiting;  // vertices of this bin that have to tell their neighbours
  std::vector<char> waits;   // by vertex
  // Later bins, by distance / delta. Entries whose vertices have moved to a lower bin are ignored.
  std::map<std::int64_t, std::vector<local_vertex>> bins;
  // If requested: the parent of each vertex, and the parents that this call of find_parents() has
  // found; keep_parents() moves these to `parents`.
  std::vector<vertex> parents, found;

  // Very distant vertices share the last bin, which only costs time.
  std::int64_t bin_of(double distance) const {
    constexpr double last = 1e18;
    return static_cast<std::int64_t>(std::min(distance / delta, last));
  }
};
using distances = cluster::distributed<distances_part>;

struct coming_closer {
  static double told(distances_part& part, local_vertex v) {
    part.waits[v] = 0;
    return part.distances[v];
  }
  static bool joins(distances_part& part, local_vertex v, double start, arc_side,
                    arc_weight weight) {
    const double distance = std::min(part.greatest, start + weight);
    if (distance >= part.distances[v]) return false;
    part.distances[v] = distance;
    const std::int64_t bin = part.bin_of(distance);
    if (bin == part.bin) return std::exchange(part.waits[v], 1) == 0;
    part.bins[bin].push_back(v);
    return false;
  }
};

// Called on each rank. Other ranks may have begun the bin, and have added vertices to it.
template <arc_side Side>
void settle(const distances& state, std::int64_t bin) {
  distances_part& part = state.local();
  part.bin = bin;
  for (const local_vertex v : part.bins[bin]) {
    if (part.bin_of(part.distances[v]) == bin && std::exchange(part.waits[v], 1) == 0)
      part.waiting.locals.push_back(v);
  }
  part.bins.erase(bin);
  spread<coming_closer, Side>(state);
}

struct weight_sums {
  double total = 0;
  double least = 0;
  friend weight_sums operator+(const weight_sums& a, const weight_sums& b) {
    return {a.total + b.total, std::min(a.least, b.least)};
  }
};

weight_sums sums_of(const distributed_graph& g) {
  return sum_of_ranks([g] {
    weight_sums s;
    for (const auto* weights : {&g.local().out.weights, &g.local().out_hubs().weights}) {
      for (const arc_weight w : *weights) {
        s.total += w;
        s.least = std::min(s.least, w);
      }
    }
    return s;
  });
}

// Checks the arguments and returns the width of a bin.
double require_sense(const distributed_graph& g, vertex source, graph::weight_kind kind,
                     const distributed_sssp_options& options) {
  if (!g.is_weighted()) {
    throw std::invalid_argument(
        "shortest paths require edge weights; read the graph by read_weighted()");
  }
  if (kind == graph::weight_kind::whole && g.weights() == graph::weight_kind::real) {
    throw std::invalid_argument("edge weights have fractions; call sssp<graph::real_weight>()");
  }
  graph::detail::require_source(g.vertex_count(), source);
  graph::detail::require_delta(options.delta);
  if (options.parents && options.backwards)
    throw std::invalid_argument(
        "shortest paths backwards have no parents; set {.parents} or {.backwards}, not both");
  const weight_sums weights = sums_of(g);
  if (weights.least < 0) {
    throw std::invalid_argument("shortest paths require edge weights of at least 0; the least is " +
                                graph::detail::number_text(weights.least));
  }
  if (options.delta != 0) return options.delta;
  const double mean = std::min(weights.total, std::numeric_limits<double>::max()) /
                      static_cast<double>(std::max<edge_index>(1, g.arc_count()));
  if (g.weights() == graph::weight_kind::whole) return std::max(1.0, std::floor(mean));
  return mean > 0 ? mean : 1;
}

std::int64_t lowest_bin(const distances& state) {
  return cluster::fold_ranks(no_bin, std::ranges::min, [state] {
    const auto& bins = state.local().bins;
    return bins.empty() ? no_bin : bins.begin()->first;
  });
}

// The start of an edge that a shortest path may use.
struct way_from {
  vertex from;
  double distance;
  bool has_parent;
};

// For each vertex, finds the smallest in-neighbour that is nearer by the weight of an edge between
// them. With `equal`: the smallest in-neighbour that has a parent and is as far as the vertex,
// since the weight of an edge between them does not lengthen the path.
void find_parents(const distances& state, const distributed_graph& g, bool equal) {
  forall_edges_at_target(
      g,
      [state](own_vertex u) {
        const distances_part& part = state.local();
        return way_from{u.number(), part.distances[u.local()],
                        part.parents[u.local()] != no_vertex};
      },
      [state, equal](own_vertex v, const way_from& way, arc_weight weight) {
        distances_part& part = state.local();
        const double distance = part.distances[v.local()];
        const bool usable = equal ? way.has_parent : way.distance < distance;
        if (!usable || distance == far || way.distance + weight != distance) return;
        part.found[v.local()] = std::min(part.found[v.local()], way.from);
      });
}

// Returns the number of vertices that get a parent here.
std::uint64_t keep_parents(const distances& state) {
  return sum_of_ranks([state] {
    distances_part& part = state.local();
    std::uint64_t count = 0;
    for (std::size_t v = 0; v < part.parents.size(); ++v) {
      if (part.parents[v] != no_vertex || part.found[v] == no_vertex) continue;
      part.parents[v] = part.found[v];
      ++count;
    }
    return count;
  });
}

// The parents of all vertices. The first round finds in-neighbours that are nearer. While vertices
// lack a parent, further rounds find in-neighbours at the same distance. A vertex keeps the parent
// of the first round that finds one, so parents never form a cycle.
vertex_values<vertex> parents_of(const distances& state, const distributed_graph& g,
                                 vertex source) {
  cluster::on_all_ranks([state] {
    distances_part& part = state.local();
    part.parents.assign(part.distances.size(), no_vertex);
    part.found = part.parents;
  });
  cluster::call(g.places().home(source), [state, source, local = g.places().local(source)] {
    state.local().parents[local] = source;
  });
  find_parents(state, g, false);
  keep_parents(state);
  const auto without_parent = [state] {
    const distances_part& part = state.local();
    std::uint64_t count = 0;
    for (std::size_t v = 0; v < part.parents.size(); ++v)
      count += part.distances[v] != far && part.parents[v] == no_vertex ? 1 : 0;
    return count;
  };
  for (std::uint64_t left = sum_of_ranks(without_parent); left != 0;) {
    find_parents(state, g, true);
    const std::uint64_t kept = keep_parents(state);
    if (kept == 0) throw std::logic_error("a vertex is reached, but no edge leads to it");
    left -= kept;
  }
  return {g, [state] { return std::move(state.local().parents); }};
}

// Throws for the smallest vertex at distance `greatest`, to which longer distances were lowered.
void require_distances(const distances& state, double greatest) {
  const vertex found = cluster::fold_ranks(no_vertex, std::ranges::min, [state, greatest] {
    vertex own = no_vertex;
    const auto& all = state.local().distances;
    for (local_vertex i = 0; i < all.size(); ++i)
      if (all[i] == greatest) own = std::min(own, own_vertex(i).number());
    return own;
  });
  if (found != no_vertex) graph::detail::refuse_distance(found, greatest);
}

}  // namespace

template <class W>
distributed_sssp_result<W> sssp(const distributed_graph& g, vertex source,
                                const distributed_sssp_options& options) {
  distributed_sssp_result<W> result;
  result.delta = require_sense(g, source, kind_of_weights<W>, options);
  return all_or_nothing([&] {
    const double greatest =
        g.weights() == graph::weight_kind::whole ? 0x1p53 : graph::detail::greatest_length<double>;
    const distances state = distances::make();
    cluster::on_all_ranks([state, g, greatest, delta = result.delta] {
      distances_part& part = state.local();
      part.graph = g;
      part.delta = delta;
      part.greatest = greatest;
      part.distances.assign(g.local().vertex_count(), far);
      part.waits.assign(part.distances.size(), 0);
    });
    cluster::call(g.places().home(source), [state, local = g.places().local(source)] {
      state.local().distances[local] = 0;
      state.local().bins[0].push_back(local);
    });
    for (std::int64_t bin = 0; bin != no_bin; bin = lowest_bin(state)) {
      cluster::on_all_ranks([state, bin, backwards = options.backwards] {
        backwards ? settle<arc_side::in>(state, bin) : settle<arc_side::out>(state, bin);
      });
      ++result.bins;
    }
    require_distances(state, greatest);
    using D = graph::distance<W>;
    result.distances = {g, [state] {
                          std::vector<D> own;
                          for (const double d : state.local().distances)
                            own.push_back(d == far ? graph::infinitely_far<D> : static_cast<D>(d));
                          return own;
                        }};
    result.reached = sum_of_ranks([state] {
      const auto& own = state.local().distances;
      return own.size() - static_cast<std::uint64_t>(std::ranges::count(own, far));
    });
    if (options.parents) result.parents = parents_of(state, g, source);
    return after_end_of(result, state);
  });
}
template distributed_sssp_result<graph::weight> sssp(const distributed_graph&, vertex,
                                                     const distributed_sssp_options&);
template distributed_sssp_result<graph::real_weight> sssp(const distributed_graph&, vertex,
                                                          const distributed_sssp_options&);

}  // namespace arcas::inline v0::cluster_graph
