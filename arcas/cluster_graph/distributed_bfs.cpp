// SPDX-License-Identifier: Apache-2.0
// graph/kernels/bfs.cpp shares no code with this file: its workers claim vertices in common memory.
#include <arcas/cluster_graph/arc_mail.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/known_sets.h>
#include <arcas/cluster_graph/vertex_places.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/bfs.h>

#include <algorithm>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// A rank's data of a search.
struct growth_part {
  std::vector<vertex>* parents = nullptr;        // of the result
  std::vector<std::uint32_t>* levels = nullptr;  // of the result
  std::vector<local_vertex> frontier;
  std::vector<local_vertex> next;
  known_set whole_frontier;  // in a bottom-up step
};
using growth = cluster::distributed<growth_part>;

void visit(growth_part& part, local_vertex local, vertex parent, std::uint32_t level) {
  if ((*part.levels)[local] != graph::unreached) return;
  (*part.levels)[local] = level;
  (*part.parents)[local] = parent;
  part.next.push_back(local);
}

growth start(const distributed_graph& g, const distributed_bfs_result& tree,
             std::span<const vertex> sources) {
  const growth state = growth::make();
  cluster::on_all_ranks([state, parents = tree.parents, levels = tree.levels, places = g.places()] {
    growth_part& part = state.local();
    part.parents = &parents.local();
    part.levels = &levels.local();
    part.whole_frontier = known_set(places);
  });
  for (const vertex source : sources) {
    cluster::call(g.places().home(source), [state, source, local = g.places().local(source)] {
      visit(state.local(), local, source, 0);
    });
  }
  return state;
}

// The vertices found in the previous step become the frontier.
void take_frontier(growth_part& part) {
  part.frontier.swap(part.next);
  part.next.clear();
}

// Sends a message to the end of every arc out of this rank's part of the frontier.
void expand(const growth& state, const distributed_graph& g, std::uint32_t level) {
  tell_neighbors_of<arc_side::out>(
      g, state.local().frontier, [](own_vertex u) { return u.number(); },
      [state, level](own_vertex v, vertex parent) {
        visit(state.local(), v.local(), parent, level);
      });
}

// All ranks take their frontiers before any rank sends messages of the next level, since a message
// may arrive at a rank that has not begun to send.
void step_top_down(const growth& state, const distributed_graph& g, std::uint32_t level) {
  cluster::on_all_ranks([state] { take_frontier(state.local()); });
  cluster::on_all_ranks([state, g, level] { expand(state, g, level); });
}

// For each unreached vertex of this rank, searches its in-neighbours for one in the frontier.
void find_parents(growth_part& part, const distributed_graph& g, std::uint32_t level) {
  for (local_vertex local = 0; local < g.local().vertex_count(); ++local) {
    if ((*part.levels)[local] != graph::unreached) continue;
    for (const vertex u : g.local().in_neighbors(local)) {
      if (!part.whole_frontier.contains(u)) continue;
      visit(part, local, u, level);
      break;
    }
  }
}

// For each hub, searches its in-neighbours for one in the frontier. Each rank searches those that
// are its own vertices, since it knows their levels, and sends what it finds to the home of the
// hub. The home ignores the message if the hub has been reached.
void find_parents_of_hubs(const growth& state, const distributed_graph& g, std::uint32_t level) {
  const hub_rows& hubs = g.local().rows(arc_side::in).hubs;
  for (std::size_t hub = 0; hub < hubs.hubs.size(); ++hub) {
    const std::vector<std::uint32_t>& levels = *state.local().levels;
    const auto ends = hubs.neighbors(hub);
    const auto found = std::find_if(ends.begin(), ends.end(),
                                    [&](local_vertex u) { return levels[u] + 1 == level; });
    if (found == ends.end()) continue;
    const vertex v = hubs.hubs[hub];
    cluster::async(g.places().home(v),
                   [state, level, parent = own_vertex(*found).number(), to = g.places().local(v)] {
                     visit(state.local(), to, parent, level);
                   });
  }
}

void step_bottom_up(const growth& state, const distributed_graph& g, std::uint32_t level) {
  cluster::on_all_ranks([state] {
    growth_part& part = state.local();
    take_frontier(part);
    vertex_bits own(part.levels->size());
    for (const local_vertex local : part.frontier) own.insert(local);
    known_set::send([state] { return std::array{&state.local().whole_frontier}; }, own);
  });
  cluster::on_all_ranks([state, g, level] {
    find_parents(state.local(), g, level);
    find_parents_of_hubs(state, g, level);
  });
}

// Sums over the vertices found in the last step.
struct frontier_sums {
  std::uint64_t vertices = 0;
  edge_index arcs = 0;
  friend frontier_sums operator+(const frontier_sums& a, const frontier_sums& b) {
    return {a.vertices + b.vertices, a.arcs + b.arcs};
  }
};

frontier_sums sums_of(const growth& state, const distributed_graph& g) {
  return sum_of_ranks([state, g] {
    frontier_sums own;
    own.vertices = state.local().next.size();
    for (const local_vertex local : state.local().next) own.arcs += g.local().out_degree(local);
    return own;
  });
}

// Chooses the direction of the next step.
class direction {
 public:
  direction(const distributed_graph& g, graph::bfs_direction wanted)
      : wanted_(wanted), vertices_(g.vertex_count()), unexplored_(g.arc_count()) {}

  bool bottom_up(const frontier_sums& frontier) {
    constexpr unsigned alpha = 15, beta = 18;
    unexplored_ -= frontier.arcs;
    if (wanted_ != graph::bfs_direction::automatic)
      return wanted_ == graph::bfs_direction::bottom_up;
    if (bottom_up_) {
      bottom_up_ = frontier.vertices >= vertices_ / beta;
    } else {
      bottom_up_ = frontier.arcs > unexplored_ / alpha;
    }
    return bottom_up_;
  }

 private:
  const graph::bfs_direction wanted_;
  const std::uint64_t vertices_;
  edge_index unexplored_;
  bool bottom_up_ = false;
};

}  // namespace

distributed_bfs_result bfs(const distributed_graph& g, std::span<const vertex> sources,
                           const graph::bfs_options& options) {
  graph::detail::require_sources(g.vertex_count(), sources);
  return all_or_nothing([&] {
    distributed_bfs_result tree;
    tree.parents = {g, [g] { return std::vector(g.local().vertex_count(), no_vertex); }};
    tree.levels = {g, [g] { return std::vector(g.local().vertex_count(), graph::unreached); }};
    const growth state = start(g, tree, sources);
    direction way(g, options.direction);
    std::uint32_t level = 0;
    for (frontier_sums found = sums_of(state, g); found.vertices != 0; found = sums_of(state, g)) {
      tree.reached += found.vertices;
      tree.depth = level++;
      if (way.bottom_up(found)) {
        step_bottom_up(state, g, level);
        ++tree.bottom_up_levels;
      } else {
        step_top_down(state, g, level);
      }
    }
    return after_end_of(tree, state);
  });
}

}  // namespace arcas::inline v0::cluster_graph
