// SPDX-License-Identifier: Apache-2.0
// Finishes a search for communities on one rank, when few vertices and edges are left.
#include <arcas/cluster_graph/rank_level.h>

#include <arcas/graph/kernels/community_steps.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

using graph::plain_array;
using graph::detail::community_graph;
namespace {

// The vertices of a rank. Ends and labels have their numbers of vertex_places::dense().
struct sent_part {
  std::vector<edge_index> offsets;
  std::vector<std::int64_t> inner, mass, weights;
  std::vector<graph::vertex> ends, labels;
};

// The parts of all ranks.
std::vector<sent_part> sent_parts(const rank_level& level) {
  std::vector<sent_part> all(level.places.ranks());
  const auto at = cluster::export_to_all(all);
  cluster::on_all_ranks([level, at] {
    const level_part& part = level.local();
    const auto dense = [&](vertex v) { return static_cast<graph::vertex>(level.places.dense(v)); };
    std::vector<graph::vertex> ends, labels;
    ends.reserve(part.ends.size());
    for (const local_vertex end : part.ends) ends.push_back(dense(part.number_of(end)));
    labels.reserve(part.size());
    for (local_vertex v = 0; v < part.size(); ++v) labels.push_back(dense(part.labels[v]));
    cluster::async(
        at.home(),
        [at, from = cluster::self()](
            std::vector<edge_index>& offsets, std::vector<std::int64_t>& inner,
            std::vector<std::int64_t>& mass, std::vector<std::int64_t>& weights,
            std::vector<graph::vertex>& theirs, std::vector<graph::vertex>& their_labels) {
          (*at.local())[from] = {std::move(offsets), std::move(inner),  std::move(mass),
                                 std::move(weights), std::move(theirs), std::move(their_labels)};
        },
        part.offsets, part.inner, part.mass, part.weights, std::move(ends), std::move(labels));
  });
  return all;
}

// The level as a graph on one rank, and its labels. A number that belongs to no vertex becomes a
// vertex without edges and mass.
std::pair<community_graph, plain_array<graph::vertex>> gathered(const rank_level& level) {
  const std::vector<sent_part> parts = sent_parts(level);
  const std::size_t n = level.numbers;
  plain_array<edge_index> offsets(n + 1);
  plain_array<graph::vertex> targets(level.arcs), labels(n);
  plain_array<std::int64_t> weights, inner(n), mass(n);
  if (level.weighted) weights = plain_array<std::int64_t>(level.arcs);
  edge_index arcs = offsets[0] = 0;
  for (std::size_t v = 0; v < n; offsets[++v] = arcs) {
    const sent_part& part = parts[v % parts.size()];
    const std::size_t i = v / parts.size();
    const bool exists = i < part.mass.size();
    inner[v] = exists ? part.inner[i] : 0;
    mass[v] = exists ? part.mass[i] : 0;
    labels[v] = exists ? part.labels[i] : static_cast<graph::vertex>(v);
    if (!exists) continue;
    for (edge_index e = part.offsets[i]; e < part.offsets[i + 1]; ++e, ++arcs) {
      targets[arcs] = part.ends[e];
      if (level.weighted) weights[arcs] = part.weights[e];
    }
  }
  return {community_graph(std::move(offsets), std::move(targets), std::move(weights),
                          std::move(inner), std::move(mass)),
          std::move(labels)};
}

}  // namespace

void finish_on_this_rank(const rank_level& level, const community_objective& objective,
                         const communities_options& options, std::uint64_t seed) {
  communities_options alone = options;
  alone.loops = {.workers = 1};
  auto [g, first_labels] = gathered(level);
  const auto labels = climbed(g, objective, alone, std::move(first_labels), seed);
  cluster::finish([&] {
    for (rank_id r = 0; r < level.places.ranks(); ++r) {
      std::vector<vertex> theirs;
      for (std::size_t v = r; v < labels.size(); v += level.places.ranks())
        theirs.push_back(level.places.of_dense(labels[v]));
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
