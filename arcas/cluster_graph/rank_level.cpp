// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster_graph/rank_level.h>

#include <arcas/cluster_graph/level_rows.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

using graph::detail::weight_tally;
namespace {

// Called by a task of each rank: builds its part of the first level. Returns the sum of its masses,
// if they are strengths.
std::int64_t build_first(const rank_level& level, const distributed_graph& g, double scale,
                         bool by_strength) {
  const bool weighted = level.weighted;
  level_part& part = level.local();
  const graph_rows& rows = g.local().out;
  const auto n = g.local().vertex_count();
  part.inner.resize(n);
  std::vector<vertex> hubs = rows.hubs.hubs;
  std::erase_if(hubs, [&](vertex hub) { return level.places.home(hub) != cluster::self(); });
  const arc_rows copies =
      copied_rows(g, hubs, arc_side::out, {.weights = weighted, .sorted = false});
  const edge_index most = rows.targets.size() + copies.targets.size();
  build_rows(level, most, [&](local_vertex v, const auto& use) {
    const auto hub = std::ranges::lower_bound(hubs, own_vertex(v).number());
    const bool is_hub = hub != hubs.end() && *hub == own_vertex(v).number();
    const arc_rows& from = is_hub ? copies : rows;
    const std::size_t row = is_hub ? static_cast<std::size_t>(hub - hubs.begin()) : v;
    const std::span<const vertex> targets = from.neighbors(row);
    const std::span<const arc_weight> weights = from.weights_of(row);
    for (std::size_t i = 0; i < targets.size(); ++i)
      use(targets[i], weighted ? std::llround(weights[i] * scale) : std::int64_t{1});
  });
  std::int64_t all = 0;
  for (local_vertex v = 0; v < n; ++v) {
    std::int64_t strength = part.inner[v];
    part.each_neighbor(v, [&](local_vertex, std::int64_t w) { strength += w; });
    part.mass.push_back(by_strength ? strength : 1);
    all += strength;
  }
  return all;
}

}  // namespace

double scale_of_weights(const distributed_graph& g) {
  const auto all = sum_of_ranks([g] {
    weight_tally own;
    for (const auto* weights : {&g.local().out.weights, &g.local().out_hubs().weights})
      for (const arc_weight w : *weights) own.add(w);
    return own;
  });
  return scale_of(all, g.weights() == graph::weight_kind::whole);
}

rank_level first_level(const distributed_graph& g, const communities_options& options,
                       community_objective& objective) {
  require_symmetric(g, "communities require");
  graph::detail::require_resolution(options);
  const bool weighted = options.weighted;
  if (weighted) {
    if (!g.is_weighted())
      throw std::invalid_argument("communities by weights require a graph with weights");
    objective.scale = scale_of_weights(g);
  }
  const std::uint64_t n = g.vertex_count() / rank_factor;
  rank_level level{cluster::distributed<level_part>::make(), g.places(), n, n, 0, weighted};
  const bool by_strength = options.quality == graph::community_quality::modularity;
  const std::int64_t total = sum_of_ranks([level, g, by_strength, scale = objective.scale] {
    return build_first(level, g, scale, by_strength);
  });
  level.arcs = sum_of_ranks([level] { return edge_index{level.local().ends.size()}; });
  objective.set(options, total);
  return level;
}

void neighbor_news::add(local_vertex v, vertex value, bool wakes) {
  const local_vertex own = part_.size();
  part_.each_neighbor(v, [&](local_vertex end, std::int64_t) {
    if (end < own) return;
    const vertex u = part_.others[end - own];
    const rank_id r = places_.home(u);
    std::vector<vertex>& to = of_rank_[r];
    if (teller_[r] != v) {
      teller_[r] = v;
      to.insert(to.end(), {own_vertex(v).number(), value, 0});
      count_at_[r] = to.size() - 1;
    }
    if (!wakes) return;
    to.push_back(places_.local(u));
    ++to[count_at_[r]];
  });
}

void neighbor_news::send(const rank_level& level) {
  for (rank_id r = 0; r < of_rank_.size(); ++r) {
    if (of_rank_[r].empty()) continue;
    cluster::async(
        r, [level](std::vector<vertex>& news) { level.local().inbox.push_back(std::move(news)); },
        std::move(of_rank_[r]));
  }
}

void take_news(level_part& part, const vertex_places& places,
               std::vector<vertex> level_part::* values) {
  std::vector<vertex>& all = part.*values;
  for (const std::vector<vertex>& news : part.inbox) {
    for (std::size_t i = 0; i < news.size(); i += 3 + news[i + 2]) {
      const rank_id r = places.home(news[i]);
      const auto first = part.others.begin() + static_cast<std::ptrdiff_t>(part.first_other[r]);
      const auto last = part.others.begin() + static_cast<std::ptrdiff_t>(part.first_other[r + 1]);
      const auto at = std::lower_bound(first, last, news[i]) - part.others.begin();
      all[part.size() + static_cast<std::size_t>(at)] = news[i + 1];
    }
  }
  for (const std::vector<vertex>& news : part.inbox) {
    for (std::size_t i = 0; i < news.size(); i += 3 + news[i + 2]) {
      for (std::size_t k = 0; k < news[i + 2]; ++k) {
        const vertex u = news[i + 3 + k];
        if (all[u] != news[i + 1]) part.waits[u] = 1;
      }
    }
  }
  part.inbox.clear();
}

void announce_labels(const rank_level& level) {
  cluster::on_all_ranks([level] {
    const level_part& part = level.local();
    for (rank_id r = 0; r < level.places.ranks(); ++r) {
      std::vector<vertex> labels;
      labels.reserve(part.wanted[r].size());
      for (const local_vertex v : part.wanted[r]) labels.push_back(part.labels[v]);
      if (labels.empty()) continue;
      cluster::async(
          r,
          [level, from = cluster::self()](const std::vector<vertex>& theirs) {
            level_part& here = level.local();
            std::ranges::copy(theirs, here.labels.data() + here.size() + here.first_other[from]);
          },
          std::move(labels));
    }
  });
}

}  // namespace arcas::inline v0::cluster_graph::detail
