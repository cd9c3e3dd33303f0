// SPDX-License-Identifier: Apache-2.0
// The method of matching.h, on the machine of one process or of ranks (pulling.h).
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/random.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>

namespace arcas::inline v0::graph::detail {

// V, here and below: the type of the numbers of vertices.
template <template <class> class Array, class V>
struct matching_values_of {
  Array<V> mates;
  Array<V> first;  // where each vertex points
};
template <template <class> class Array>
using matching_values = matching_values_of<Array, vertex>;

// The place of an edge in the order: different for any two edges, and the same from both ends.
template <class W, class V>
struct edge_place {
  W weight;
  std::uint64_t drawn;
  V low, high;

  bool is_before(const edge_place& b) const {
    if (weight != b.weight) return weight > b.weight;
    return std::tie(drawn, low, high) < std::tie(b.drawn, b.low, b.high);
  }
};
template <class W, class V>
edge_place<W, V> place_of(V a, V b, W weight, std::uint64_t seed) {
  if (weight != weight) weight = std::numeric_limits<W>::lowest();
  const V low = std::min(a, b), high = std::max(a, b);
  return {weight, scrambled(scrambled(seed + low) + high), low, high};
}

// The unmatched neighbour of a vertex along its first edge.
template <class W, class V>
struct first_unmatched {
  static constexpr V none = std::numeric_limits<V>::max();
  std::uint64_t seed;

  struct state {
    V to = none;
    edge_place<W, V> place{};
  };
  static bool is_out(V mate) { return mate != none; }
  void take(state& best, V v, V u, W weight) const {
    if (u != v) take(best, u, place_of(v, u, weight, seed));
  }
  void merge(state& best, const state& other) const {
    if (other.to != none) take(best, other.to, other.place);
  }
  V result(const state& best) const { return best.to; }

 private:
  static void take(state& best, V to, const edge_place<W, V>& place) {
    if (best.to != none && !place.is_before(best.place)) return;
    best.to = to;
    best.place = place;
  }
};

// Sets `mates`; returns the number of edges. W: the type of the weights by which edges are ordered;
// all are 1 if the machine has no weights.
template <class W, class Machine>
std::size_t find_matching(Machine& on, std::uint64_t seed) {
  using values = typename Machine::values;
  using vertex = typename Machine::vertex;
  constexpr vertex no_vertex = Machine::no_vertex;
  on.begin(&values::mates, no_vertex);
  on.begin(&values::first, no_vertex);
  on.select_all();
  std::size_t left = on.size();
  while (left != 0) {
    on.pull(&values::mates, &values::first, first_unmatched<W, vertex>{seed});
    left = on.keep(&values::first, [](auto& v, std::size_t i, vertex number, vertex back) {
      const vertex to = v.first[i];
      if (back == number) v.mates[i] = to;
      return to != no_vertex && back != number;
    });
  }
  return on.template sum<std::size_t>([](const auto& v, std::size_t i) -> std::size_t {
    return v.mates[i] != no_vertex;
  }) / 2;
}

}  // namespace arcas::inline v0::graph::detail
