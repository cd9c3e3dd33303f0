// SPDX-License-Identifier: Apache-2.0
// The machine of ranks for algorithms of arcas/graph/kernels/machine.h. Each rank has the values of
// its own vertices, by local number. One task calls the operations; each waits for all ranks.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

template <class T>
using rank_array = std::vector<T>;

template <template <template <class> class> class Values>
class rank_machine {
 public:
  using values = Values<rank_array>;
  using vertex = cluster_graph::vertex;
  static constexpr vertex no_vertex = cluster_graph::no_vertex;

  explicit rank_machine(const distributed_graph& g)
      : g_(g), own_(cluster::distributed<values>::make()) {}
  void end() const { own_.end(); }

  std::size_t size() const { return g_.vertex_count(); }
  static vertex number(std::size_t i) { return own_vertex(static_cast<local_vertex>(i)).number(); }
  template <class T>
  T at(std::vector<T> values::* part, vertex v) const {
    return cluster::call(g_.places().home(v), [own = own_, part, i = g_.places().local(v)]() -> T {
      return (own.local().*part)[i];
    });
  }
  template <class T>
  void begin(std::vector<T> values::* part, std::type_identity_t<T> x = {}) {
    cluster::on_all_ranks(
        [g = g_, own = own_, part, x] { (own.local().*part).assign(g.local().vertex_count(), x); });
  }
  template <class F>
  void apply(const F& f) {
    cluster::on_all_ranks([g = g_, own = own_, f] {
      values& mine = own.local();
      for (local_vertex i = 0, n = g.local().vertex_count(); i < n; ++i) f(mine, i);
    });
  }
  template <class T, class F>
  T sum(const F& f) {
    return sum_of_ranks([g = g_, own = own_, f] {
      values& mine = own.local();
      T total{};
      for (local_vertex i = 0, n = g.local().vertex_count(); i < n; ++i) total = total + f(mine, i);
      return total;
    });
  }
  // Moves an array into a result.
  template <class T>
  vertex_values<T> taken(std::vector<T> values::* part) const {
    return {g_, [own = own_, part] { return std::move(own.local().*part); }};
  }

 protected:
  const distributed_graph& graph() const { return g_; }
  const cluster::distributed<values>& own() const { return own_; }

 private:
  distributed_graph g_;
  cluster::distributed<values> own_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
