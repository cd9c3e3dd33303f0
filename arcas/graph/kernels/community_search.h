// SPDX-License-Identifier: Apache-2.0
// The search for communities, in one process or on ranks: what is done on each graph, and when a
// search ends.
//
// `Levels` is a sequence of graphs. Each vertex of a graph stands for a group of vertices of the
// graph before. The vertices of the last graph have labels, their communities. Members:
//   start()          makes the first graph the only one, with the kept labels: before the first
//                    keep() or keep_better(), the labels from which the search starts
//   propagate(seed)  moves each vertex to the label with the greatest weight among its neighbours
//   move(seed)       moves each vertex to the neighbouring community by which the objective gains
//                    most, until no move gains; returns whether any vertex moved
//   merge(refined, seed)   appends a graph: its vertices are connected parts of communities if
//                    `refined`, otherwise communities. Returns false, and appends none, if it would
//                    equal the last graph
//   split()          gives each connected piece of a community a label of its own
//   finish(seed)     on ranks only: returns whether the last graph is small; if so, one rank has
//                    continued the search to its end
//   keep_better(q)   gives each vertex of the first graph the label of its vertex in the last
//                    graph. Returns whether the quality of these labels is above q; if so, sets q
//                    to it and keeps these labels
//   keep()           does the same, and keeps the labels whatever their quality
//   quality()        of the kept labels
//   number_by_size() numbers the kept communities as communities_result requires; returns their
//                    number
#pragma once

#include <arcas/graph/kernels/communities.h>
#include <arcas/graph/random.h>

#include <cstdint>

namespace arcas::inline v0::graph::detail {

// Moves vertices and merges them into groups, until neither changes anything.
template <class Levels>
void climb(Levels& levels, const communities_options& options, std::uint64_t seed) {
  const bool refined = options.method == community_method::leiden;
  for (;; seed = scrambled(seed)) {
    if constexpr (requires { levels.finish(seed); }) {
      if (levels.finish(seed)) return;
    }
    const bool moved = levels.move(seed);
    if (!refined && !moved) return;
    if (levels.merge(refined, seed)) continue;
    if (refined) levels.split();
    return;
  }
}

template <class Levels>
communities_end find_communities(Levels& levels, const communities_options& options) {
  communities_end end;
  if (options.method == community_method::label_propagation) {
    levels.start();
    levels.propagate(options.seed);
    levels.keep();
    end.iterations = 1;
  } else {
    end.quality = levels.quality();
    for (; end.iterations < options.iterations; ++end.iterations) {
      levels.start();
      climb(levels, options, scrambled(options.seed + end.iterations));
      if (!levels.keep_better(end.quality)) break;
    }
  }
  end.count = levels.number_by_size();
  end.quality = levels.quality();
  return end;
}

}  // namespace arcas::inline v0::graph::detail
