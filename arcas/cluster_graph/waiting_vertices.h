// SPDX-License-Identifier: Apache-2.0
// A queue of a rank's vertices that have a message to send to their neighbours. A function sent by
// async() may add vertices to the queue but may not send (call.h); therefore a task sends the
// messages. begin_telling() starts the task; a rank runs at most one task per queue. The task
// belongs to the enclosing finish(), which returns when the queues of all ranks are empty: a wave
// over the graph costs one finish(), regardless of its number of steps.
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

// Number of vertices processed between two polls for messages. With about twenty edges per vertex
// this takes tens of microseconds, like the poll intervals of other loops.
inline constexpr unsigned vertices_a_poll = 16;

// Starts the sending task unless it runs. waiting() returns the calling rank's queue; tell(local)
// sends the messages of a vertex, and may block.
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
