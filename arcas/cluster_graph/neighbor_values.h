// SPDX-License-Identifier: Apache-2.0
// One pass over all arcs: for each vertex, the sum or the minimum of the values of its neighbours
// on one side. It is the product of an adjacency matrix and a vector, which PageRank, other
// centralities and components repeat.
//
//   const auto arriving = neighbor_values<double>::make(g, arc_side::in);
//   arriving.pass(values, results, sum_of_neighbors{weighted});   as often as needed
//   arriving.end();
//
// values() and results() are portable and return a vector<T> of the calling rank, with a value for
// each of its vertices. results() is overwritten, and must differ from values(). make(), pass()
// and end() are each called by one task, which waits for all ranks.
//
// Method: the home of a vertex folds its row, in the order of the row. In make() each rank tells
// the others which vertices are in its rows. In a pass, a rank gets the values of these vertices in
// one message from every other rank; a value is sent to a rank once, regardless of the number of
// arcs. The row of a hub is folded in parts, on the ranks that have its arcs, and the home folds
// the results of the parts. They arrive in any order: if there are hubs, results that depend on the
// order of additions differ between runs. Memory of a rank:
//   - 4 bytes for each of its arcs;
//   - sizeof(T) bytes for each vertex in its rows, and sizeof(T) more during a pass;
//   - 4 bytes for each pair of a vertex of this rank and a rank that has it in its rows, and
//     sizeof(T) more during a pass;
//   - during make(), a set of vertices (placed_vertices.h).
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/graph/row_sums.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// A row to be folded: the value of its i-th end is values[places[i]].
template <class T>
struct valued_row {
  std::span<const local_vertex> places;
  std::span<const arc_weight> weights;  // one for each place; empty if the graph has no weights
  const local_vertex* end;              // of the array that contains `places`
  const T* values;
};

struct sum_of_neighbors {
  bool weighted = false;  // whether each value is multiplied by the weight of its arc
  double unit = 1;        // factor of each weighted value

  static constexpr double none = 0;
  static void add(double& to, double part) { to += part; }
  double operator()(const valued_row<double>& row) const {
    if (!weighted) {
      return graph::detail::sum_over_row(
          row.places, row.end, [values = row.values](local_vertex at) { return values[at]; });
    }
    double sum = 0;
    for (std::size_t i = 0; i < row.places.size(); ++i)
      sum += row.weights[i] * unit * row.values[row.places[i]];
    return sum;
  }
};

struct least_of_neighbors {
  static constexpr vertex none = std::numeric_limits<vertex>::max();
  static void add(vertex& to, vertex part) { to = std::min(to, part); }
  vertex operator()(const valued_row<vertex>& row) const {
    vertex least = none;
    for (const local_vertex at : row.places) least = std::min(least, row.values[at]);
    return least;
  }
};

// The different vertices at the ends of this rank's rows, in the order of their homes, and the
// ranks that have this rank's vertices in their rows. make() and end() are called by one task,
// which waits for all ranks.
class neighbor_places {
 public:
  struct part {
    std::vector<local_vertex> places;  // for each arc in a row, the index of its end
    std::vector<std::size_t> first;    // by rank: the index of the first end whose home it is
    std::size_t ends = 0;              // number of different ends
    // By rank: the local numbers of this rank's vertices that are ends of that rank's rows, in
    // ascending order.
    std::vector<std::vector<local_vertex>> wanted =
        std::vector<std::vector<local_vertex>>(cluster::ranks());
  };

  static neighbor_places make(const distributed_graph& g, arc_side side);
  void end() const { part_.end(); }

  const part& local() const { return part_.local(); }
  // Frees the indices of ends on this rank, which later calls do not read.
  void forget_places() const {
    part_.local().places = std::vector<local_vertex>();  // {} would keep its memory
  }
  const graph_rows& rows() const { return g_.local().rows(side_); }
  const distributed_graph& graph() const { return g_; }

  // Called by every rank, with the values of its vertices. ends() is portable and returns a vector
  // of the calling rank with a value for each end, which is set to the value of that vertex when
  // all ranks have finished.
  template <class T, class Ends>
  void send(const std::vector<T>& values, const Ends& ends) const {
    for_each_rank([&](rank_id r) {
      const std::vector<local_vertex>& wanted = local().wanted[r];
      if (wanted.empty()) return;
      std::vector<T> others;
      T* to = ends().data() + local().first[r];
      if (r != cluster::self()) {
        others.resize(wanted.size());
        to = others.data();
      }
      for (std::size_t i = 0; i < wanted.size(); ++i) to[i] = values[wanted[i]];
      if (r == cluster::self()) return;
      cluster::async(
          r,
          [all = *this, ends, from = cluster::self()](const std::vector<T>& theirs) {
            std::ranges::copy(theirs, ends().data() + all.local().first[from]);
          },
          std::move(others));
    });
  }

  // Calls f for each rank, first for this one. So the ranks do not all send to the same rank at
  // once.
  template <class F>
  static void for_each_rank(const F& f) {
    const rank_id n = cluster::ranks();
    for (rank_id i = 0; i < n; ++i) f((cluster::self() + i) % n);
  }

 private:
  neighbor_places(const distributed_graph& g, arc_side side)
      : g_(g), side_(side), part_(cluster::distributed<part>::make()) {}
  void ask() const;

  distributed_graph g_;
  arc_side side_;
  cluster::distributed<part> part_;
};

template <class T>
class neighbor_values {
 public:
  static neighbor_values make(const distributed_graph& g, arc_side side) {
    const neighbor_values all(neighbor_places::make(g, side));
    cluster::on_all_ranks([all] { all.ends_.local().resize(all.places_.local().ends); });
    return all;
  }
  void end() const {
    places_.end();
    ends_.end();
  }

  template <class Values, class Results, class Fold>
  void pass(const Values& values, const Results& results, const Fold& fold) const {
    cluster::on_all_ranks([all = *this, values, results] {
      results().assign(all.places_.graph().local().vertex_count(), Fold::none);
      all.places_.send(values(), [ends = all.ends_]() -> auto& { return ends.local(); });
    });
    cluster::on_all_ranks([all = *this, values, results, fold] {
      all.fold_rows(results(), fold);
      all.fold_hubs(values(), results, fold);
    });
  }

 private:
  explicit neighbor_values(const neighbor_places& places)
      : places_(places), ends_(cluster::distributed<std::vector<T>>::make()) {}

  // Rows of hubs are empty here.
  template <class Fold>
  void fold_rows(std::vector<T>& results, const Fold& fold) const {
    const std::vector<local_vertex>& places = places_.local().places;
    const std::vector<T>& ends = ends_.local();
    const graph_rows& all = places_.rows();
    constexpr std::size_t rows_a_poll = 4096;
    for (std::size_t row = 0; row < results.size(); ++row) {
      if (row % rows_a_poll == 0) cluster::poll();
      const edge_index first = all.offsets[row], last = all.offsets[row + 1];
      if (first == last) continue;
      results[row] = fold(valued_row<T>{{places.data() + first, places.data() + last},
                                        all.weights_of(row),
                                        places.data() + places.size(),
                                        ends.data()});
    }
  }

  template <class Results, class Fold>
  void fold_hubs(const std::vector<T>& values, const Results& results, const Fold& fold) const {
    const hub_rows& hubs = places_.rows().hubs;
    const vertex_places& homes = places_.graph().places();
    for (std::size_t hub = 0; hub < hubs.hubs.size(); ++hub) {
      const vertex v = hubs.hubs[hub];
      cluster::poll();
      const T here = fold(valued_row<T>{hubs.neighbors(hub), hubs.weights_of(hub),
                                        hubs.targets.data() + hubs.targets.size(), values.data()});
      cluster::async(homes.home(v),
                     [results, here, to = homes.local(v)] { Fold::add(results()[to], here); });
    }
  }

  neighbor_places places_;
  cluster::distributed<std::vector<T>> ends_;  // in a pass: the values of the ends
};

// For kernels whose weights are strengths; `kernel` is the kernel's name. Called by one task.
// Returns the greatest weight. Throws std::invalid_argument for a graph without weights, and for
// weights that are negative, not finite, or all very small.
double require_strengths(const distributed_graph& g, const std::string& kernel);

}  // namespace arcas::inline v0::cluster_graph::detail
