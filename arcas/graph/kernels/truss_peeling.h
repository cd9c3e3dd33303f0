// SPDX-License-Identifier: Apache-2.0
// What truss numbers have in common in one process and on ranks: the order in which edges are
// removed, and what becomes of a triangle that loses an edge. core_numbers.h describes the method.
#pragma once

#include <arcas/graph/csr.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace arcas::inline v0::graph::detail {

// An edge that goes in this step is gone after it.
enum class edge_state : std::uint8_t { stays, goes, gone };

inline constexpr std::uint32_t no_edge_stays = std::numeric_limits<std::uint32_t>::max();

// Removes all edges. A machine has the edges, and for each the number of its remaining triangles:
//   least_count()       the least number of an edge that stays, or no_edge_stays
//   begin_level(level)  changes the edges with this number from `stays` to `goes`
//   lose_triangles()    for each triangle with an edge that goes, lowers the numbers of its edges
//                       that stay, but not below the level
//   next_edges()        changes edges from `goes` to `gone`, then those whose numbers have fallen
//                      to the level from `stays` to `goes`; returns whether any edge goes
// The truss number of an edge is the level at which it is removed, plus 2. Returns the greatest
// one; 0 without edges.
template <class Machine>
std::uint32_t remove_by_levels(Machine& edges) {
  std::uint32_t greatest = 0, level = 0;
  while ((level = edges.least_count()) != no_edge_stays) {
    greatest = level + 2;
    edges.begin_level(level);
    do {
      if (level != 0) edges.lose_triangles();
    } while (edges.next_edges());
  }
  return greatest;
}

// Edge a-b goes, and so its triangle with c is lost. `at_a` and `at_b` are the states of the edges
// from c to a and to b. Calls lower_at_a(), lower_at_b() or both for the edges whose numbers fall.
// If two edges of a triangle go, the number of the third edge is lowered once: by that one of the
// two which has the third edge's lower end.
template <class V, class LowerAtA, class LowerAtB>
[[gnu::always_inline]] inline void lose_triangle(V a, V b, V c, edge_state at_a, edge_state at_b,
                                                 const LowerAtA& lower_at_a,
                                                 const LowerAtB& lower_at_b) {
  using enum edge_state;
  if (at_a == gone || at_b == gone || (at_a == goes && at_b == goes)) return;
  if (at_a == stays && (at_b == stays || a < c)) lower_at_a();
  if (at_b == stays && (at_a == stays || b < c)) lower_at_b();
}

// If one row is more than this number of times as long as the other, the longer is read by binary
// search.
inline constexpr std::size_t much_longer = 16;

// Calls f(i, k) for each few[i] = many[k]. Both rows are in ascending order; `few` should be the
// shorter one.
template <class V, class F>
[[gnu::always_inline]] inline void for_each_common_place(std::span<const V> few,
                                                         std::span<const V> many, const F& f) {
  const bool by_halves = many.size() > much_longer * few.size();
  std::size_t at = 0;
  for (std::size_t i = 0; i < few.size() && at < many.size(); ++i) {
    if (by_halves) {
      const auto rest = many.subspan(at);
      at += static_cast<std::size_t>(std::ranges::lower_bound(rest, few[i]) - rest.begin());
    } else {
      while (at < many.size() && many[at] < few[i]) ++at;
    }
    if (at < many.size() && many[at] == few[i]) f(i, at);
  }
}

}  // namespace arcas::inline v0::graph::detail
