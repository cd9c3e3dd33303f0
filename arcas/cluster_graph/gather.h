// SPDX-License-Identifier: Apache-2.0
// Copies one value of each vertex from all ranks to one; sums one value of each rank.
#pragma once

#include <arcas/cluster_graph/distributed_graph.h>

#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

// values() returns the values of the calling rank, in the order of its vertices.
template <class T, class F>
std::vector<T> gather_vertices(const vertex_places& places, std::uint64_t vertices,
                               const F& values) {
  std::vector<T> all(vertices);
  const auto at = cluster::export_to_all(all);
  cluster::on_all_ranks([at, values, places] {
    const rank_id from = cluster::self();
    cluster::async(
        at.home(),
        [at, places, from](const std::vector<T>& part) {
          for (vertex i = 0; i < part.size(); ++i) (*at.local())[places.global(from, i)] = part[i];
        },
        std::vector<T>(values()));
  });
  return all;
}
template <class T, class F>
std::vector<T> gather_vertices(const distributed_graph& g, const F& values) {
  return gather_vertices<T>(g.places(), g.vertex_count(), values);
}

namespace detail {

// Called by one task: the sum of f() over all ranks.
template <class F>
std::invoke_result_t<const F&> sum_of_ranks(const F& f) {
  return cluster::fold_ranks(std::invoke_result_t<const F&>{}, std::plus<>{}, f);
}

// Called by every rank with counts by vertex: add(local number, count) is called for each at the
// vertex's home.
template <class Counts, class Add>
void add_at_homes(const vertex_places& places, const Counts& counts, const Add& add) {
  using counted = std::pair<vertex, std::uint64_t>;
  std::vector<std::vector<counted>> homes(places.ranks());
  for (const auto& [v, count] : counts) homes[places.home(v)].emplace_back(places.local(v), count);
  for (rank_id r = 0; r < places.ranks(); ++r) {
    cluster::async(
        r,
        [add](const std::vector<counted>& theirs) {
          for (const auto& [local, count] : theirs) add(local, count);
        },
        std::move(homes[r]));
  }
}

// The joined answers of calls to several ranks, in the order of the calls.
template <class T>
std::vector<T> joined(std::vector<cluster::future<std::vector<T>>>& answers) {
  std::vector<T> all;
  for (auto& answer : answers) {
    const std::vector<T> slice = answer.get();
    all.insert(all.end(), slice.begin(), slice.end());
  }
  return all;
}

}  // namespace detail

}  // namespace arcas::inline v0::cluster_graph
