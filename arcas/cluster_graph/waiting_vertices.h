// SPDX-License-Identifier: Apache-2.0
// A queue of a rank's vertices that have a message to send to their neighbours. A function sent by
// async() may add vertices to the queue but may not send (call.h); therefore a task sends the
// messages. begin_telling() starts the task; a rank runs at most one task per queue. The task
// belongs to the enclosing finish(), which returns when the queues of all ranks are empty: a wave
// over the graph costs one finish(), regardless of its number of steps.
#pragma once

#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/graph_loops.h>

#include <deque>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

struct waiting_vertices {
  std::deque<local_vertex> locals;
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
      const local_vertex local = waiting().locals.front();
      waiting().locals.pop_front();
      tell(local);
      if (told % vertices_a_poll == 0) cluster::poll();
    }
    waiting().have_task = false;
  });
}

// A wave along arcs: a vertex that joins it sends a value to its neighbours on these sides. The
// data of a rank has the members `graph` and `waiting`, the queue. Law has static functions on it:
//   told(part, v)                 the value that vertex v sends, when its turn has come
//   joins(part, v, value, side)   takes a value that has arrived along an arc on this side of v;
//                                 returns whether v joins. May have a fifth argument, the weight of
//                                 the arc
// Called on a rank after vertices have entered its queue.
template <class Law, arc_side... Sides, class Part>
void spread(const cluster::distributed<Part>& state);

template <class Law, arc_side Side, arc_side... Sides, class Part>
void tell_neighbors(const cluster::distributed<Part>& state, local_vertex v) {
  using value = decltype(Law::told(state.local(), v));
  constexpr arc_side end = Side == arc_side::out ? arc_side::in : arc_side::out;
  async_to_neighbors<Side>(
      state.local().graph, own_vertex(v), Law::told(state.local(), v),
      [state](own_vertex u, const value& x, auto... weight)
        requires requires(Part& part) { Law::joins(part, local_vertex{}, x, end, weight...); } {
          Part& part = state.local();
          if (!Law::joins(part, u.local(), x, end, weight...)) return;
          part.waiting.locals.push_back(u.local());
          spread<Law, Sides...>(state);
        });
}

template <class Law, arc_side... Sides, class Part>
void spread(const cluster::distributed<Part>& state) {
  begin_telling([state]() -> waiting_vertices& { return state.local().waiting; },
                [state](local_vertex v) { (tell_neighbors<Law, Sides, Sides...>(state, v), ...); });
}

}  // namespace arcas::inline v0::cluster_graph::detail
