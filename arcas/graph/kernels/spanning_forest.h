// SPDX-License-Identifier: Apache-2.0
// Minimum spanning forests (components.h): the rounds, the order of edges and the result. The code
// is the same for one process and for ranks. Each machine has its own steps, which are called by
// one task:
//
//   edges_left()   whether any edge connects two trees
//   choose()       finds for each tree the first edge, in the order of is_before(), that leaves it
//   hook()         adds these edges to the forest. Links the root of each tree under the root at
//                  the other end of its edge. If two trees have chosen the same edge, the lesser
//                  root remains a root. Longer cycles are impossible: each edge of such a cycle
//                  would come before the next edge.
//   shorten()      finds the roots of the united trees
//   drop_inner()   drops edges within a tree
//   chosen()       returns the edges of the forest, sorted by their ends
#pragma once

#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph::detail {

// V, here and below: the type of vertices.
template <class W, class V = vertex>
using edge_of = basic_edge<V, W>;

// Weights as unsigned integers in the same order, so that steps are compiled for each size of
// weights, not for each type.
template <class W>
using order_key = std::conditional_t<
    !is_weight<W>, unweighted,
    std::conditional_t<sizeof(W) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>>;
template <class K>
constexpr K sign_bit = K{1} << (std::numeric_limits<K>::digits - 1);

template <class W>
order_key<W> key_of(W weight) {
  using K = order_key<W>;
  if constexpr (std::is_integral_v<W>) return static_cast<K>(weight) ^ sign_bit<K>;
  const auto bits = std::bit_cast<K>(weight == 0 ? W{0} : weight);  // -0 equals 0
  return (bits & sign_bit<K>) != 0 ? ~bits : bits ^ sign_bit<K>;
}
template <class W>
W weight_of(order_key<W> key) {
  using K = order_key<W>;
  if constexpr (std::is_integral_v<W>) return static_cast<W>(key ^ sign_bit<K>);
  return std::bit_cast<W>((key & sign_bit<K>) != 0 ? key ^ sign_bit<K> : ~key);
}

// Whether a comes before b. Of two different edges one comes first; of parallel edges of equal
// weight neither does.
template <class K, class V>
bool is_before(const edge_of<K, V>& a, const edge_of<K, V>& b) {
  if constexpr (is_weight<K>) {
    if (a.weight != b.weight) return a.weight < b.weight;
  }
  return a.from != b.from ? a.from < b.from : a.to < b.to;
}
template <class K, class V = vertex>
bool is_before_by_ends(const edge_of<K, V>& a, const edge_of<K, V>& b) {
  return a.from != b.from ? a.from < b.from : a.to < b.to;
}

// If one of the two is a NaN, the result is a NaN, so that it is refused below.
template <class W>
W lesser_or_nan(W a, W b) {
  if constexpr (std::is_floating_point_v<W>)
    if (std::isnan(a) || std::isnan(b)) return a + b;
  return std::min(a, b);
}

// Calls use(edge) for each edge in the row of v whose other end is greater. Of parallel edges that
// are adjacent in the row, only the lightest is used. end(i) and weight(i) belong to the i-th place
// of the row; weight() is called only if W is a type of weights.
template <class W, class V, class End, class Weight, class Use>
[[gnu::always_inline]] inline void for_each_lightest(V v, std::size_t degree, const End& end,
                                                     const Weight& weight, const Use& use) {
  for (std::size_t i = 0; i < degree;) {
    const std::size_t first = i++;
    edge_of<order_key<W>, V> e;
    e.from = v;
    e.to = end(first);
    if (e.to <= v) continue;
    const auto is_parallel = [&] { return i < degree && end(i) == e.to; };
    if constexpr (is_weight<W>) {
      W least = static_cast<W>(weight(first));
      for (; is_parallel(); ++i) least = lesser_or_nan(least, static_cast<W>(weight(i)));
      e.weight = key_of<W>(least);
    } else {
      while (is_parallel()) ++i;
    }
    use(e);
  }
}

// A NaN has no order.
template <class W, class V>
bool is_no_number(const edge_of<order_key<W>, V>& e) {
  if constexpr (is_weight<W> && std::is_floating_point_v<W>)
    return std::isnan(weight_of<W>(e.weight));
  return false;
}
[[noreturn]] inline void refuse_no_number(std::uint64_t from, std::uint64_t to) {
  throw vertex_error(
      "a spanning forest requires weights that are numbers; the weight of the edge from {} to {} "
      "is not a number",
      {from, to});
}

template <class W, class V>
auto total_of(const std::vector<edge_of<W, V>>& edges) {
  using sum = decltype(spanning_forest_result<W>::weight);
  if constexpr (!is_weight<W>) {
    return static_cast<sum>(edges.size());
  } else {
    sum total = 0;
    bool beyond = false;
    for (const edge_of<W, V>& e : edges) {
      if constexpr (std::is_integral_v<W>) {
        beyond |= __builtin_add_overflow(total, sum{e.weight}, &total);
      } else {
        total += e.weight;
      }
    }
    if constexpr (!std::is_integral_v<W>) beyond = !std::isfinite(total);
    if (!beyond) return total;
    throw std::invalid_argument(
        "the weights of the spanning forest add up to a number that is not between " +
        number_text(std::numeric_limits<sum>::lowest()) + " and " +
        number_text(std::numeric_limits<sum>::max()) + ". Divide all weights by a number");
  }
}

// The forest of a graph with this number of vertices, whose edges the machine has.
template <class W, class V = vertex, class Machine>
spanning_forest_result<W, V> grown_forest(Machine& machine, std::size_t vertices) {
  while (machine.edges_left()) {
    machine.choose();
    machine.hook();
    machine.shorten();
    machine.drop_inner();
  }
  auto chosen = machine.chosen();
  spanning_forest_result<W, V> result;
  if constexpr (is_weight<W>) {
    result.edges.resize(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i)
      result.edges[i] = {chosen[i].from, chosen[i].to, weight_of<W>(chosen[i].weight)};
  } else {
    result.edges = std::move(chosen);
  }
  result.weight = total_of<W>(result.edges);
  result.trees = vertices - result.edges.size();
  return result;
}

}  // namespace arcas::inline v0::graph::detail
