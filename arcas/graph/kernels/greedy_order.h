// SPDX-License-Identifier: Apache-2.0
// What a serial greedy algorithm would decide about each vertex, found by many workers at once. The
// algorithm takes the vertices in a given order, and decides one from what it has decided about the
// neighbours before it. Here all vertices are looked at over and over, each time those that are left,
// and a vertex is decided as soon as what it depends on is: the result is that of the order, whichever
// worker comes first (Blelloch, Fineman, Shun: Greedy Sequential Maximal Independent Set and Matching
// are Parallel on Average, SPAA 2012).
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/random.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace arcas::inline v0::graph::detail {

// The place of a vertex in a random order: a function of it and the seed, different for any two.
constexpr std::uint64_t random_place(vertex v, std::uint64_t seed) {
  return scrambled(scrambled(seed) + v);
}

// decide(v): whether v is decided now, from the neighbours before it; writes it where others read it. Called
// until it is, by one worker at a time. At least one vertex of those that are left can be decided.
template <class Decide>
void decide_all(std::size_t n, const loop_options& loops, const Decide& decide) {
  vertex_queue left(n), later(n);
  append_each(left, n, loops, [&](const auto& push, std::size_t v) {
    if (!decide(static_cast<vertex>(v))) push(static_cast<vertex>(v));
  });
  while (!left.empty()) {
    later.clear();
    append_each(later, left.size(), loops, [&](const auto& push, std::size_t i) {
      if (!decide(left[i])) push(left[i]);
    });
    std::swap(left, later);
  }
}

}  // namespace arcas::inline v0::graph::detail
