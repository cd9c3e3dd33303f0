// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/community_graph.h>

#include <arcas/graph/each_weight.h>
#include <arcas/graph/number_text.h>
#include <arcas/graph/rows_of_arcs.h>
#include <arcas/graph/sorted_rows.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::graph::detail {

namespace {

// Limits of the sum of weights: the scale and each quality are then in the range of double.
constexpr double least_sum = 0x1p-300, most_sum = 0x1p300;
// The greatest resolution: with it, each quality is in the range of double.
constexpr double most_resolution = 1e100;

}  // namespace

void require_resolution(const communities_options& options) {
  if (options.resolution > 0 && options.resolution <= most_resolution) return;
  throw std::invalid_argument("the resolution of communities must be above 0 and at most " +
                              number_text(most_resolution) + "; it is " +
                              number_text(options.resolution));
}

double scale_of(const weight_tally& all, bool whole) {
  if (all.wrong != 0) {
    throw std::invalid_argument(
        "communities by weights require finite edge weights of at least 0; an edge has another "
        "weight");
  }
  if (all.sum > most_sum || (all.sum > 0 && all.sum < least_sum)) {
    throw std::invalid_argument(
        "communities by weights require edge weights that add up to 0, or to a number from " +
        number_text(least_sum) + " to " + number_text(most_sum) +
        ". Multiply or divide all weights by a number");
  }
  int above = 0;  // the sum is below 2^above
  std::frexp(all.sum, &above);
  constexpr int bits = 61;
  if (whole && above <= bits) return 1;
  return std::ldexp(1.0, bits - above);
}

void community_objective::set(const communities_options& options, std::int64_t sum) {
  quality = options.quality;
  resolution = options.resolution;
  total = sum;
  const auto all = static_cast<double>(sum);
  if (quality == community_quality::cpm) {
    penalty = resolution * scale;
  } else {
    penalty = sum > 0 ? resolution / all : 0;
  }
  least_gain = all * 1e-12;
}

double community_objective::quality_of(double all_worth, std::int64_t all_mass) const {
  if (quality == community_quality::modularity)
    return total == 0 ? 0 : all_worth / static_cast<double>(total);
  // cpm: the sums count each pair of vertices in both directions, and each vertex with itself; the
  // quality counts each pair of different vertices once.
  return (all_worth / scale + resolution * static_cast<double>(all_mass)) / 2;
}

template <class W>
community_graph::community_graph(const row_view& rows, const W* weights,
                                 const communities_options& options, community_objective& objective)
    : offsets_(rows.offsets()),
      targets_(rows.targets()),
      inner_(rows.vertex_count()),
      mass_(rows.vertex_count()) {
  const loop_options& loops = options.loops;
  if constexpr (is_weight<W>) {
    const std::span<const W> all(weights, targets_.size());
    objective.scale = scale_of(all, loops);
    weights_ = plain_array<std::int64_t>(all.size());
    whole_for(all.size(), loops, [&](std::size_t i) {
      weights_[i] = std::llround(static_cast<double>(all[i]) * objective.scale);
    });
  }
  const bool by_strength = options.quality == community_quality::modularity;
  const std::int64_t total =
      whole_reduce(size(), plus<std::int64_t>{}, loops, [&](std::size_t i) -> std::int64_t {
        std::int64_t loop = 0, all = 0;
        for (edge_index e = offsets_[i]; e < offsets_[i + 1]; ++e) {
          const std::int64_t w = weights_.size() == 0 ? 1 : weights_[e];
          (targets_[e] == i ? loop : all) += w;
        }
        inner_[i] = 2 * loop;
        mass_[i] = by_strength ? all + 2 * loop : 1;
        return all + 2 * loop;
      });
  objective.set(options, total);
}

#define ARCAS_INSTANTIATE(W)                                                                       \
  template community_graph::community_graph(const row_view&, const W*, const communities_options&, \
                                            community_objective&);
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

vertex_groups grouped(std::span<const vertex> group, std::size_t groups,
                      const loop_options& loops) {
  const auto visit = [&](std::size_t first, std::size_t last, const auto& take) {
    for (std::size_t v = first; v < last; ++v) take(group[v], static_cast<vertex>(v));
  };
  const std::size_t n = group.size();
  sorted_rows<unweighted> rows = rows_of_arcs<unweighted>({groups, n, n, n}, visit, loops);
  return {std::move(rows.offsets), std::move(rows.entries)};
}

std::size_t make_dense(std::span<vertex> labels, const loop_options& loops) {
  const std::size_t n = labels.size();
  plain_array<std::uint64_t> place(n);
  whole_for(n, loops, [&](std::size_t c) { place[c] = 0; });
  whole_for(n, loops, [&](std::size_t v) {
    // relaxed: all workers write 1; the end of the loop publishes it.
    std::atomic_ref(place[labels[v]]).store(1, std::memory_order_relaxed);
  });
  add_up(place.all(), loops);
  whole_for(n, loops,
            [&](std::size_t v) { labels[v] = static_cast<vertex>(place[labels[v]] - 1); });
  return n == 0 ? 0 : static_cast<std::size_t>(place[n - 1]);
}

community_graph community_graph::of_groups(std::span<const vertex> group, std::size_t groups,
                                           const loop_options& loops) const {
  const vertex_groups members = grouped(group, groups, loops);
  community_graph g;
  g.inner_ = plain_array<std::int64_t>(groups);
  g.mass_ = plain_array<std::int64_t>(groups);
  // The row of a group is built in a place with room for all edges of the group's members. Then the
  // rows are moved together.
  plain_array<edge_index> room(groups + 1);
  room[0] = 0;
  whole_for(groups, loops, [&](std::size_t c) {
    edge_index degrees = 0;
    for (const vertex v : members[c]) degrees += degree(v);
    room[c + 1] = degrees;
  });
  add_up(room.all(), loops);
  plain_array<vertex> targets(room[groups]);
  plain_array<std::int64_t> weights(room[groups]);
  g.own_offsets_ = plain_array<edge_index>(groups + 1);
  g.own_offsets_[0] = 0;
  worker_local<sums_by_vertex> tables;
  whole_for(groups, loops, [&](std::size_t c) {
    sums_by_vertex& to = tables.local();
    to.clear(std::min<std::size_t>(groups, room[c + 1] - room[c]));
    std::int64_t inner = 0, mass = 0;
    for (const vertex v : members[c]) {
      inner += inner_[v];
      mass += mass_[v];
      each_neighbor(v, [&](vertex u, std::int64_t w) {
        if (group[u] == c) {
          inner += w;
        } else {
          to.add(group[u], w);
        }
      });
    }
    g.inner_[c] = inner;
    g.mass_[c] = mass;
    g.own_offsets_[c + 1] = to.size();
    for (std::size_t i = 0; i < to.size(); ++i) {
      targets[room[c] + i] = to[i].key;
      weights[room[c] + i] = to[i].sum;
    }
  });
  add_up(g.own_offsets_.all(), loops);
  g.own_targets_ = plain_array<vertex>(g.own_offsets_[groups]);
  g.weights_ = plain_array<std::int64_t>(g.own_offsets_[groups]);
  whole_for(groups, loops, [&](std::size_t c) {
    const edge_index from = room[c], to = g.own_offsets_[c];
    const edge_index count = g.own_offsets_[c + 1] - to;
    std::copy_n(targets.begin() + from, count, g.own_targets_.begin() + to);
    std::copy_n(weights.begin() + from, count, g.weights_.begin() + to);
  });
  g.offsets_ = g.own_offsets_.all();
  g.targets_ = g.own_targets_.all();
  return g;
}

community_sums sums_of(const community_graph& g, std::span<const vertex> labels, std::size_t count,
                       const loop_options& loops) {
  community_sums sums{plain_array<std::int64_t>(count), plain_array<std::int64_t>(count)};
  whole_for(count, loops, [&](std::size_t c) { sums.mass[c] = sums.inner[c] = 0; });
  whole_for(g.size(), loops, [&](std::size_t i) {
    const auto v = static_cast<vertex>(i);
    std::int64_t inner = g.inner(v);
    g.each_neighbor(v, [&](vertex u, std::int64_t w) { inner += labels[u] == labels[v] ? w : 0; });
    // relaxed, both: sums of integers do not depend on the order; the end of the loop publishes
    // them.
    std::atomic_ref(sums.inner[labels[v]]).fetch_add(inner, std::memory_order_relaxed);
    std::atomic_ref(sums.mass[labels[v]]).fetch_add(g.mass(v), std::memory_order_relaxed);
  });
  return sums;
}

double quality_of(const community_objective& objective, const community_sums& sums) {
  double worth = 0;
  std::int64_t mass = 0;
  for (std::size_t c = 0; c < sums.mass.size(); ++c) {
    worth += objective.worth(sums.inner[c], sums.mass[c]);
    mass += sums.mass[c];
  }
  return objective.quality_of(worth, mass);
}

}  // namespace arcas::inline v0::graph::detail
