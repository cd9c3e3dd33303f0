// SPDX-License-Identifier: Apache-2.0
// A graph of communities (arcas/graph/kernels/community_graph.h) over ranks, with labels of its
// vertices, and the steps of a search on it. Vertices are at homes as in a distributed_graph, but a
// rank may have fewer than others. The whole row of a vertex is at its home, also that of a hub.
// Each function is called by one task, and waits for all ranks.
//
// Each rank also has the labels of the neighbours of its vertices. When a vertex moves, its home
// tells the homes of its neighbours. A label is the number of a vertex; the mass of a community is
// at the home of its label.
//
// Memory of a rank: 4 bytes for each of its edges, with weights 12; 30 bytes for each of its
// vertices, 12 for each vertex of another rank in its rows, and 4 for each pair of a vertex of this
// rank and another rank that has it in its rows. With 64-bit numbers: 8 bytes more for each of its
// vertices, and 12 more for each vertex of another rank.
#pragma once

#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/distributed_graph.h>
#include <arcas/cluster_graph/vertex_places.h>
#include <arcas/graph/kernels/community_graph.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace arcas::inline v0::cluster_graph::detail {

using graph::communities_options;
using graph::detail::community_objective;
using sums_by_vertex = graph::detail::basic_sums_by_vertex<vertex>;

// What is known about a part of a community, at the home of its first vertex.
struct refined_part {
  std::int64_t mass = 0, leaving = 0;  // as in graph::detail::community_part
  std::uint64_t joined = 0;            // number of vertices that have joined the first one

  refined_part& operator+=(const refined_part& other) {
    mass += other.mass;
    leaving += other.leaving;
    joined += other.joined;
    return *this;
  }
};

// The vertices of one rank. `ends` has indices in `labels` and `parts`, whose values are first
// those of this rank's vertices, by local number, and then those of their neighbours on other
// ranks.
struct level_part {
  std::vector<edge_index> offsets{0};
  std::vector<local_vertex> ends;     // no vertex is its own neighbour here
  std::vector<std::int64_t> weights;  // empty: all are 1
  // As in community_graph, by local number.
  std::vector<std::int64_t> inner, mass;
  std::vector<vertex> others;            // numbers of ends on other ranks, by home, ascending
  std::vector<std::size_t> first_other;  // by rank; at the end others.size()
  // By rank: this rank's vertices among the `others` of that rank, in the same order.
  std::vector<std::vector<local_vertex>> wanted =
      std::vector<std::vector<local_vertex>>(cluster::ranks());
  std::vector<vertex> labels, parts;
  std::vector<std::int64_t> masses;        // of communities, by local number of the label
  std::vector<refined_part> facts;         // of parts
  std::vector<std::int64_t> mass_around;   // of the community of a vertex, for refine()
  std::vector<std::uint8_t> waits;         // whether a vertex is to be visited
  std::vector<std::vector<vertex>> inbox;  // changed labels of others (neighbor_news)

  local_vertex size() const { return static_cast<local_vertex>(offsets.size() - 1); }
  edge_index degree(local_vertex v) const { return offsets[v + std::size_t{1}] - offsets[v]; }
  vertex number_of(local_vertex end) const {
    return end < size() ? own_vertex(end).number() : others[end - size()];
  }
  // Calls use(end, weight) for each edge of a vertex of this rank.
  template <class Use>
  [[gnu::always_inline]] void each_neighbor(local_vertex v, const Use& use) const {
    const edge_index first = offsets[v], last = offsets[v + std::size_t{1}];
    if (weights.empty()) {
      for (edge_index e = first; e < last; ++e) use(ends[e], std::int64_t{1});
    } else {
      for (edge_index e = first; e < last; ++e) use(ends[e], weights[e]);
    }
  }
};

struct rank_level {
  cluster::distributed<level_part> parts;
  vertex_places places;
  std::uint64_t numbers = 0;   // vertex_places::dense() of a vertex is below this
  std::uint64_t vertices = 0;  // number on all ranks (without those that rank_factor adds)
  edge_index arcs = 0;         // two for each edge
  bool weighted = false;       // otherwise the weight of each edge is 1

  level_part& local() const { return parts.local(); }
  void end() const { parts.end(); }
};

// The factor by which weights become whole numbers (graph::detail::scale_of).
double scale_of_weights(const distributed_graph& g);
// Makes the first level, without labels, and sets the objective. Throws std::invalid_argument as
// communities() of ranks does.
rank_level first_level(const distributed_graph& g, const communities_options& options,
                       community_objective& objective);
// Tells all ranks the labels that each rank has set for its own vertices.
void announce_labels(const rank_level& level);

// The steps of graph/kernels/community_steps.h.
bool move_vertices(const rank_level& level, const community_objective& objective,
                   std::uint64_t seed, std::size_t enough);
// Sets level_part::parts.
void refine(const rank_level& level, const community_objective& objective, std::uint64_t seed);
void split_unconnected(const rank_level& level);

// Makes the next level. Its vertices are the parts of communities if `refined`, and otherwise the
// communities. `parts` of a vertex becomes the number of the part or community in the next level.
// Returns nothing if the next level would equal this one.
std::optional<rank_level> merged(const rank_level& level, bool refined);

// Copies the level to the calling rank, which continues the search to its end (climbed() of
// graph/kernels/community_steps.h, with one worker), and gives the labels to all ranks.
void finish_on_this_rank(const rank_level& level, const community_objective& objective,
                         const communities_options& options, std::uint64_t seed);

// Called on each rank: tells the homes of the neighbours of some vertices about new values.
class neighbor_news {
 public:
  neighbor_news(const level_part& part, const vertex_places& places)
      : part_(part),
        places_(places),
        of_rank_(places.ranks()),
        teller_(places.ranks(), std::numeric_limits<local_vertex>::max()),
        count_at_(places.ranks()) {}

  // wakes: whether neighbours on other ranks that have another value are to be visited.
  void add(local_vertex v, vertex value, bool wakes);
  void send(const rank_level& level);

 private:
  const level_part& part_;
  const vertex_places& places_;
  // Entries, one behind the other: a vertex, its value, a count, and as many neighbours, by local
  // number.
  std::vector<std::vector<vertex>> of_rank_;
  std::vector<local_vertex> teller_;   // by rank: the last vertex in the list
  std::vector<std::size_t> count_at_;  // by rank: the place of the last count in the list
};
// Called on each rank when the news have arrived.
void take_news(level_part& part, const vertex_places& places,
               std::vector<vertex> level_part::* values);

// Called in long loops.
inline void poll_sometimes(std::size_t i) {
  constexpr std::size_t steps_a_poll = 1024;
  if (i % steps_a_poll == 0) cluster::poll();
}

}  // namespace arcas::inline v0::cluster_graph::detail
