// SPDX-License-Identifier: Apache-2.0
// The machine of one process for algorithms in rounds over fewer and fewer vertices: the selected
// ones. Members, besides those of machine.h; cluster_graph/rank_pulling.h has them, too:
//
//   select_all()         selects all vertices
//   pull(from, to, fold) sets `to` of each selected vertex v to the first of its neighbours that
//                        are not out, in the order of the fold; no_vertex if all are out. A
//                        neighbour u is out if Fold::is_out(from[u]), and then stays so. So v keeps
//                        what an earlier pull() has found while that neighbour is not out.
//                        Otherwise this makes a Fold::state s, calls fold.take(s, v, u, weight) for
//                        each neighbour u that is not out, and takes fold.result(s). The weight is
//                        1 in a graph without weights. fold.merge(s, t) combines the states of two
//                        parts of a row. The result does not depend on the order of the calls.
//   keep(of, f)          calls f(values, i, v, x) for each selected vertex v, with place i. x is
//                        of[of[v]], or no_vertex if of[v] is no_vertex. f writes only values of v,
//                        and not `of`. The vertices for which f returns true remain selected;
//                        returns their number
//
// A fold and its state are copied byte for byte to other ranks.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/graph_view.h>
#include <arcas/graph/kernels/machine.h>
#include <arcas/graph/kernels/vertex_queue.h>

#include <cstddef>
#include <utility>

namespace arcas::inline v0::graph::detail {

// Calls use(neighbour, weight) for each edge of v; the weight is 1 in a graph without weights.
// Inlined, so that what `use` writes may stay in registers.
template <class Use>
[[gnu::always_inline]] inline void for_each_edge(const row_view& rows, vertex v, const Use& use) {
  for (const vertex u : rows.neighbors(v)) use(u, 1);
}
template <class W, class Use>
[[gnu::always_inline]] inline void for_each_edge(const basic_adjacency<W>& rows, vertex v,
                                                 const Use& use) {
  for (const auto [u, w] : rows.edges(v)) use(u, w);
}

// Rows: row_view, or basic_adjacency<W> for a graph with weights.
template <template <template <class> class> class Values, class Rows>
class pulling_process : public process_machine<Values> {
 public:
  using values = typename process_machine<Values>::values;

  pulling_process(const Rows& rows, const loop_options& loops)
      : process_machine<Values>(rows.vertex_count(), loops),
        rows_(rows),
        selected_(rows.vertex_count()),
        kept_(rows.vertex_count()) {}

  void select_all() {
    selected_.clear();
    for (std::size_t v = 0; v < this->size(); ++v) selected_.push(static_cast<vertex>(v));
  }
  template <class X, class Fold>
  void pull(plain_array<X> values::* from, plain_array<vertex> values::* to, const Fold& fold) {
    const auto pull_one = [this, fold, x = (this->own().*from).data(),
                           y = (this->own().*to).data()](std::size_t i) {
      // Copies in local variables: captured variables would be read again after each access to a
      // value.
      const Fold own = fold;
      const X* const values_of = x;
      const vertex v = selected_[i];
      if (y[v] != no_vertex && !Fold::is_out(values_of[y[v]])) return;
      typename Fold::state state;
      for_each_edge(rows_, v, [&](vertex u, auto weight) __attribute__((always_inline)) {
        if (!Fold::is_out(values_of[u])) own.take(state, v, u, weight);
      });
      y[v] = own.result(state);
    };
    whole_for(selected_.size(), this->loops(), pull_one);
  }
  template <class F>
  std::size_t keep(plain_array<vertex> values::* of, const F& f) {
    kept_.clear();
    append_each(
        kept_, selected_.size(), this->loops(),
        [&, all = &this->own(), x = (this->own().*of).data()](const auto& push, std::size_t i) {
          const vertex v = selected_[i];
          if (f(*all, v, v, x[v] == no_vertex ? no_vertex : x[x[v]])) push(v);
        });
    std::swap(selected_, kept_);
    return selected_.size();
  }

 private:
  const Rows& rows_;
  vertex_queue selected_, kept_;
};

}  // namespace arcas::inline v0::graph::detail
