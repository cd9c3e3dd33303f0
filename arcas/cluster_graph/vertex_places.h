// SPDX-License-Identifier: Apache-2.0
// Which rank is home of a vertex, and which of its vertices is it there? Dealt out in turn.
#pragma once

#include <arcas/cluster/heap/global_address.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/graph/csr.h>

#include <cstdint>

namespace arcas::cluster_graph {

using cluster::rank_id;
using graph::vertex;

// Which rank has which vertex.
class vertex_places {
 public:
  explicit vertex_places(rank_id ranks = 1) : ranks_(ranks) {}
  rank_id home(vertex v) const { return v - local(v) * ranks_.divisor(); }
  vertex local(vertex v) const { return static_cast<vertex>(ranks_.quotient(v)); }
  vertex global(rank_id rank, vertex local) const { return local * ranks_.divisor() + rank; }
  rank_id ranks() const { return ranks_.divisor(); }
  // Of n vertices.
  vertex count_on(rank_id rank, std::uint64_t n) const {
    const std::uint64_t ranks = ranks_.divisor();
    return static_cast<vertex>((n + ranks - 1 - rank) / ranks);
  }

 private:
  cluster::detail::divider ranks_;
};

// A vertex on its home.
class own_vertex {
 public:
  explicit own_vertex(vertex local) : local_(local) {}
  // Among those of this rank, and in the whole graph.
  vertex local() const { return local_; }
  vertex number() const { return local_ * cluster::ranks() + cluster::self(); }

 private:
  vertex local_;
};

}  // namespace arcas::cluster_graph
