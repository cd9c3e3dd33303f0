// SPDX-License-Identifier: Apache-2.0
// One pass over all arcs: for each vertex the values of its neighbours on one side, added up; with weights, each times that of
// its arc. It is the product of an adjacency matrix and a vector, which PageRank and other centralities repeat.
//
//   const auto arriving = neighbor_sums::make(g, arc_side::in, weighted);
//   arriving.pass(values, sums);   as often as needed
//   arriving.end();
//
// values(), sums(): portable; this rank's vector<double>, a number for each of its vertices. sums() is overwritten, and
// must be another one than values(). Each of the three is called by one task, which waits for all ranks.
//
// Method: the home of a vertex adds up its row, in the order of the row. In make() the ranks tell each other which vertices are in their
// rows. In a pass a rank has the values of these in one message from each other rank, each value once, however many arcs
// it is for. The row of a hub is added up in parts, on the ranks that have its arcs, and the home adds these.
// Memory of a rank: 4 bytes for each of its arcs, and 12 for each vertex that is in its rows; during make() 3/16 for each vertex of
// the graph.
#pragma once

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/distributed_graph.h>

#include <cstddef>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

// Called by one task, for a kernel whose weights are strengths, by its name. Throws std::invalid_argument for a graph without
// weights, and for weights that are negative or not finite.
void require_strengths(const distributed_graph& g, const std::string& kernel);

class neighbor_sums {
 public:
  // weighted: of a graph that has weights.
  static neighbor_sums make(const distributed_graph& g, arc_side side, bool weighted);
  void end() const { part_.end(); }

  template <class Values, class Sums>
  void pass(const Values& values, const Sums& sums) const {
    cluster::on_all_ranks([all = *this, values, sums] {
      sums().assign(all.g_.local().vertex_count(), 0);
      all.send(values());
    });
    cluster::on_all_ranks([all = *this, values, sums] {
      all.add_rows(sums());
      const std::vector<vertex>& hubs = all.rows().hubs.hubs;
      for (std::size_t hub = 0; hub < hubs.size(); ++hub) {
        const double here = all.sum_of_hub(hub, values());
        const auto add = [sums, here, to = all.g_.places().local(hubs[hub])] {
          sums()[to] += here;
        };
        cluster::async(all.g_.places().home(hubs[hub]), add);
      }
    });
  }

 private:
  struct part {
    std::vector<std::vector<vertex>>
        wanted;                      // by rank: what it wants the values of, by local numbers
    std::vector<std::size_t> first;  // by rank: where its values begin
    std::vector<double> values;      // in a pass: of the vertices in this rank's rows
    std::vector<vertex> slots;       // of each arc in a row: where its value is
  };

  neighbor_sums(const distributed_graph& g, arc_side side, bool weighted)
      : g_(g), side_(side), weighted_(weighted), part_(cluster::distributed<part>::make()) {}
  const graph_rows& rows() const { return g_.local().rows(side_); }
  void ask() const;
  void send(const std::vector<double>& values) const;
  void add_rows(std::vector<double>& sums) const;
  double sum_of_hub(std::size_t hub, const std::vector<double>& values) const;

  distributed_graph g_;
  arc_side side_;
  bool weighted_;
  cluster::distributed<part> part_;
};

}  // namespace arcas::inline v0::cluster_graph::detail
