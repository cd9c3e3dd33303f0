// SPDX-License-Identifier: Apache-2.0
// The conductance of a set of vertices (communities.h), in one process or on ranks. A machine has
// one member:
//
//   sum_of_rows(edges)   for each row, or for each part of a row, makes a state s and calls
//                        edges.take(s, v, u, weight, is_member(u)) for each edge from v to u.
//                        Returns the sum of edges.result(s, member) over all of them; `member`:
//                        whether v, the vertex of the row, is in the set
#pragma once

#include <arcas/graph/kernels/community_graph.h>

#include <cmath>
#include <concepts>
#include <cstdint>

namespace arcas::inline v0::graph::detail {

struct set_sums {
  std::int64_t all = 0, of_set = 0, inside = 0;

  friend set_sums operator+(const set_sums& a, const set_sums& b) {
    return {a.all + b.all, a.of_set + b.of_set, a.inside + b.inside};
  }
};

// Adds up the scaled weights of the edges of a vertex; a self-loop counts twice.
struct edges_of_set {
  double scale;  // community_graph.h

  struct state {
    std::int64_t all = 0;
    std::int64_t inside = 0;  // weight of the edges that lead to the set
  };
  template <class V, class W>
  void take(state& sums, V v, V u, W weight, bool member) const {
    std::int64_t w = std::integral<W> && scale == 1
                         ? static_cast<std::int64_t>(weight)
                         : std::llround(static_cast<double>(weight) * scale);
    if (u == v) w *= 2;
    sums.all += w;
    if (member) sums.inside += w;
  }
  set_sums result(const state& sums, bool member) const {
    return member ? set_sums{sums.all, sums.all, sums.inside} : set_sums{sums.all, 0, 0};
  }
};

template <class Machine>
double find_conductance(const Machine& on, double scale) {
  const set_sums found = on.sum_of_rows(edges_of_set{scale});
  return conductance_of(found.of_set, found.inside, found.all);
}

}  // namespace arcas::inline v0::graph::detail
