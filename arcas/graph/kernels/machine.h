// SPDX-License-Identifier: Apache-2.0
// The operations on which algorithms of graphs are written, once for one process and for ranks. An
// algorithm is a template on its machine. The members of a machine:
//
//   values               the class of the values of vertices: arrays with a value for each vertex;
//                        in one process for all vertices, on a rank for the rank's own
//   size()               the number of all vertices
//   vertex, no_vertex    the type of the numbers of vertices, and its value that is not a vertex
//   number(i)            the number of the vertex with place i (a static member)
//   begin(part, x)       makes the member of `values` that `part` points to an array with x for
//                        each vertex
//   apply(f)             calls f(values, i) for each vertex; i is its place in the arrays
//   sum<T>(f)            calls f(values, i) for each vertex; returns the sum of T{} and all results
//   at(part, v)          the value of the vertex with number v
//
// and of some machines:
//
//   arriving, leaving    sums over the neighbours of each vertex: power_iteration.h
//   settle(part, law)    decisions that follow from those of neighbours: settling.h
//   pull, keep           rounds over fewer and fewer vertices: pulling.h
//
// `part` is a pointer to a member of `values`. Functions are copied to other ranks: they capture
// values only, no references and not `this`. They are called for the vertices in any order,
// possibly for several at the same time; an f of apply() or sum() reads and writes only values of
// its vertex. An operation returns when all vertices and ranks have finished it, and later
// operations see its writes. Sums of real numbers are the same for any number of workers; on
// several ranks they differ by rounding.
//
// process_machine is the machine of one process, cluster_graph/rank_machine.h that of ranks. Cost
// of begin(), apply() and sum(): in one process a loop over the vertices; on ranks a round over all
// ranks, and each rank's loop over its vertices.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/ordered_sums.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>

#include <cstddef>
#include <type_traits>

namespace arcas::inline v0::graph::detail {

// sum<greatest>(f) returns the greatest of 0 and all results.
struct greatest {
  double value = 0;
  friend greatest operator+(greatest a, greatest b) {
    return {a.value < b.value ? b.value : a.value};
  }
};

template <class T>
using process_array = plain_array<T>;

// Values<Array> has members of types Array<T>.
template <template <template <class> class> class Values>
class process_machine {
 public:
  using values = Values<process_array>;
  using vertex = graph::vertex;
  static constexpr vertex no_vertex = graph::no_vertex;

  // vertices: the number of vertices. `loops` must live as long as the machine.
  process_machine(std::size_t vertices, const loop_options& loops)
      : vertices_(vertices), loops_(loops) {}

  std::size_t size() const { return vertices_; }
  static vertex number(std::size_t i) { return static_cast<vertex>(i); }
  template <class T>
  T at(plain_array<T> values::* part, vertex v) const {
    return (own_.*part)[v];
  }
  template <class T>
  void begin(plain_array<T> values::* part, std::type_identity_t<T> x = {}) {
    if ((own_.*part).size() != size()) own_.*part = plain_array<T>(size());
    apply([part, x](values& v, std::size_t i) { (v.*part)[i] = x; });
  }
  template <class F>
  void apply(const F& f) {
    whole_for(size(), loops_, [&](std::size_t i) { f(own_, i); });
  }
  template <class T, class F>
  T sum(const F& f) {
    return ordered_sum<T>(size(), loops_, [f, v = &own_](std::size_t i) { return f(*v, i); });
  }
  values& own() { return own_; }

 protected:
  const loop_options& loops() const { return loops_; }

 private:
  std::size_t vertices_;
  const loop_options& loops_;
  values own_;
};

}  // namespace arcas::inline v0::graph::detail
