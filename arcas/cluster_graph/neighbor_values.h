// SPDX-License-Identifier: Apache-2.0
// One pass over all arcs: for each vertex the values of its neighbours on one side, folded: added up, or the least. It is the product of
// an adjacency matrix and a vector, which PageRank, other centralities and components repeat.
//
//   const auto arriving = neighbor_values<double>::make(g, arc_side::in);
//   arriving.pass(values, results, sum_of_neighbors{weighted});   as often as needed
//   arriving.end();
//
// values(), results(): portable; this rank's vector<T>, a value for each of its vertices. results() is overwritten, and must be
// another one than values(). Each of the three is called by one task, which waits for all ranks.
//
// Method: the home of a vertex folds its row, in the order of the row. In make() the ranks tell each other which vertices are in their
// rows. In a pass a rank has the values of these in one message from each other rank, each value once, however many arcs
// it is for. The row of a hub is folded in parts, on the ranks that have its arcs, and the home folds these.
// Memory of a rank: 4 bytes for each of its arcs, and sizeof(T) + 4 for each vertex that is in its rows; during make() 3/16 for
// each vertex of the graph; during a pass sizeof(T) more for what it sends.
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

// A row as a fold has it: `places` of the values of its ends.
template <class T>
struct valued_row {
  std::span<const vertex> places;
  std::span<const arc_weight> weights;  // one for each place; none where the graph has none
  const vertex* end;                    // of the array that places are in
  const T* values;
};

struct sum_of_neighbors {
  bool weighted = false;  // each value times the weight of its arc, in a graph with weights

  static constexpr double none = 0;
  static void add(double& to, double part) { to += part; }
  double operator()(const valued_row<double>& row) const {
    if (!weighted) {
      return graph::detail::sum_over_row(row.places, row.end,
                                         [values = row.values](vertex at) { return values[at]; });
    }
    double sum = 0;
    for (std::size_t i = 0; i < row.places.size(); ++i)
      sum += row.weights[i] * row.values[row.places[i]];
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

// The vertices in this rank's rows, in an order by their homes.
struct row_ends {
  std::vector<vertex> places;                // for each arc: which of them its end is
  std::vector<std::vector<vertex>> of_rank;  // by local numbers
};
row_ends ends_of_rows(const distributed_graph& g, arc_side side);

template <class T>
class neighbor_values {
 public:
  static neighbor_values make(const distributed_graph& g, arc_side side) {
    const neighbor_values all(g, side);
    cluster::on_all_ranks([all] { all.part_.local().wanted.resize(cluster::ranks()); });
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
    std::vector<std::vector<vertex>>
        wanted;                      // by rank: what it wants the values of, by local numbers
    std::vector<std::size_t> first;  // by rank: where its values begin
    std::vector<T> values;           // in a pass: of the vertices in this rank's rows
    std::vector<vertex> places;      // for each arc in a row: where its value is
  };

  neighbor_values(const distributed_graph& g, arc_side side)
      : g_(g), side_(side), part_(cluster::distributed<part>::make()) {}
  const graph_rows& rows() const { return g_.local().rows(side_); }

  void ask() const {
    part& own = part_.local();
    row_ends ends = ends_of_rows(g_, side_);
    own.places = std::move(ends.places);
    std::size_t count = 0;
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      own.first.push_back(count);
      count += ends.of_rank[r].size();
      cluster::async(
          r,
          [all = *this, from = cluster::self()](std::vector<vertex>& locals) {
            all.part_.local().wanted[from] = std::move(locals);
          },
          std::move(ends.of_rank[r]));
    }
    own.values.resize(count);
  }

  void send(const std::vector<T>& values) const {
    for (rank_id r = 0; r < cluster::ranks(); ++r) {
      const std::vector<vertex>& wanted = part_.local().wanted[r];
      if (wanted.empty()) continue;
      std::vector<T> theirs;
      theirs.reserve(wanted.size());
      for (const vertex local : wanted) theirs.push_back(values[local]);
      cluster::async(
          r,
          [all = *this, from = cluster::self()](const std::vector<T>& some) {
            part& there = all.part_.local();
            std::ranges::copy(some, there.values.data() + there.first[from]);
          },
          std::move(theirs));
    }
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

// Called by one task, for a kernel whose weights are strengths, by its name. Throws std::invalid_argument for a graph without
// weights, and for weights that are negative or not finite.
void require_strengths(const distributed_graph& g, const std::string& kernel);

}  // namespace arcas::inline v0::cluster_graph::detail
