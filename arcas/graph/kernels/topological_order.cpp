// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/topological_order.h>

#include <arcas/algorithms/sort.h>
#include <arcas/graph/kernels/machine.h>
#include <arcas/graph/kernels/ordering.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

class ordering_process : public process_machine<order_values> {
 public:
  ordering_process(const graph_view& g, const loop_options& loops)
      : process_machine<order_values>(g.vertex_count(), loops), g_(g) {}

  // Also makes `order`.
  order_facts<vertex> rise(plain_array<std::uint32_t> values::* part) {
    const std::size_t n = size();
    plain_array<std::uint32_t>& levels = own().*part = plain_array<std::uint32_t>(n);
    plain_array<edge_index> left(n);  // in-edges from remaining vertices
    vertex_queue level(n), next(n);
    append_each(level, n, loops(), [&](const auto& push, std::size_t v) {
      levels[v] = no_level;
      left[v] = g_.in_degree(v);
      if (left[v] == 0) push(static_cast<vertex>(v));
    });
    order.reserve(n);
    order_facts<vertex> found;
    for (std::uint32_t& depth = found.depth; !level.empty(); ++depth) {
      const std::size_t begin = order.size();
      order.insert(order.end(), level.all().begin(), level.all().end());
      arcas::sort(std::span(order).subspan(begin), less_than{}, loops());
      next.clear();
      append_each(next, level.size(), loops(), [&](const auto& push, std::size_t i) {
        levels[level[i]] = depth;
        for (const vertex u : g_.out_neighbors(level[i])) {
          // relaxed: exactly one decrement brings the count to 0; the end of the loop publishes
          // the count.
          if (std::atomic_ref(left[u]).fetch_sub(1, std::memory_order_relaxed) == 1) push(u);
        }
      });
      std::swap(level, next);
    }
    found.ordered = order.size();
    if (order.size() != n)
      found.first_left = static_cast<vertex>(std::ranges::find(levels, no_level) - levels.begin());
    return found;
  }
  vertex left_before(plain_array<std::uint32_t> values::* part, vertex v) {
    const plain_array<std::uint32_t>& levels = own().*part;
    vertex least = no_vertex;
    for (const vertex u : g_.in_neighbors(v))
      if (levels[u] == no_level) least = std::min(least, u);
    return least;
  }

  std::vector<vertex> order;

 private:
  const graph_view& g_;
};

}  // namespace

topological_order_result topological_order(const graph_view& g,
                                           const topological_order_options& options) {
  ordering_process here(g, options.loops);
  topological_order_result result;
  static_cast<topological_end&>(result) = find_order(here);
  result.order = std::move(here.order);
  result.levels = std::move(here.own().levels);
  return result;
}

}  // namespace arcas::inline v0::graph
