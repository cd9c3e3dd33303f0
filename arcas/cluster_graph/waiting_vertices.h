// SPDX-License-Identifier: Apache-2.0
// Vertices of a rank that have something to tell others, in the order in which they came. Functions
// that have been sent by async() may add vertices but not send; so a task takes them, one a rank at
// a time, which the first that is added begins. All of it is part of the enclosing finish(), which
// returns when no rank has any left: a wave over the graph costs one finish(), however many steps
// long it is.
#pragma once

#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_graph/vertex_places.h>

#include <deque>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

struct waiting_vertices {
  std::deque<vertex> locals;
  bool have_task = false;
};

// Vertices told of between two looks at messages: at some twenty edges a vertex, as many as take tens
// of microseconds, like the polls of other loops.
inline constexpr unsigned vertices_a_poll = 16;

// waiting(): this rank's. tell(local) may send, and wait.
template <class Waiting, class Tell>
void begin_telling(const Waiting& waiting, const Tell& tell) {
  if (waiting().locals.empty() || std::exchange(waiting().have_task, true)) return;
  cluster::spawn([waiting, tell] {
    for (unsigned told = 1; !waiting().locals.empty(); ++told) {
      const vertex local = waiting().locals.front();
      waiting().locals.pop_front();
      tell(local);
      if (told % vertices_a_poll == 0) cluster::poll();
    }
    waiting().have_task = false;
  });
}

}  // namespace arcas::inline v0::cluster_graph::detail
