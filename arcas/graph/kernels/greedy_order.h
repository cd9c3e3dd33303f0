// SPDX-License-Identifier: Apache-2.0
// The decisions of a serial greedy algorithm about each vertex, made by many workers at once. The
// serial algorithm takes the vertices in a given order and decides each by its decisions about the
// neighbours before it. Here loops visit all undecided vertices over and over, and a vertex is
// decided as soon as the vertices on which it depends have been. The result is that of the serial
// algorithm, whichever worker comes first (Blelloch, Fineman, Shun: Greedy Sequential Maximal
// Independent Set and Matching are Parallel on Average, SPAA 2012).
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/random.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace arcas::inline v0::graph::detail {

// The place of a vertex in a random order: a function of the vertex and the seed, different for any
// two vertices.
constexpr std::uint64_t random_place(vertex v, std::uint64_t seed) {
  return scrambled(scrambled(seed) + v);
}

// decide(v) decides v if the decisions about the neighbours before it suffice, and writes the
// decision where other workers read it. It returns whether v is decided. It is called until it
// returns true, for each v by one worker at a time. At least one of the undecided vertices must be
// decidable.
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
