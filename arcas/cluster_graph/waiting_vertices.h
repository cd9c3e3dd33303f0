// SPDX-License-Identifier: Apache-2.0
// A queue of a rank's vertices that have a message to send to their neighbours. A function sent by
// async() may add vertices to the queue but may not send (call.h); therefore a task sends the
// messages. begin_telling() starts the task; a rank runs at most one task per queue. The task
// belongs to the enclosing finish(), which returns when the queues of all ranks are empty: a wave
// over the graph costs one finish(), regardless of its number of steps.
#pragma once

#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/arc_mail.h>

#include <deque>
#include <tuple>
#include <utility>

namespace arcas::inline v0::cluster_graph::detail {

struct waiting_vertices {
  std::deque<local_vertex> locals;
  bool have_task = false;
};

// Number of vertices processed between two polls for messages. With about twenty edges per vertex
// this takes tens of microseconds, like the poll intervals of other loops.
inline constexpr unsigned vertices_a_poll = 16;

// Starts the sending task unless it runs. waiting() returns the calling rank's queue. The task
// calls make() once, which returns a teller. The teller's tell(local) may block; it sends the
// messages of a vertex, or keeps them until send_all().
template <class Waiting, class Make>
void begin_telling(const Waiting& waiting, const Make& make) {
  if (waiting().locals.empty() || std::exchange(waiting().have_task, true)) return;
  cluster::spawn([waiting, make] {
    auto teller = make();
    unsigned told = 0;
    while (!waiting().locals.empty()) {
      const local_vertex local = waiting().locals.front();
      waiting().locals.pop_front();
      teller.tell(local);
      if (++told % vertices_a_poll == 0) cluster::poll();
      // Meanwhile other vertices may join.
      if (waiting().locals.empty()) teller.send_all();
    }
    waiting().have_task = false;
  });
}

// A teller that keeps nothing.
template <class F>
struct telling_at_once {
  F tell;
  void send_all() const {}
};
template <class F>
telling_at_once(F) -> telling_at_once<F>;

// Sends a wave along arcs: a vertex that joins it sends a value to its neighbours along its arcs on
// each of the Sides. Part, the data of a rank, has the members `graph` and `waiting`, which is the
// queue. Law has static functions on such a Part:
//   told(part, v)                 the value that vertex v sends, when its turn has come
//   joins(part, v, value, side)   takes a value that has arrived along an arc on this side of v;
//                                 returns whether v joins. May have a fifth argument, the weight of
//                                 the arc
// spread() is called on a rank after vertices have entered the rank's queue.
template <class Law, arc_side... Sides, class Part>
void spread(const cluster::distributed<Part>& state);

// Called for the vertex u at the end of an arc. End: the side of u (out or in) on which the arc is.
template <class Law, class Part, arc_side End, arc_side... Sides>
struct joining_wave {
  cluster::distributed<Part> state;

  template <class X, class... Weight>
    requires requires(Part& part, const X& x, Weight... weight) {
      Law::joins(part, local_vertex{}, x, End, weight...);
    }
  void operator()(own_vertex u, const X& x, Weight... weight) const {
    Part& part = state.local();
    if (!Law::joins(part, u.local(), x, End, weight...)) return;
    part.waiting.locals.push_back(u.local());
    spread<Law, Sides...>(state);
  }
};

template <class Law, arc_side Side, arc_side... Sides, class Part>
auto mail_of_wave(const cluster::distributed<Part>& state) {
  using value = decltype(Law::told(state.local(), local_vertex{}));
  constexpr arc_side end = Side == arc_side::out ? arc_side::in : arc_side::out;
  using joining = joining_wave<Law, Part, end, Sides...>;
  return arc_mail<Side, value, joining>(state.local().graph, joining{state});
}

template <class Law, class Part, class... Mails>
struct wave_teller {
  cluster::distributed<Part> state;
  std::tuple<Mails...> mails;

  void tell(local_vertex v) {
    std::apply([&](Mails&... all) { (all.add(own_vertex(v), Law::told(state.local(), v)), ...); },
               mails);
  }
  void send_all() {
    std::apply([](Mails&... all) { (all.send_all(), ...); }, mails);
  }
};

template <class Law, class Part, class... Mails>
auto teller_of_wave(const cluster::distributed<Part>& state, std::tuple<Mails...> mails) {
  return wave_teller<Law, Part, Mails...>{state, std::move(mails)};
}

template <class Law, arc_side... Sides, class Part>
void spread(const cluster::distributed<Part>& state) {
  begin_telling([state]() -> waiting_vertices& { return state.local().waiting; },
                [state] {
                  return teller_of_wave<Law>(
                      state, std::make_tuple(mail_of_wave<Law, Sides, Sides...>(state)...));
                });
}

}  // namespace arcas::inline v0::cluster_graph::detail
