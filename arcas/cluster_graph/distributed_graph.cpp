// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/graph_file.h>
#include <arcas/graph/kronecker.h>

#include <algorithm>
#include <functional>

namespace arcas::cluster_graph {
namespace {

// The rows of this rank's vertices.
template <class G>
void keep_part(const G& g, graph_part& part) {
  const vertex_places places(cluster::ranks());
  const vertex count = places.count_on(cluster::self(), g.vertex_count());
  part.offsets.assign(count + std::size_t{1}, 0);
  for (vertex local = 0; local < count; ++local) {
    const vertex v = places.global(cluster::self(), local);
    part.offsets[local + std::size_t{1}] = part.offsets[local] + g.out_neighbors(v).size();
  }
  part.targets.resize(part.offsets.back());
  for (vertex local = 0; local < count; ++local) {
    const auto row = g.out_neighbors(places.global(cluster::self(), local));
    std::copy(row.begin(), row.end(), part.targets.data() + part.offsets[local]);
  }
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
    return edge_index{part.local().targets.size()};
  });
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

edge_index distributed_graph::out_degree(vertex v) const {
  return cluster::call(places_.home(v), [part = part_, local = places_.local(v)] {
    return edge_index{part.local().out_neighbors(local).size()};
  });
}

}  // namespace arcas::cluster_graph
