// SPDX-License-Identifier: Apache-2.0
// Single-source shortest paths over all ranks: the distances of arcas/graph/kernels/sssp.h, for
// weights of at least 0. Distances are doubles, in which sums of whole numbers are exact below
// 2^53; sums from 2^53 on are refused. Method: delta-stepping (Meyer, Sanders 2003). Each vertex
// waits on its home in the bin of its tentative distance. All ranks settle the lowest bin together,
// in rounds: one for each step of the longest of the shortest paths inside the bin. Bins are wide,
// since each costs at least one round: by default as wide as the mean weight.
// graph/kernels/sssp.cpp has its own text: its workers settle vertices without rounds.
#include <arcas/cluster_graph/graph_loops.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/vertex_values.h>
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
  double delta = 1;
  double greatest = 0;  // greater sums become equal to it, and are refused
  bool backwards = false;
  std::vector<double> distances;
  // By distance / delta. Entries whose vertices have moved to a lower bin are ignored.
  std::map<std::int64_t, std::vector<local_vertex>> bins;
  std::vector<local_vertex> settling;
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

void come_closer(distances_part& part, local_vertex local, double distance) {
  if (distance >= part.distances[local]) return;
  part.distances[local] = distance;
  part.bins[part.bin_of(distance)].push_back(local);
}

// Moves the vertices that are still in this bin, each once, to `settling`.
void begin_bin(distances_part& part, std::int64_t bin) {
  part.settling.clear();
  const auto found = part.bins.find(bin);
  if (found == part.bins.end()) return;
  part.settling.swap(found->second);
  part.bins.erase(found);
  std::erase_if(part.settling,
                [&](local_vertex local) { return part.bin_of(part.distances[local]) != bin; });
  std::sort(part.settling.begin(), part.settling.end());
  part.settling.erase(std::unique(part.settling.begin(), part.settling.end()), part.settling.end());
}

void relax(const distances& state, const distributed_graph& g) {
  cluster::async_local_forall(0, state.local().settling.size(), [state, g](std::uint64_t i) {
    const local_vertex local = state.local().settling[i];
    const double distance = state.local().distances[local];
    const auto reach = [state](own_vertex v, double so_far, arc_weight weight) {
      come_closer(state.local(), v.local(), std::min(state.local().greatest, so_far + weight));
    };
    state.local().backwards ? async_to_in_neighbors(g, own_vertex(local), distance, reach)
                            : async_to_out_neighbors(g, own_vertex(local), distance, reach);
  });
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

// For each vertex, finds the smallest in-neighbour that is nearer by the weight of an edge. With
// `equal`: the smallest in-neighbour that has a parent, and from which an edge leads to the vertex
// that does not lengthen the path.
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
  if (found == no_vertex) return;
  state.end();
  graph::detail::refuse_distance(found, greatest);
}

}  // namespace

template <class W>
distributed_sssp_result<W> sssp(const distributed_graph& g, vertex source,
                                const distributed_sssp_options& options) {
  distributed_sssp_result<W> result;
  result.delta = require_sense(g, source, kind_of_weights<W>, options);
  const double greatest =
      g.weights() == graph::weight_kind::whole ? 0x1p53 : graph::detail::greatest_length<double>;
  const distances state = distances::make();
  cluster::on_all_ranks([state, g, greatest, delta = result.delta, backwards = options.backwards] {
    state.local().delta = delta;
    state.local().backwards = backwards;
    state.local().greatest = greatest;
    state.local().distances.assign(g.local().vertex_count(), far);
  });
  cluster::call(g.places().home(source), [state, local = g.places().local(source)] {
    come_closer(state.local(), local, 0);
  });
  for (std::int64_t bin = 0; bin != no_bin; bin = lowest_bin(state)) {
    // All ranks take the bin before any rank relaxes edges, since that adds vertices to the bins of
    // other ranks.
    cluster::on_all_ranks([state, bin] { begin_bin(state.local(), bin); });
    cluster::on_all_ranks([state, g] { relax(state, g); });
    ++result.rounds;
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
  state.end();
  return result;
}
template distributed_sssp_result<graph::weight> sssp(const distributed_graph&, vertex,
                                                     const distributed_sssp_options&);
template distributed_sssp_result<graph::real_weight> sssp(const distributed_graph&, vertex,
                                                          const distributed_sssp_options&);

}  // namespace arcas::inline v0::cluster_graph
