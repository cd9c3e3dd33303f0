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

template <template <class> class Array>
struct matching_values {
  Array<vertex> mates;
  Array<vertex> first;  // where each vertex points
};

// The place of an edge in the order: different for any two edges, and the same from both ends.
template <class W>
struct edge_place {
  W weight;
  std::uint64_t drawn;
  vertex low, high;

  bool is_before(const edge_place& b) const {
    if (weight != b.weight) return weight > b.weight;
    return std::tie(drawn, low, high) < std::tie(b.drawn, b.low, b.high);
  }
};
template <class W>
edge_place<W> place_of(vertex a, vertex b, W weight, std::uint64_t seed) {
  if (weight != weight) weight = std::numeric_limits<W>::lowest();
  const vertex low = std::min(a, b), high = std::max(a, b);
  return {weight, scrambled(scrambled(seed + low) + high), low, high};
}

// The unmatched neighbour of a vertex along its first edge.
template <class W>
struct first_unmatched {
  std::uint64_t seed;

  struct state {
    vertex to = no_vertex;
    edge_place<W> place{};
  };
  void take(state& best, vertex v, vertex u, W weight, vertex mate) const {
    if (u != v && mate == no_vertex) take(best, u, place_of(v, u, weight, seed));
  }
  void merge(state& best, const state& other) const {
    if (other.to != no_vertex) take(best, other.to, other.place);
  }
  vertex result(const state& best) const { return best.to; }

 private:
  static void take(state& best, vertex to, const edge_place<W>& place) {
    if (best.to != no_vertex && !place.is_before(best.place)) return;
    best.to = to;
    best.place = place;
  }
};

// Sets `mates`; returns the number of edges. W: the type of the weights by which edges are ordered;
// all are 1 if the machine has no weights.
template <class W, class Machine>
std::size_t find_matching(Machine& on, std::uint64_t seed) {
  using values = typename Machine::values;
  on.begin(&values::mates, no_vertex);
  on.begin(&values::first, no_vertex);
  on.select_all();
  std::size_t left = on.size();
  while (left != 0) {
    on.pull(&values::mates, &values::first, first_unmatched<W>{seed});
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
