// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/row_sums.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

namespace {

// The rows that one rank is asked for, and the positions of the answers among the caller's
// vertices.
struct row_question {
  std::vector<local_vertex> rows;   // vertices of the rank, by local number
  std::vector<std::uint32_t> hubs;  // by index among the hubs
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

// Called on the asked rank: the rows of its vertices, then its parts of the rows of hubs.
arc_rows rows_here(const graph_rows& rows, const std::vector<local_vertex>& locals,
                   const std::vector<std::uint32_t>& hubs, bool weighted, bool simple) {
  arc_rows copied;
  const auto copy = [&](vertex v, std::span<const vertex> ends, const auto& of, std::size_t row) {
    if (!simple)
      return copied.append(ends, weighted ? of.weights_of(row) : std::span<const arc_weight>());
    graph::detail::for_each_distinct(ends, v, [&](vertex u) { copied.targets.push_back(u); });
    copied.offsets.push_back(copied.targets.size());
  };
  for (const local_vertex local : locals)
    copy(own_vertex(local).number(), rows.neighbors(local), rows, local);
  for (const std::uint32_t hub : hubs) {
    std::vector<vertex> ends;
    for (const local_vertex end : rows.hubs.neighbors(hub))
      ends.push_back(own_vertex(end).number());
    copy(rows.hubs.hubs[hub], ends, rows.hubs, hub);
  }
  return copied;
}

// Sorts values that consist of ascending parts, one behind the other: merges neighbouring parts.
template <class T>
void merge_parts(std::span<T> all) {
  std::vector<std::ptrdiff_t> ends;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i] < all[i - 1]) ends.push_back(static_cast<std::ptrdiff_t>(i));
  }
  ends.push_back(std::ssize(all));
  while (ends.size() > 1) {
    std::vector<std::ptrdiff_t> merged;
    std::ptrdiff_t first = 0;
    for (std::size_t k = 0; k < ends.size(); k += 2) {
      const std::ptrdiff_t last = ends[std::min(k + 1, ends.size() - 1)];
      std::inplace_merge(all.begin() + first, all.begin() + ends[k], all.begin() + last);
      merged.push_back(first = last);
    }
    ends = std::move(merged);
  }
}

// Sorts the row of a hub, which arrives in ascending parts.
void sort_row(arc_rows& rows, std::size_t row) {
  cluster::poll();
  const edge_index first = rows.offsets[row], last = rows.offsets[row + 1];
  if (rows.weights.empty())
    return merge_parts(std::span(rows.targets).subspan(first, last - first));
  std::vector<std::pair<vertex, arc_weight>> arcs;
  for (edge_index a = first; a < last; ++a) arcs.emplace_back(rows.targets[a], rows.weights[a]);
  merge_parts(std::span(arcs));
  for (edge_index a = first; a < last; ++a)
    std::tie(rows.targets[a], rows.weights[a]) = arcs[a - first];
}

}  // namespace

arc_rows copied_rows(const distributed_graph& g, std::span<const vertex> vertices, arc_side side,
                     const row_copying& how) {
  const bool weighted = how.weights && !how.simple && g.is_weighted();
  std::vector<row_question> asked = questions_of(g, vertices, side);
  std::vector<std::pair<rank_id, cluster::future<arc_rows>>> answers;
  for (rank_id r = 0; r < asked.size(); ++r) {
    if (asked[r].empty()) continue;
    const auto answer = [g, side, weighted, simple = how.simple](
                            const std::vector<local_vertex>& rows,
                            const std::vector<std::uint32_t>& hubs) {
      return rows_here(g.local().rows(side), rows, hubs, weighted, simple);
    };
    answers.emplace_back(r, cluster::future_call(r, answer, asked[r].rows, asked[r].hubs));
  }
  std::vector<arc_rows> parts(asked.size());
  for (auto& [r, answer] : answers) parts[r] = answer.get();
  // Calls f(position among the vertices, answer, row of the answer) for each part of a row. Other
  // ranks wait for rows of this one meanwhile.
  constexpr std::size_t rows_a_poll = 1024;
  const auto for_each_row = [&](const auto& f) {
    for (rank_id r = 0; r < asked.size(); ++r) {
      std::size_t row = 0;
      for (const std::size_t place : asked[r].row_places) {
        f(place, parts[r], row++);
        if (row % rows_a_poll == 0) cluster::poll();
      }
      for (const std::size_t place : asked[r].hub_places) f(place, parts[r], row++);
    }
  };
  arc_rows all;
  all.offsets.assign(vertices.size() + 1, 0);
  for_each_row([&](std::size_t place, const arc_rows& part, std::size_t row) {
    all.offsets[place + 1] += part.neighbors(row).size();
  });
  std::partial_sum(all.offsets.begin(), all.offsets.end(), all.offsets.begin());
  all.targets.resize(all.offsets.back());
  if (weighted) all.weights.resize(all.offsets.back());
  std::vector<edge_index> ends(all.offsets.begin(), all.offsets.end() - 1);
  for_each_row([&](std::size_t place, const arc_rows& part, std::size_t row) {
    const auto to = static_cast<std::ptrdiff_t>(ends[place]);
    std::ranges::copy(part.neighbors(row), all.targets.begin() + to);
    if (weighted) std::ranges::copy(part.weights_of(row), all.weights.begin() + to);
    ends[place] += part.neighbors(row).size();
  });
  if (how.sorted)
    for (const std::size_t hub : asked.front().hub_places) sort_row(all, hub);
  return all;
}

std::vector<edge_index> degrees_of(const distributed_graph& g, std::span<const vertex> vertices,
                                   arc_side side) {
  struct degrees_here {
    const graph_rows& rows;
    edge_index operator[](local_vertex v) const { return rows.degree(v); }
  };
  return values_at<edge_index>(
      g.places(), [g, side] { return degrees_here{g.local().rows(side)}; }, vertices);
}

}  // namespace arcas::inline v0::cluster_graph::detail
