// SPDX-License-Identifier: Apache-2.0
// Makes the next level of a search for communities, by parts: each rank adds up the edges between
// groups in its rows, and the home of a group adds up the sums of all ranks.
#include <arcas/cluster_graph/level_rows.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <algorithm>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

namespace {

// The data of groups, from one rank's vertices to the home of the groups.
struct sent_groups {
  std::vector<vertex> heads;       // for each group: local number at the home, number of edges
  std::vector<std::int64_t> sums;  // for each group: inner, mass
  std::vector<vertex> ends;        // numbers in the next level
  std::vector<std::int64_t> weights;

  template <class Archive>
  void serialize(Archive& a) {
    a(heads, sums, ends, weights);
  }
};

struct merging_part {
  std::vector<vertex> fresh;  // by local number of a group: its number in the next level
  std::vector<vertex> least;  // by local number of a label: the least `fresh` of its groups
  std::vector<sent_groups> inbox;
};
using merging = cluster::distributed<merging_part>;

struct group_count {
  std::uint64_t all = 0, most = 0;  // on all ranks, on one rank
  friend group_count operator+(group_count a, group_count b) {
    return {a.all + b.all, std::max(a.most, b.most)};
  }
};

// Numbers the groups. A group has the number of one of its vertices, so a rank has at most one
// group for each of its vertices.
group_count number_groups(const rank_level& level, const merging& state, bool refined) {
  cluster::on_all_ranks([level, state, refined] {
    level_part& part = level.local();
    if (!refined) part.parts = part.labels;
    state.local().fresh.assign(part.size(), no_vertex);
    state.local().least.assign(part.size(), no_vertex);
  });
  cluster::on_all_ranks([level, state] {
    const level_part& part = level.local();
    std::vector<vertex> groups(part.parts.begin(), part.parts.begin() + part.size());
    std::ranges::sort(groups);
    groups.erase(std::ranges::unique(groups).begin(), groups.end());
    std::vector<std::pair<vertex, vertex>> used;
    used.reserve(groups.size());
    for (const vertex v : groups) used.emplace_back(v, 0);
    add_at_homes(level.places, used,
                 [state](local_vertex local, vertex x) { state.local().fresh[local] = x; });
  });
  return sum_of_ranks([level, state] {
    const level_part& part = level.local();
    merging_part& own = state.local();
    local_vertex count = 0;
    std::vector<std::pair<vertex, vertex>> labelled;
    for (local_vertex u = 0; u < own.fresh.size(); ++u) {
      if (own.fresh[u] == no_vertex) continue;
      own.fresh[u] = level.places.global(cluster::self(), count++);
      labelled.emplace_back(part.labels[u], own.fresh[u]);
    }
    add_at_homes(level.places, labelled, [state](local_vertex local, vertex group) {
      vertex& least = state.local().least[local];
      least = std::min(least, group);
    });
    return group_count{count, count};
  });
}

// Called on each rank: sets `parts` to numbers of the next level, and the labels of the next level.
void renumber(const rank_level& level, const rank_level& next, const merging& state, bool refined) {
  level_part& part = level.local();
  const merging_part& own = state.local();
  part.parts = values_at<vertex>(
      level.places, [state]() -> const auto& { return state.local().fresh; }, part.parts);
  std::vector<vertex> labels;
  for (local_vertex u = 0; u < own.fresh.size(); ++u) {
    if (own.fresh[u] == no_vertex) continue;
    labels.push_back(refined ? part.labels[u] : own.fresh[u]);
  }
  if (refined)
    labels = values_at<vertex>(
        level.places, [state]() -> const auto& { return state.local().least; }, labels);
  next.local().labels = std::move(labels);
}

void send(const merging& state, rank_id to, sent_groups& groups) {
  cluster::async(
      to, [state](sent_groups& theirs) { state.local().inbox.push_back(std::move(theirs)); },
      std::exchange(groups, {}));
}

// Called on each rank. Sends groups as soon as their data is large, which bounds the memory.
void send_groups(const rank_level& level, const merging& state) {
  const level_part& part = level.local();
  const std::vector<vertex>& group = part.parts;
  std::vector<local_vertex> order(part.size());
  for (local_vertex v = 0; v < part.size(); ++v) order[v] = v;
  std::ranges::sort(order, {}, [&](local_vertex v) { return std::pair(group[v], v); });
  std::vector<sent_groups> homes(level.places.ranks());
  sums_by_vertex to;
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    poll_sometimes(first);
    const vertex own = group[order[first]];
    edge_index degrees = 0;
    for (; last < order.size() && group[order[last]] == own; ++last)
      degrees += part.degree(order[last]);
    to.clear(std::min<std::size_t>(degrees, group.size()));
    std::int64_t inner = 0, mass = 0;
    for (std::size_t i = first; i < last; ++i) {
      const local_vertex v = order[i];
      inner += part.inner[v];
      mass += part.mass[v];
      part.each_neighbor(v, [&](local_vertex end, std::int64_t w) {
        if (group[end] == own) {
          inner += w;
        } else {
          to.add(group[end], w);
        }
      });
    }
    sent_groups& sent = homes[level.places.home(own)];
    sent.heads.insert(sent.heads.end(), {level.places.local(own), static_cast<vertex>(to.size())});
    sent.sums.insert(sent.sums.end(), {inner, mass});
    for (std::size_t i = 0; i < to.size(); ++i) {
      sent.ends.push_back(to[i].key);
      sent.weights.push_back(to[i].sum);
    }
    constexpr std::size_t ends_a_message = 1 << 16;
    if (sent.ends.size() >= ends_a_message) send(state, level.places.home(own), sent);
  }
  for (rank_id r = 0; r < homes.size(); ++r)
    if (!homes[r].heads.empty()) send(state, r, homes[r]);
}

// Called on each rank when all groups have arrived. Returns the number of its edges.
edge_index build_next(const rank_level& next, const merging& state) {
  struct piece {
    vertex local;
    vertex count;
    const sent_groups* of;
    std::size_t first;
  };
  std::vector<piece> pieces;
  level_part& part = next.local();
  const std::size_t n = part.labels.size();
  part.inner.resize(n);
  part.mass.resize(n);
  for (const sent_groups& sent : state.local().inbox) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < sent.heads.size(); i += 2) {
      const piece one{sent.heads[i], sent.heads[i + 1], &sent, first};
      pieces.push_back(one);
      first += one.count;
      part.inner[one.local] += sent.sums[i];
      part.mass[one.local] += sent.sums[i + 1];
    }
  }
  std::ranges::stable_sort(pieces, {}, &piece::local);
  std::size_t most = 0;
  for (const piece& p : pieces) most += p.count;
  arc_rows rows;
  std::vector<std::int64_t> weights;
  rows.targets.reserve(most);
  weights.reserve(most);
  sums_by_vertex to;
  std::size_t at = 0;
  for (local_vertex v = 0; v < n; ++v) {
    poll_sometimes(v);
    const std::size_t begin = at;
    std::size_t count = 0;
    for (; at < pieces.size() && pieces[at].local == v; ++at) count += pieces[at].count;
    to.clear(std::min<std::size_t>(count, next.numbers));
    for (std::size_t p = begin; p < at; ++p)
      for (std::size_t i = pieces[p].first; i < pieces[p].first + pieces[p].count; ++i)
        to.add(pieces[p].of->ends[i], pieces[p].of->weights[i]);
    for (std::size_t i = 0; i < to.size(); ++i) {
      rows.targets.push_back(to[i].key);
      weights.push_back(to[i].sum);
    }
    rows.offsets.push_back(rows.targets.size());
  }
  state.local() = {};
  build_rows(next, rows.targets.size(), [&](local_vertex v, const auto& use) {
    for (edge_index e = rows.offsets[v]; e < rows.offsets[v + std::size_t{1}]; ++e)
      use(rows.targets[e], weights[e]);
  });
  return part.ends.size();
}

}  // namespace

std::optional<rank_level> merged(const rank_level& level, bool refined) {
  const merging state = merging::make();
  const group_count groups = number_groups(level, state, refined);
  if (groups.all == level.vertices) {
    state.end();
    return std::nullopt;
  }
  rank_level next{cluster::distributed<level_part>::make(),
                  level.places,
                  groups.most * level.places.ranks(),
                  groups.all,
                  0,
                  true};
  cluster::on_all_ranks([level, next, state, refined] { renumber(level, next, state, refined); });
  cluster::on_all_ranks([level, state] { send_groups(level, state); });
  next.arcs = sum_of_ranks([next, state] { return build_next(next, state); });
  state.end();
  announce_labels(next);
  return next;
}

}  // namespace arcas::inline v0::cluster_graph::detail
