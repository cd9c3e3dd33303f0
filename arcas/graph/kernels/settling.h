// SPDX-License-Identifier: Apache-2.0
// The decisions of a serial greedy algorithm about each vertex, made by many workers at once. The
// serial algorithm takes the vertices in a given order and decides each by its decisions about the
// neighbours before it. Here a vertex is decided as soon as the decisions on which it depends have
// been made. The result is that of the serial algorithm, whichever worker comes first (Blelloch,
// Fineman, Shun: Greedy Sequential Maximal Independent Set and Matching are Parallel on Average,
// SPAA 2012).
//
// A Law says which order that is, and how a decision follows from others:
//   value                  the type of a decision
//   undecided              a value that is not a decision
//   by_degree              whether before() reads degrees
//   is_settled_early       whether one decision about a neighbour may suffice
//   before(v)              a function: before(v)(u) tells whether neighbour u is before v. u and v
//                          are placed_vertex
//   evidence               the class of what is known about the neighbours before a vertex:
//     clear(degree)          nothing is known yet about a vertex of this degree
//     add(value)             takes a decision about a neighbour before the vertex, or `undecided`,
//                            which must have no effect. Returns whether the decision settles the
//                            vertex, whatever the decisions about others are. If is_settled_early,
//                            add() may also get a decision about a neighbour after the vertex,
//                            made while the vertex is undecided; it must have no effect either
//     add(evidence)          evidence from another rank on the same vertex, as add(value)
//     decision()             the decision; called when add() has returned true or all neighbours
//                            before the vertex have been added
// A Law is copied byte for byte to other ranks, evidence by cluster/messages/archive.h. Self-loops
// are ignored.
#pragma once

#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/machine.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/random.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace arcas::inline v0::graph::detail {

// The place of a vertex in a random order: a function of the vertex and the seed, different for any
// two vertices.
constexpr std::uint64_t random_place(std::uint64_t v, std::uint64_t seed) {
  return scrambled(scrambled(seed) + v);
}

template <class V, class Degree>
struct placed_vertex {
  V number;
  Degree degree;  // degree() returns the number of neighbours, with parallel edges and self-loops
};
template <class V, class Degree>
placed_vertex(V, Degree) -> placed_vertex<V, Degree>;

// Makes the decisions in one process.
template <class Law>
class settling {
 public:
  using value = typename Law::value;

  // decisions: one for each vertex, all undecided.
  settling(const undirected_view& g, const Law& law, plain_array<value>& decisions,
           const loop_options& loops)
      : g_(g), law_(law), decisions_(decisions.data()), loops_(loops) {}

  void run() {
    if constexpr (Law::is_settled_early) {
      visit_until_settled();
    } else {
      count_down();
    }
  }

 private:
  auto placed(vertex v) const {
    return placed_vertex{v, [&g = g_, v] { return g.degree(v); }};
  }
  // relaxed, both: no other data depends on the value, which does not change once v is decided;
  // the end of the loop publishes it.
  value decision_of(vertex v) const {
    return std::atomic_ref(decisions_[v]).load(std::memory_order_relaxed);
  }
  bool decide(vertex v, value decision) const {
    std::atomic_ref(decisions_[v]).store(decision, std::memory_order_relaxed);  // relaxed: as above
    return true;
  }

  // Visits the undecided vertices over and over. In a random order the expected number of visits of
  // a vertex is small.
  void visit_until_settled() {
    const std::size_t n = g_.vertex_count();
    vertex_queue left(n), later(n);
    append_each(left, n, loops_, [&](const auto& push, std::size_t v) {
      if (!visit(static_cast<vertex>(v))) push(static_cast<vertex>(v));
    });
    while (!left.empty()) {
      later.clear();
      append_each(later, left.size(), loops_, [&](const auto& push, std::size_t i) {
        if (!visit(left[i])) push(left[i]);
      });
      std::swap(left, later);
    }
  }
  bool visit(vertex v) const {
    typename Law::evidence known;
    known.clear(g_.degree(v));
    bool knows_all = true;
    const auto is_before = law_.before(placed(v));
    for (const vertex u : g_.neighbors(v)) {
      if (u == v || !is_before(placed(u))) continue;
      const value decision = decision_of(u);
      if (known.add(decision)) return decide(v, known.decision());
      knows_all &= decision != Law::undecided;
    }
    return knows_all && decide(v, known.decision());
  }

  // Each vertex counts the neighbours before it that are undecided, and is decided when there are
  // none (Jones and Plassmann 1993).
  void count_down() {
    const std::size_t n = g_.vertex_count();
    plain_array<edge_index> before(n);
    vertex_queue ready(n), next(n);
    append_each(ready, n, loops_, [&](const auto& push, std::size_t i) {
      const auto v = static_cast<vertex>(i);
      const auto is_before = law_.before(placed(v));
      edge_index count = 0;
      for (const vertex u : g_.neighbors(v)) count += u != v && is_before(placed(u));
      before[v] = count;
      if (count == 0) push(v);
    });
    while (!ready.empty()) {
      next.clear();
      append_each(next, ready.size(), loops_,
                  [&](const auto& push, std::size_t i) { decide_in_turn(ready[i], before, push); });
      std::swap(ready, next);
    }
  }
  // The neighbours before v have been decided, and the others wait for v; so no decision about a
  // neighbour is made meanwhile.
  template <class Push>
  void decide_in_turn(vertex v, plain_array<edge_index>& before, const Push& push) {
    thread_local typename Law::evidence of_thread;
    typename Law::evidence& known = of_thread;
    const std::span<const vertex> row = g_.neighbors(v);
    value* const decisions = decisions_;
    known.clear(row.size());
    for (const vertex u : row) known.add(decisions[u]);
    decisions[v] = known.decision();
    for (const vertex u : row) {
      if (u == v || decisions[u] != Law::undecided) continue;
      // relaxed: exactly one decrement brings the count to 0; the end of the loop publishes the
      // decisions.
      if (std::atomic_ref(before[u]).fetch_sub(1, std::memory_order_relaxed) == 1) push(u);
    }
  }

  const undirected_view& g_;
  const Law& law_;
  value* const decisions_;
  const loop_options& loops_;
};

// The machine of one process for undirected graphs.
template <template <template <class> class> class Values>
class undirected_process : public process_machine<Values> {
 public:
  using values = typename process_machine<Values>::values;

  undirected_process(const undirected_view& g, const loop_options& loops)
      : process_machine<Values>(g.vertex_count(), loops), g_(g) {}

  // Makes the member an array with the decision about each vertex.
  template <class Law>
  void settle(plain_array<typename Law::value> values::* part, const Law& law) {
    this->begin(part, Law::undecided);
    settling(g_, law, this->own().*part, this->loops()).run();
  }

 private:
  const undirected_view& g_;
};

}  // namespace arcas::inline v0::graph::detail
