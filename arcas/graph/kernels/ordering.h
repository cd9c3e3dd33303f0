// SPDX-License-Identifier: Apache-2.0
// The method of topological_order.h, on the machine of one process or of ranks. The members of this
// machine, besides those of machine.h:
//
//   rise(levels)             sets the level of each vertex, or no_level if a cycle leads to it.
//                            Returns order_facts
//   left_before(levels, v)   the least in-neighbour of v without a level, or no_vertex. Called
//                            after the last change of `levels`
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/kernels/topological_order.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace arcas::inline v0::graph::detail {

template <template <class> class Array>
struct order_values {
  Array<std::uint32_t> levels;
};

template <class V>
struct order_facts {
  std::uint64_t ordered = 0;
  std::uint32_t depth = 0;
  V first_left = std::numeric_limits<V>::max();  // the least vertex without a level

  friend order_facts operator+(order_facts a, order_facts b) {
    return {a.ordered + b.ordered, std::max(a.depth, b.depth),
            std::min(a.first_left, b.first_left)};
  }
};

// Walks backwards from a vertex without a level, over such vertices only, until a vertex occurs
// again. Each vertex without a level has an in-neighbour without one.
template <class Machine, class V>
std::vector<V> cycle_before(Machine& on, V v) {
  std::unordered_map<V, std::size_t> place;
  std::vector<V> way;
  for (; place.emplace(v, way.size()).second; v = on.left_before(&Machine::values::levels, v))
    way.push_back(v);
  way.erase(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(place[v]));
  std::ranges::reverse(way);
  return way;
}

// Sets `levels`.
template <class Machine, class V = typename Machine::vertex>
basic_topological_end<V> find_order(Machine& on) {
  const order_facts<V> found = on.rise(&Machine::values::levels);
  basic_topological_end<V> end{.ordered = found.ordered, .depth = found.depth, .cycle = {}};
  if (found.first_left != Machine::no_vertex) end.cycle = cycle_before(on, found.first_left);
  return end;
}

}  // namespace arcas::inline v0::graph::detail
