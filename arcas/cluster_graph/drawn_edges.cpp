// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/index_range.h>
#include <arcas/cluster_graph/distributed_edges.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/kronecker.h>

namespace arcas::cluster_graph {
namespace {

// Drawn at a time, where each needs a weight as well.
constexpr std::size_t edges_at_a_time = 4096;

void draw_part(const graph::kronecker_options& options, chunk own,
               edges_part<graph::unweighted>& part) {
  part.edges.resize(own.last - own.first);
  graph::draw_kronecker_edges(options, own.first, part.edges);
}

void draw_part(const graph::kronecker_options& options, chunk own,
               edges_part<graph::weight>& part) {
  part.edges.reserve(own.last - own.first);
  std::vector<graph::edge> drawn;
  while (own.first != own.last) {
    drawn.resize(std::min<std::uint64_t>(edges_at_a_time, own.last - own.first));
    graph::draw_kronecker_edges(options, own.first, drawn);
    for (const auto [u, v] : drawn) {
      part.edges.push_back({u, v, graph::random_weight_of(u, v, {})});
    }
    own.first += drawn.size();
  }
}

}  // namespace

template <class W>
distributed_edges<W> draw_kronecker_edges(unsigned scale, unsigned edge_factor) {
  // Says here what is wrong with the options.
  graph::draw_kronecker_edges({.scale = scale, .edge_factor = edge_factor}, 0, {});
  distributed_edges<W> edges;
  edges.vertices = std::uint64_t{1} << scale;
  edges.part = cluster::distributed<edges_part<W>>::make();
  cluster::on_all_ranks([edges, scale, edge_factor] {
    const chunk own = part_of(edges.vertices * edge_factor, cluster::ranks(), cluster::self());
    draw_part({.scale = scale, .edge_factor = edge_factor}, own, edges.local());
  });
  return edges;
}

template distributed_edges<graph::unweighted> draw_kronecker_edges(unsigned, unsigned);
template distributed_edges<graph::weight> draw_kronecker_edges(unsigned, unsigned);

}  // namespace arcas::cluster_graph
