// SPDX-License-Identifier: Apache-2.0
// The conductance of a set of vertices (communities.h), on the machine of one process or of ranks
// (pulling.h).
#pragma once

#include <arcas/graph/kernels/community_graph.h>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph::detail {

// Sums of the scaled weights of the edges of a vertex; a self-loop counts twice.
struct edge_sums {
  std::int64_t all = 0;
  std::int64_t inside = 0;  // of edges that lead to the set
};
template <template <class> class Array>
struct set_values {
  Array<std::uint8_t> members;  // 1 for each vertex of the set
  Array<edge_sums> sums;
};

struct edges_to_set {
  double scale;  // community_graph.h

  using state = edge_sums;
  template <class W>
  void take(state& sums, vertex v, vertex u, W weight, std::uint8_t member) const {
    std::int64_t w = std::integral<W> && scale == 1
                         ? static_cast<std::int64_t>(weight)
                         : std::llround(static_cast<double>(weight) * scale);
    if (u == v) w *= 2;
    sums.all += w;
    if (member != 0) sums.inside += w;
  }
  void merge(state& sums, const state& other) const {
    sums.all += other.all;
    sums.inside += other.inside;
  }
  state result(const state& sums) const { return sums; }
};

struct set_sums {
  std::int64_t all = 0, of_set = 0, inside = 0;

  friend set_sums operator+(const set_sums& a, const set_sums& b) {
    return {a.all + b.all, a.of_set + b.of_set, a.inside + b.inside};
  }
};

// Requires `members`.
template <class Machine>
double find_conductance(Machine& on, double scale) {
  using values = typename Machine::values;
  on.begin(&values::sums);
  on.select_all();
  on.pull(&values::members, &values::sums, edges_to_set{scale});
  const set_sums found = on.template sum<set_sums>([](const auto& v, std::size_t i) {
    const edge_sums& sums = v.sums[i];
    return v.members[i] != 0 ? set_sums{sums.all, sums.all, sums.inside} : set_sums{sums.all};
  });
  return conductance_of(found.of_set, found.inside, found.all);
}

}  // namespace arcas::inline v0::graph::detail
