// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/remote_rows.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

namespace {

// What one rank is asked for, and where the answers go: places among the caller's vertices.
struct row_question {
  std::vector<vertex> rows;         // vertices of the rank, by their local numbers
  std::vector<std::uint32_t> hubs;  // by their places among the hubs
  std::vector<std::size_t> row_places, hub_places;
  bool empty() const { return rows.empty() && hubs.empty(); }
};

std::vector<row_question> questions_of(const distributed_graph& g, std::span<const vertex> vertices,
                                       arc_side side) {
  const hub_rows& hubs = g.local().rows(side).hubs;
  std::vector<row_question> of_rank(g.places().ranks());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const std::size_t hub = hubs.find(vertices[i]);
    if (hub == hubs.hubs.size()) {
      row_question& home = of_rank[g.places().home(vertices[i])];
      home.rows.push_back(g.places().local(vertices[i]));
      home.row_places.push_back(i);
      continue;
    }
    for (row_question& asked : of_rank) {
      asked.hubs.push_back(static_cast<std::uint32_t>(hub));
      asked.hub_places.push_back(i);
    }
  }
  return of_rank;
}

// On a rank: the rows of its vertices, then its parts of those of hubs.
arc_rows rows_here(const graph_rows& rows, const std::vector<vertex>& locals,
                   const std::vector<std::uint32_t>& hubs) {
  arc_rows copied;
  for (const vertex local : locals) copied.append(rows.neighbors(local), rows.weights_of(local));
  for (const std::uint32_t hub : hubs) {
    std::vector<vertex> ends;
    for (const vertex end : rows.hubs.neighbors(hub)) ends.push_back(own_vertex(end).number());
    copied.append(ends, rows.hubs.weights_of(hub));
  }
  return copied;
}

using arc_list = std::vector<std::pair<vertex, arc_weight>>;

void append_arcs(arc_list& row, const arc_rows& from, std::size_t i) {
  const auto ends = from.neighbors(i);
  const auto weights = from.weights_of(i);
  for (std::size_t a = 0; a < ends.size(); ++a)
    row.emplace_back(ends[a], weights.empty() ? 0 : weights[a]);
}

}  // namespace

arc_rows copied_rows(const distributed_graph& g, std::span<const vertex> vertices, arc_side side) {
  std::vector<row_question> asked = questions_of(g, vertices, side);
  std::vector<std::pair<rank_id, cluster::future<arc_rows>>> answers;
  for (rank_id r = 0; r < asked.size(); ++r) {
    if (asked[r].empty()) continue;
    const auto answer = [g, side](const std::vector<vertex>& rows,
                                  const std::vector<std::uint32_t>& hubs) {
      return rows_here(g.local().rows(side), rows, hubs);
    };
    answers.emplace_back(r, cluster::future_call(r, answer, asked[r].rows, asked[r].hubs));
  }
  std::vector<arc_list> found(vertices.size());
  for (auto& [r, answer] : answers) {
    const arc_rows rows = answer.get();
    const row_question& q = asked[r];
    for (std::size_t i = 0; i < q.rows.size(); ++i) append_arcs(found[q.row_places[i]], rows, i);
    for (std::size_t i = 0; i < q.hubs.size(); ++i)
      append_arcs(found[q.hub_places[i]], rows, q.rows.size() + i);
  }
  arc_rows all;
  // The row of a hub has come in parts. Any other row is ascending at its home.
  for (const std::size_t hub : asked.front().hub_places) std::ranges::sort(found[hub]);
  for (arc_list& row : found) {
    for (const auto& [end, weight] : row) {
      all.targets.push_back(end);
      if (g.is_weighted()) all.weights.push_back(weight);
    }
    row = arc_list();
    all.offsets.push_back(all.targets.size());
  }
  return all;
}

edge_index sum_of_degrees(const distributed_graph& g, std::span<const vertex> vertices,
                          arc_side side) {
  std::vector<std::vector<vertex>> asked(g.places().ranks());
  for (const vertex v : vertices) asked[g.places().home(v)].push_back(g.places().local(v));
  std::vector<cluster::future<edge_index>> answers;
  for (rank_id r = 0; r < asked.size(); ++r) {
    if (asked[r].empty()) continue;
    const auto answer = [g, side](const std::vector<vertex>& locals) {
      edge_index sum = 0;
      for (const vertex local : locals) sum += g.local().rows(side).degree(local);
      return sum;
    };
    answers.push_back(cluster::future_call(r, answer, std::move(asked[r])));
  }
  edge_index all = 0;
  for (auto& answer : answers) all += answer.get();
  return all;
}

}  // namespace arcas::inline v0::cluster_graph::detail
