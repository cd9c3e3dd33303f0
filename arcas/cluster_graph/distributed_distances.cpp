// SPDX-License-Identifier: Apache-2.0
// Closeness over all ranks: the searches of a single process (distance_counts.h). All ranks
// together search from up to 64 vertices at once. A step pushes one message along each arc that
// leads to the frontier. If these arcs are many, the step pulls instead: each rank gets, once for
// each vertex in its rows, the searches that have reached the vertex, and then reads all its arcs
// (neighbor_values.h). By weights, all ranks find the distances to one vertex after the other.
//
// Memory of a rank: 32 bytes for each of its vertices, and that of neighbor_values for values of 8
// bytes.
#include <arcas/cluster_graph/arc_mail.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/neighbor_values.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/distance_counts.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
using graph::distance_facts;
using graph::detail::most_searches;
using graph::detail::searches;
namespace {

// A rank's data on its vertices, by local number.
struct searches_part {
  std::vector<searches> seen, now, next;
  std::vector<local_vertex> frontier, fresh;
  graph::detail::column_counts counts;
};

struct any_of_neighbors {
  static constexpr searches none = 0;
  static void add(searches& to, searches part) { to |= part; }
  searches operator()(const valued_row<searches>& row) const {
    searches any = 0;
    for (const local_vertex at : row.places) any |= row.values[at];
    return any;
  }
};

// The vertices from which a step goes on, over all ranks.
struct frontier_facts {
  std::uint64_t vertices = 0;
  edge_index edges = 0;                              // number of arcs that lead to these vertices
  std::array<std::uint64_t, most_searches> found{};  // by search: number of vertices

  friend frontier_facts operator+(frontier_facts a, const frontier_facts& b) {
    a.vertices += b.vertices;
    a.edges += b.edges;
    for (std::size_t i = 0; i < most_searches; ++i) a.found[i] += b.found[i];
    return a;
  }
};

struct start_vertices {
  std::array<vertex, most_searches> vertices;
  std::size_t count;
};

// Up to 64 searches at once. One task calls the functions.
class rank_searches {
 public:
  explicit rank_searches(const distributed_graph& g)
      : g_(g),
        part_(cluster::distributed<searches_part>::make()),
        neighbors_(neighbor_values<searches>::make(g, arc_side::out)) {}
  void end() const { end_all(part_, neighbors_); }

  void begin(std::span<const vertex> from) {
    start_vertices start{{}, from.size()};
    std::ranges::copy(from, start.vertices.begin());
    frontier_ = sum_of_ranks([g = g_, part = part_, start] {
      searches_part& own = part.local();
      for (auto* const words : {&own.seen, &own.now, &own.next})
        words->assign(g.local().vertex_count(), 0);
      own.frontier.clear();
      for (std::size_t i = 0; i < start.count; ++i) {
        const vertex v = start.vertices[i];
        if (g.places().home(v) != cluster::self()) continue;
        const local_vertex local = g.places().local(v);
        if (own.now[local] == 0) own.frontier.push_back(local);
        own.now[local] |= searches{1} << i;
        own.seen[local] = own.now[local];
      }
      return facts_of(g, own);
    });
  }

  // See add_up_distances().
  template <class Use>
  bool step(const Use& use) {
    if (frontier_.vertices == 0) return false;
    const bool pulls = graph::detail::is_worth_pulling(frontier_.edges, g_.arc_count());
    if (pulls) {
      neighbors_.pass([part = part_]() -> const auto& { return part.local().now; },
                      [part = part_]() -> auto& { return part.local().next; }, any_of_neighbors{});
    } else {
      push();
    }
    frontier_ = sum_of_ranks([g = g_, part = part_, pulls] {
      searches_part& own = part.local();
      if (pulls) take_found(own);
      for (const local_vertex v : own.frontier) own.now[v] = 0;
      for (const local_vertex v : own.fresh) {
        own.seen[v] |= own.next[v];
        own.counts.add(own.next[v]);
      }
      std::swap(own.now, own.next);
      own.frontier = std::exchange(own.fresh, {});
      return facts_of(g, own);
    });
    for (std::size_t i = 0; i < most_searches; ++i)
      if (frontier_.found[i] != 0) use(i, frontier_.found[i]);
    return true;
  }

 private:
  static frontier_facts facts_of(const distributed_graph& g, searches_part& own) {
    frontier_facts facts;
    facts.vertices = own.frontier.size();
    for (const local_vertex v : own.frontier) facts.edges += g.local().rows(arc_side::in).degree(v);
    own.counts.take([&](std::size_t i, std::uint64_t count) { facts.found[i] = count; });
    return facts;
  }

  void push() const {
    cluster::on_all_ranks([g = g_, part = part_] {
      const std::vector<searches>& now = part.local().now;
      tell_neighbors_of<arc_side::in>(
          g, part.local().frontier, [&now](own_vertex v) { return now[v.local()]; },
          [part](own_vertex u, searches here) {
            searches_part& there = part.local();
            const searches found = here & ~there.seen[u.local()];
            if (found == 0) return;
            searches& next = there.next[u.local()];
            if (next == 0) there.fresh.push_back(u.local());
            next |= found;
          });
    });
  }

  // After a pass: `next` has the searches that reached an out-neighbour in the step before.
  static void take_found(searches_part& own) {
    for (local_vertex v = 0; v < own.next.size(); ++v) {
      own.next[v] &= ~own.seen[v];
      if (own.next[v] != 0) own.fresh.push_back(v);
    }
  }

  distributed_graph g_;
  cluster::distributed<searches_part> part_;
  neighbor_values<searches> neighbors_;
  frontier_facts frontier_;
};

void report(const graph::distances_options& options, std::size_t searched) {
  if (options.observer != nullptr) options.observer->searched(searched);
}

void search_at_once(const distributed_graph& g, std::span<const vertex> vertices,
                    std::span<distance_facts> facts, const graph::distances_options& options) {
  rank_searches ranks(g);
  for (std::size_t first = 0; first < vertices.size(); first += most_searches) {
    const std::size_t count = std::min(most_searches, vertices.size() - first);
    ranks.begin(vertices.subspan(first, count));
    graph::detail::add_up_distances([&](const auto& use) { return ranks.step(use); },
                                    facts.subspan(first, count));
    report(options, count);
  }
  ranks.end();
}

template <class W>
distance_facts facts_by_weights(const distributed_graph& g, vertex v) {
  const auto found = sssp<W>(g, v, {.backwards = true});
  const auto sums = sum_of_ranks([distances = found.distances, v] {
    graph::detail::distance_sums own;
    distances.for_each_local([&](vertex u, auto distance) {
      if (u != v && distance != graph::infinitely_far<decltype(distance)>)
        own.add(static_cast<double>(distance));
    });
    return own;
  });
  return after_end_of(sums.facts(g.vertex_count(), v), found);
}

}  // namespace

std::vector<distance_facts> distances_to(const distributed_graph& g,
                                         std::span<const vertex> vertices,
                                         const graph::distances_options& options) {
  graph::detail::require_sources(g.vertex_count(), vertices);
  std::vector<distance_facts> facts(vertices.size());
  if (vertices.empty()) return facts;
  if (options.weighted && !g.is_weighted()) graph::detail::refuse_distances_by_weights();
  all_or_nothing([&] {
    if (!options.weighted) return search_at_once(g, vertices, facts, options);
    const bool is_real = g.weights() == graph::weight_kind::real;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      facts[i] = is_real ? facts_by_weights<graph::real_weight>(g, vertices[i])
                         : facts_by_weights<graph::weight>(g, vertices[i]);
      report(options, 1);
    }
  });
  return facts;
}

}  // namespace arcas::inline v0::cluster_graph
