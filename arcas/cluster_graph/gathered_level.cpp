// SPDX-License-Identifier: Apache-2.0
// Finishes a search for communities on one rank, when few vertices and edges are left.
#include <arcas/cluster_graph/rank_level.h>

#include <arcas/graph/kernels/community_steps.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

using graph::plain_array;
namespace {

// A level on one rank, by number.
struct gathered_level {
  plain_array<edge_index> offsets;
  plain_array<vertex> targets;
  plain_array<std::int64_t> weights, inner, mass;
  plain_array<vertex> labels;
};

// Copies the data of rank `from` to the places of that rank's vertices.
void put_vertices(gathered_level& to, const vertex_places& places, rank_id from,
                  const std::vector<edge_index>& offsets, const std::vector<std::int64_t>& inner,
                  const std::vector<std::int64_t>& mass, const std::vector<vertex>& labels) {
  for (vertex i = 0; i < inner.size(); ++i) {
    const vertex v = places.global(from, i);
    to.offsets[v + std::size_t{1}] = offsets[i + std::size_t{1}] - offsets[i];
    to.inner[v] = inner[i];
    to.mass[v] = mass[i];
    to.labels[v] = labels[i];
  }
}
void put_edges(gathered_level& to, const vertex_places& places, rank_id from,
               const std::vector<vertex>& ends, const std::vector<std::int64_t>& weights) {
  std::size_t next = 0;
  for (vertex v = from; next < ends.size(); v += places.ranks()) {
    for (edge_index e = to.offsets[v]; e < to.offsets[v + std::size_t{1}]; ++e, ++next) {
      to.targets[e] = ends[next];
      if (!weights.empty()) to.weights[e] = weights[next];
    }
  }
}

gathered_level gathered(const rank_level& level) {
  const std::size_t n = level.numbers;
  gathered_level all{plain_array<edge_index>(n + 1),
                     {},
                     {},
                     plain_array<std::int64_t>(n),
                     plain_array<std::int64_t>(n),
                     plain_array<vertex>(n)};
  std::ranges::fill(all.offsets, 0);
  std::ranges::fill(all.inner, 0);
  std::ranges::fill(all.mass, 0);
  // Each number below n that belongs to no vertex becomes a vertex without edges and mass.
  for (std::size_t v = 0; v < n; ++v) all.labels[v] = static_cast<vertex>(v);
  const auto at = cluster::export_to_all(all);
  cluster::on_all_ranks([level, at] {
    const level_part& part = level.local();
    cluster::async(
        at.home(),
        [at, places = level.places, from = cluster::self()](
            const std::vector<edge_index>& offsets, const std::vector<std::int64_t>& inner,
            const std::vector<std::int64_t>& mass, const std::vector<vertex>& labels) {
          put_vertices(*at.local(), places, from, offsets, inner, mass, labels);
        },
        part.offsets, part.inner, part.mass,
        std::vector<vertex>(part.labels.begin(), part.labels.begin() + part.size()));
  });
  for (std::size_t v = 0; v < n; ++v) all.offsets[v + 1] += all.offsets[v];
  all.targets = plain_array<vertex>(level.arcs);
  if (level.weighted) all.weights = plain_array<std::int64_t>(level.arcs);
  cluster::on_all_ranks([level, at] {
    const level_part& part = level.local();
    std::vector<vertex> numbers;
    numbers.reserve(part.ends.size());
    for (const vertex end : part.ends) numbers.push_back(part.number_of(end));
    cluster::async(
        at.home(),
        [at, places = level.places, from = cluster::self()](
            const std::vector<vertex>& ends, const std::vector<std::int64_t>& weights) {
          put_edges(*at.local(), places, from, ends, weights);
        },
        std::move(numbers), part.weights);
  });
  return all;
}

}  // namespace

void finish_on_this_rank(const rank_level& level, const community_objective& objective,
                         const communities_options& options, std::uint64_t seed) {
  gathered_level all = gathered(level);
  communities_options alone = options;
  alone.loops = {.workers = 1};
  const graph::detail::community_graph g(std::move(all.offsets), std::move(all.targets),
                                         std::move(all.weights), std::move(all.inner),
                                         std::move(all.mass));
  const plain_array<vertex> labels = climbed(g, objective, alone, std::move(all.labels), seed);
  cluster::finish([&] {
    for (rank_id r = 0; r < level.places.ranks(); ++r) {
      std::vector<vertex> theirs;
      for (std::size_t v = r; v < labels.size(); v += level.places.ranks())
        theirs.push_back(labels[v]);
      cluster::async(
          r,
          [level](const std::vector<vertex>& own) {
            level_part& part = level.local();
            std::copy_n(own.begin(), part.size(), part.labels.begin());
          },
          std::move(theirs));
    }
  });
  announce_labels(level);
}

}  // namespace arcas::inline v0::cluster_graph::detail
