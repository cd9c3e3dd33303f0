// SPDX-License-Identifier: Apache-2.0
// The home of each vertex, and its local number there. Vertices are assigned to ranks in turn.
#pragma once

#include <arcas/cluster/heap/global_heap.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/graph/csr.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using cluster::rank_id;
using graph::vertex;

class vertex_places {
 public:
  explicit vertex_places(rank_id ranks = 1) : ranks_(ranks) {}
  rank_id home(vertex v) const { return v - local(v) * ranks_.divisor(); }
  vertex local(vertex v) const { return static_cast<vertex>(ranks_.quotient(v)); }
  vertex global(rank_id rank, vertex local) const { return local * ranks_.divisor() + rank; }
  rank_id ranks() const { return ranks_.divisor(); }
  // Number of vertices on a rank, for a graph of n vertices.
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
  vertex local() const { return local_; }  // the number on this rank
  // The number in the whole graph.
  vertex number() const { return local_ * cluster::ranks() + cluster::self(); }

 private:
  vertex local_;
};

namespace detail {
// A set of vertices of one rank, by local number, in the form in which it is sent to other ranks.
class vertex_bits {
 public:
  explicit vertex_bits(std::size_t vertices) : words_(vertices / 64 + 1) {}
  explicit vertex_bits(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  void insert(vertex local) { words_[local / 64] |= std::uint64_t{1} << local % 64; }
  bool contains(vertex local) const { return (words_[local / 64] >> local % 64 & 1) != 0; }
  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};
}  // namespace detail

}  // namespace arcas::inline v0::cluster_graph
