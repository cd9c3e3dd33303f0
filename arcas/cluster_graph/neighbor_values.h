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
// one message from each other rank; a value is sent to a rank once, regardless of the number of
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
  std::span<const vertex> places;
  std::span<const arc_weight> weights;  // one for each place; empty if the graph has no weights
  const vertex* end;                    // of the array that contains `places`
  const T* values;
};

struct sum_of_neighbors {
  bool weighted = false;  // whether each value is multiplied by the weight of its arc
  double unit = 1;        // factor of each weighted value

  static constexpr double none = 0;
  static void add(double& to, double part) { to += part; }
  double operator()(const valued_row<double>& row) const {
    if (!weighted) {
      return graph::detail::sum_over_row(row.places, row.end,
                                         [values = row.values](vertex at) { return values[at]; });
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
    for (const vertex at : row.places) least = std::min(least, row.values[at]);
    return least;
  }
};

// The different vertices in this rank's rows, in the order of their homes.
struct row_ends {
  std::vector<vertex> places;                // for each arc, the index of its end among them
  std::vector<std::vector<vertex>> of_rank;  // the vertices of each rank, by local number
};
row_ends ends_of_rows(const distributed_graph& g, arc_side side);

template <class T>
class neighbor_values {
 public:
  static neighbor_values make(const distributed_graph& g, arc_side side) {
    const neighbor_values all(g, side);
    cluster::on_all_ranks([all] { all.ask(); });
    return all;
  }
  void end() const { part_.end(); }

  template <class Values, class Results, class Fold>
  void pass(const Values& values, const Results& results, const Fold& fold) const {
    cluster::on_all_ranks([all = *this, values, results] {
      results().assign(all.g_.local().vertex_count(), Fold::none);
      all.send(values());
    });
    cluster::on_all_ranks([all = *this, values, results, fold] {
      all.fold_rows(results(), fold);
      all.fold_hubs(values(), results, fold);
    });
  }

 private:
  struct part {
    // By rank: the local numbers of this rank's vertices whose values that rank needs.
    std::vector<std::vector<vertex>> wanted = std::vector<std::vector<vertex>>(cluster::ranks());
    // By rank: the index in `values` of the first value of that rank's vertices.
    std::vector<std::size_t> first;
    std::vector<T> values;       // during a pass: of the vertices in this rank's rows
    std::vector<vertex> places;  // for each arc in a row, the index of its value
  };

  neighbor_values(const distributed_graph& g, arc_side side)
      : g_(g), side_(side), part_(cluster::distributed<part>::make()) {}
  const graph_rows& rows() const { return g_.local().rows(side_); }

  void ask() const {
    part& own = part_.local();
    row_ends ends = ends_of_rows(g_, side_);
    own.places = std::move(ends.places);
    std::size_t count = 0;
    for (const std::vector<vertex>& locals : ends.of_rank) {
      own.first.push_back(count);
      count += locals.size();
    }
    own.values.resize(count);
    for_each_rank([&](rank_id r) {
      if (ends.of_rank[r].empty()) return;
      cluster::async(
          r,
          [all = *this, from = cluster::self()](std::vector<vertex>& locals) {
            all.part_.local().wanted[from] = std::move(locals);
          },
          std::move(ends.of_rank[r]));
    });
  }

  void send(const std::vector<T>& values) const {
    for_each_rank([&](rank_id r) {
      part& own = part_.local();
      const std::vector<vertex>& wanted = own.wanted[r];
      if (wanted.empty()) return;
      std::vector<T> others;
      T* to = own.values.data() + own.first[r];
      if (r != cluster::self()) {
        others.resize(wanted.size());
        to = others.data();
      }
      for (std::size_t i = 0; i < wanted.size(); ++i) to[i] = values[wanted[i]];
      if (r == cluster::self()) return;
      cluster::async(
          r,
          [all = *this, from = cluster::self()](const std::vector<T>& theirs) {
            part& there = all.part_.local();
            std::ranges::copy(theirs, there.values.data() + there.first[from]);
          },
          std::move(others));
    });
  }

  // Starts with this rank, so that not all ranks send to the same one at a time.
  template <class F>
  static void for_each_rank(const F& f) {
    const rank_id n = cluster::ranks();
    for (rank_id i = 0; i < n; ++i) f((cluster::self() + i) % n);
  }

  // Rows of hubs are empty here.
  template <class Fold>
  void fold_rows(std::vector<T>& results, const Fold& fold) const {
    const part& own = part_.local();
    const graph_rows& all = rows();
    const vertex* const places = own.places.data();
    constexpr std::size_t rows_a_poll = 4096;
    for (std::size_t row = 0; row < results.size(); ++row) {
      if (row % rows_a_poll == 0) cluster::poll();
      const edge_index first = all.offsets[row], last = all.offsets[row + 1];
      if (first == last) continue;
      results[row] = fold(valued_row<T>{{places + first, places + last},
                                        all.weights_of(row),
                                        places + own.places.size(),
                                        own.values.data()});
    }
  }

  template <class Results, class Fold>
  void fold_hubs(const std::vector<T>& values, const Results& results, const Fold& fold) const {
    const hub_rows& hubs = rows().hubs;
    for (std::size_t hub = 0; hub < hubs.hubs.size(); ++hub) {
      const vertex v = hubs.hubs[hub];
      cluster::poll();
      const T here = fold(valued_row<T>{hubs.neighbors(hub), hubs.weights_of(hub),
                                        hubs.targets.data() + hubs.targets.size(), values.data()});
      cluster::async(g_.places().home(v), [results, here, to = g_.places().local(v)] {
        Fold::add(results()[to], here);
      });
    }
  }

  distributed_graph g_;
  arc_side side_;
  cluster::distributed<part> part_;
};

// For kernels whose weights are strengths; `kernel` is the kernel's name. Called by one task.
// Returns the greatest weight. Throws std::invalid_argument for a graph without weights, and for
// weights that are negative, not finite, or all very small.
double require_strengths(const distributed_graph& g, const std::string& kernel);

}  // namespace arcas::inline v0::cluster_graph::detail
