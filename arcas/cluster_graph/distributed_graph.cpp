// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/builder.h>
#include <arcas/graph/edge_weights.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kronecker.h>

#include <algorithm>
#include <functional>

namespace arcas::cluster_graph {
namespace {

// The rows of this rank's vertices.
template <class Rows>
void keep_rows(const Rows& rows, graph_rows& part) {
  const vertex_places places(cluster::ranks());
  const vertex count = places.count_on(cluster::self(), rows.vertex_count());
  part.offsets.assign(count + std::size_t{1}, 0);
  for (vertex local = 0; local < count; ++local) {
    const vertex v = places.global(cluster::self(), local);
    part.offsets[local + std::size_t{1}] = part.offsets[local] + rows.degree(v);
  }
  part.targets.reserve(part.offsets.back());
  for (vertex local = 0; local < count; ++local) {
    const vertex v = places.global(cluster::self(), local);
    const auto row = rows.neighbors(v);
    part.targets.insert(part.targets.end(), row.begin(), row.end());
    if constexpr (requires { rows.edges(v); }) {
      const auto weights = rows.edges(v).weights();
      part.weights.insert(part.weights.end(), weights.begin(), weights.end());
    }
  }
}

template <class G>
void keep_ids(const G& g, graph_part& part) {
  const vertex_places places(cluster::ranks());
  for (vertex local = 0; local < part.vertex_count(); ++local) {
    part.ids.push_back(g.original_id(places.global(cluster::self(), local)));
  }
}

template <class W>
void keep_part(const graph::basic_directed_graph<vertex, W>& g, graph_part& part) {
  keep_rows(g.out(), part.out);
  keep_rows(g.in(), part.in);
  keep_ids(g, part);
}

template <class W>
void keep_part(const graph::basic_undirected_graph<vertex, W>& g, graph_part& part) {
  keep_rows(g.out(), part.out);
  keep_ids(g, part);
  part.symmetric = true;
}

}  // namespace

template <class Make, class... Args>
distributed_graph distributed_graph::made_by(const Make& make, const Args&... args) {
  distributed_graph g;
  g.places_ = vertex_places(cluster::ranks());
  g.part_ = cluster::distributed<graph_part>::make();
  cluster::finish([&] {
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      cluster::spawn_on(
          r, [make, part = g.part_](const Args&... a) { keep_part(make(a...), part.local()); },
          args...);
    }
  });
  g.vertices_ = cluster::fold_ranks(std::uint64_t{0}, std::plus<>{}, [part = g.part_] {
    return std::uint64_t{part.local().vertex_count()};
  });
  g.arcs_ = cluster::fold_ranks(edge_index{0}, std::plus<>{}, [part = g.part_] {
    return edge_index{part.local().out.targets.size()};
  });
  g.symmetric_ = g.local().symmetric;
  return g;
}

distributed_graph distributed_graph::read(const std::string& path) {
  return made_by([](const std::string& p) { return graph::read_graph<graph::directed_graph>(p); },
                 path);
}

distributed_graph distributed_graph::kronecker(unsigned scale, unsigned edge_factor) {
  return made_by(
      [](unsigned s, unsigned e) { return graph::kronecker_graph({.scale = s, .edge_factor = e}); },
      scale, edge_factor);
}

distributed_graph distributed_graph::read_weighted(const std::string& path) {
  distributed_graph g = made_by(
      [](const std::string& p) {
        graph::read_options options;
        options.random_weights.emplace();
        return graph::read_graph<graph::weighted_directed_graph>(p, options);
      },
      path);
  g.weighted_ = true;
  return g;
}

distributed_graph distributed_graph::weighted_kronecker(unsigned scale, unsigned edge_factor) {
  distributed_graph g = made_by(
      [](unsigned s, unsigned e) {
        return graph::build_undirected(
            graph::with_random_weights(graph::kronecker_edges({.scale = s, .edge_factor = e})),
            {.drop_duplicates = true, .drop_self_loops = true});
      },
      scale, edge_factor);
  g.weighted_ = true;
  return g;
}

std::uint64_t distributed_graph::original_id(vertex v) const {
  return cluster::call(places_.home(v), [part = part_, local = places_.local(v)] {
    return part.local().ids[local];
  });
}

std::optional<vertex> distributed_graph::vertex_of(std::uint64_t original_id) const {
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
    return edge_index{part.local().out_neighbors(local).size()};
  });
}

}  // namespace arcas::cluster_graph
