// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/topological_order.h>

#include <arcas/algorithms/sort.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Returns a cycle, or nothing if there is none. Walks backwards from a vertex to which a cycle
// leads, over such vertices only, until a vertex occurs again.
std::vector<vertex> cycle_before(const graph_view& g, const plain_array<std::uint32_t>& levels) {
  const auto left = std::ranges::find(levels.all(), no_level);
  if (left == levels.all().end()) return {};
  constexpr std::size_t unseen = ~std::size_t{0};
  std::vector<std::size_t> place(levels.size(), unseen);
  std::vector<vertex> way;
  for (auto v = static_cast<vertex>(left - levels.all().begin()); place[v] == unseen;) {
    place[v] = way.size();
    way.push_back(v);
    // Each remaining vertex has a remaining in-neighbour.
    const auto row = g.in_neighbors(v);
    v = *std::ranges::find_if(row, [&](vertex u) { return levels[u] == no_level; });
    if (place[v] != unseen)
      way.erase(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(place[v]));
  }
  std::ranges::reverse(way);
  return way;
}

}  // namespace

topological_order_result topological_order(const graph_view& g,
                                           const topological_order_options& options) {
  const std::size_t n = g.vertex_count();
  topological_order_result result;
  result.levels = plain_array<std::uint32_t>(n);
  plain_array<edge_index> left(n);  // in-edges from remaining vertices
  vertex_queue level(n), next(n);
  append_each(level, n, options.loops, [&](const auto& push, std::size_t v) {
    left[v] = g.in_degree(v);
    result.levels[v] = no_level;
    if (left[v] == 0) push(static_cast<vertex>(v));
  });
  result.order.reserve(n);
  for (; !level.empty(); ++result.depth) {
    const std::size_t begin = result.order.size();
    result.order.insert(result.order.end(), level.all().begin(), level.all().end());
    arcas::sort(std::span(result.order).subspan(begin), less_than{}, options.loops);
    next.clear();
    append_each(next, level.size(), options.loops, [&](const auto& push, std::size_t i) {
      result.levels[level[i]] = result.depth;
      for (const vertex u : g.out_neighbors(level[i])) {
        // relaxed: exactly one decrement brings the count to 0; the end of the loop publishes the
        // count.
        if (std::atomic_ref(left[u]).fetch_sub(1, std::memory_order_relaxed) == 1) push(u);
      }
    });
    std::swap(level, next);
  }
  result.cycle = cycle_before(g, result.levels);
  return result;
}

}  // namespace arcas::inline v0::graph
