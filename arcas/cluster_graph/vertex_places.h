// SPDX-License-Identifier: Apache-2.0
// The home of each vertex, and its local number there. Vertices are assigned to ranks in turn.
#pragma once

#include <arcas/cluster/heap/global_heap.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/graph/csr.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using cluster::rank_id;
// The number of a vertex in the whole graph. The library is compiled without ARCAS_WIDE_VERTICES.
// With this macro, a graph may have more than 2^32 vertices
// (docs/decisions/0059-two-widths-of-vertex-numbers.md).
#ifdef ARCAS_WIDE_VERTICES
using vertex = std::uint64_t;
inline constexpr vertex no_vertex = std::numeric_limits<vertex>::max();
// For tests of numbers beyond 2^32 in little memory, which set it before a cluster starts. Vertices
// are assigned to rank_factor times as many ranks as there are, and their number must be a multiple
// of that number of ranks. The vertices of the ranks that do not exist are isolated, and stored
// nowhere: nothing may ask for their values.
inline rank_id rank_factor = 1;
#else
using graph::no_vertex;
using graph::vertex;
inline constexpr rank_id rank_factor = 1;
#endif
// The number of a vertex on its home, or the index of something else that a rank has for vertices.
using local_vertex = std::uint32_t;

// The maximum number of vertices of a graph over this number of ranks. A rank has at most 2^32 - 1;
// with 32-bit numbers, that is also the maximum of the whole graph.
inline std::uint64_t most_vertices(rank_id ranks) {
  return sizeof(vertex) > sizeof(graph::vertex)
             ? std::uint64_t{ranks} * rank_factor * graph::most_vertices
             : graph::most_vertices;
}

class vertex_places {
 public:
  explicit vertex_places(rank_id ranks = 1) : ranks_(ranks * rank_factor) {}
  rank_id home(vertex v) const {
    return static_cast<rank_id>(v - vertex{local(v)} * ranks_.divisor());
  }
  local_vertex local(vertex v) const { return static_cast<local_vertex>(ranks_.quotient(v)); }
  vertex global(rank_id rank, local_vertex local) const {
    return vertex{local} * ranks_.divisor() + rank;
  }
  rank_id ranks() const { return ranks_.divisor() / rank_factor; }
  // The number of a vertex among those of the ranks that exist, and the vertex with such a number.
  std::uint64_t dense(vertex v) const {
    return rank_factor == 1 ? v : std::uint64_t{local(v)} * ranks() + home(v);
  }
  vertex of_dense(std::uint64_t v) const {
    if (rank_factor == 1) return static_cast<vertex>(v);
    return global(static_cast<rank_id>(v % ranks()), static_cast<local_vertex>(v / ranks()));
  }
  // Number of vertices on a rank, for a graph of n vertices.
  local_vertex count_on(rank_id rank, std::uint64_t n) const {
    const std::uint64_t ranks = ranks_.divisor();
    return static_cast<local_vertex>((n + ranks - 1 - rank) / ranks);
  }

 private:
  cluster::detail::divider ranks_;
};

// A vertex on its home.
class own_vertex {
 public:
  explicit own_vertex(local_vertex local) : local_(local) {}
  local_vertex local() const { return local_; }  // the number on this rank
  // The number in the whole graph.
  vertex number() const {
    return vertex{local_} * cluster::ranks() * rank_factor + cluster::self();
  }

 private:
  local_vertex local_;
};

namespace detail {
// The error message for a graph with more vertices than most_vertices().
std::string too_many_vertices(std::uint64_t vertices);

// A set of vertices of one rank, by local number, in the form in which it is sent to other ranks.
class vertex_bits {
 public:
  explicit vertex_bits(std::size_t vertices) : words_(vertices / 64 + 1) {}
  explicit vertex_bits(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  void insert(local_vertex local) { words_[local / 64] |= std::uint64_t{1} << local % 64; }
  bool contains(local_vertex local) const { return (words_[local / 64] >> local % 64 & 1) != 0; }
  const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};
}  // namespace detail

}  // namespace arcas::inline v0::cluster_graph
