// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/gather.h>
#include <arcas/cluster_graph/row_building.h>
#include <arcas/graph/graph_file.h>

#include <algorithm>
#include <functional>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// The rows of this rank's vertices.
template <class Rows>
void keep_rows(const Rows& rows, graph_rows& part) {
  const vertex count =
      vertex_places(cluster::ranks()).count_on(cluster::self(), rows.vertex_count());
  edge_index arcs = 0;
  for (vertex i = 0; i < count; ++i) arcs += rows.degree(own_vertex(i).number());
  part.targets.reserve(arcs);
  for (vertex i = 0; i < count; ++i) {
    const vertex v = own_vertex(i).number();
    if constexpr (requires { rows.edges(v); }) {
      part.append(rows.neighbors(v), rows.edges(v).weights());
    } else {
      part.append(rows.neighbors(v), {});
    }
  }
}

template <class W>
void keep_part(const graph::basic_directed_graph<W>& g, graph_part& part) {
  if (g.names().are_text()) {
    throw graph::input_error(
        "vertices whose names are text are not read by several ranks; number them (arcas convert)");
  }
  keep_rows(g.out(), part.out);
  keep_rows(g.in(), part.in);
  for (vertex i = 0; i < part.vertex_count(); ++i) {
    part.ids.push_back(g.original_id(own_vertex(i).number()));
  }
}

// Of the graph that benchmarks use, as in GAP.
constexpr row_options benchmark_rows{
    .both_ways = true, .drop_duplicates = true, .drop_self_loops = true};

}  // namespace

// Every rank reads the whole file and keeps its part.
template <class G>
distributed_graph distributed_graph::read_whole(const std::string& path) {
  distributed_graph g;
  g.part_ = cluster::distributed<graph_part>::make();
  g.weighted_ = graph::is_weight<typename G::weight_type>;
  cluster::finish([&] {
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::spawn_on(
          r,
          [part = g.part_](const std::string& name) {
            graph::read_options options;
            options.random_weights.emplace();
            keep_part(graph::read_graph<G>(name, options), part.local());
          },
          path);
    }
  });
  spread_hubs(g.part_, row_options{}.hub_degree);
  g.count();
  return g;
}

// What all ranks have, once they have it.
void distributed_graph::count() {
  places_ = vertex_places(cluster::ranks());
  vertices_ = sum_of_ranks([part = part_] { return std::uint64_t{part.local().vertex_count()}; });
  arcs_ = sum_of_ranks([part = part_] {
    return edge_index{part.local().out.targets.size() + part.local().out.hubs.targets.size()};
  });
  named_ = cluster::fold_ranks(false, std::logical_or<>{},
                               [part = part_] { return !part.local().ids.empty(); });
  symmetric_ = local().symmetric;
}

template <class W>
distributed_graph distributed_graph::of(const distributed_edges<W>& edges,
                                        const row_options& options) {
  distributed_graph g;
  g.part_ = cluster::distributed<graph_part>::make();
  build_rows(edges, options, g.part_);
  cluster::on_all_ranks(
      [edges, part = g.part_] { part.local().ids = std::move(edges.local().ids); });
  edges.end();
  g.weighted_ = graph::is_weight<W>;
  g.count();
  return g;
}
template distributed_graph distributed_graph::of(const distributed_edges<graph::unweighted>&,
                                                 const row_options&);
template distributed_graph distributed_graph::of(const distributed_edges<graph::weight>&,
                                                 const row_options&);

distributed_graph distributed_graph::read(const std::string& path) {
  if (const auto edges = read_edge_lines(path)) return of(*edges);
  return read_whole<graph::directed_graph>(path);
}

distributed_graph distributed_graph::read_weighted(const std::string& path) {
  if (const auto edges = read_edge_lines<graph::weight>(path)) return of(*edges);
  return read_whole<graph::weighted_directed_graph>(path);
}

distributed_graph distributed_graph::kronecker(unsigned scale, unsigned edge_factor) {
  return of(draw_kronecker_edges(scale, edge_factor), benchmark_rows);
}

distributed_graph distributed_graph::weighted_kronecker(unsigned scale, unsigned edge_factor) {
  return of(draw_kronecker_edges<graph::weight>(scale, edge_factor), benchmark_rows);
}

std::uint64_t distributed_graph::original_id(vertex v) const {
  return cluster::call(places_.home(v), [part = part_, v, local = places_.local(v)] {
    return part.local().ids.empty() ? std::uint64_t{v} : part.local().ids[local];
  });
}

std::optional<vertex> distributed_graph::vertex_of(std::uint64_t original_id) const {
  if (!named_) {
    if (original_id < vertices_) return static_cast<vertex>(original_id);
    return std::nullopt;
  }
  const auto lesser = [](std::uint64_t a, std::uint64_t b) { return std::min(a, b); };
  const std::uint64_t found = cluster::fold_ranks(
      vertices_, lesser, [part = part_, places = places_, none = vertices_, original_id] {
        const auto& ids = part.local().ids;
        const auto at = std::lower_bound(ids.begin(), ids.end(), original_id);
        if (at == ids.end() || *at != original_id) return none;
        return std::uint64_t{places.global(cluster::self(), static_cast<vertex>(at - ids.begin()))};
      });
  if (found == vertices_) return std::nullopt;
  return static_cast<vertex>(found);
}

edge_index distributed_graph::out_degree(vertex v) const {
  return cluster::call(places_.home(v), [part = part_, local = places_.local(v)] {
    return part.local().out_degree(local);
  });
}

}  // namespace arcas::inline v0::cluster_graph
