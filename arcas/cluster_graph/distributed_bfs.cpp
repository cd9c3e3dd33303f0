// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/forall.h>
#include <arcas/cluster_graph/distributed_bfs.h>
#include <arcas/cluster_graph/gather.h>
#include <arcas/graph/kernels/bfs.h>

#include <functional>
#include <stdexcept>
#include <string>

namespace arcas::cluster_graph {
namespace {

// What a rank knows of its vertices, by their local numbers.
struct search_part {
  std::vector<vertex> parents;
  std::vector<std::uint32_t> levels;
  std::vector<vertex> frontier;
  std::vector<vertex> next;
};
using search = cluster::distributed<search_part>;

void visit(search_part& part, vertex local, vertex parent, std::uint32_t level) {
  if (part.levels[local] != graph::unreached) return;
  part.levels[local] = level;
  part.parents[local] = parent;
  part.next.push_back(local);
}

search start(const distributed_graph& g, vertex source) {
  const search state = search::make();
  cluster::on_all_ranks([state, g] {
    state.local().parents.assign(g.local().vertex_count(), graph::no_vertex);
    state.local().levels.assign(g.local().vertex_count(), graph::unreached);
  });
  cluster::call(g.places().home(source), [state, source, local = g.places().local(source)] {
    visit(state.local(), local, source, 0);
  });
  return state;
}

// Tells the ends of all arcs out of this rank's part of the frontier.
void expand(const search& state, const distributed_graph& g, std::uint32_t level) {
  cluster::async_local_forall(0, state.local().frontier.size(), [state, g, level](std::uint64_t i) {
    const vertex local = state.local().frontier[i];
    const vertex parent = g.places().global(cluster::self(), local);
    for (const vertex v : g.local().out_neighbors(local)) {
      cluster::async(g.places().home(v), [state, to = g.places().local(v), parent, level] {
        visit(state.local(), to, parent, level);
      });
    }
  });
}

// The frontiers are taken everywhere before anyone tells of the next level, which another rank may
// hear of before it begins with its own part.
void advance(const search& state, const distributed_graph& g, std::uint32_t level) {
  cluster::on_all_ranks([state] {
    state.local().frontier.swap(state.local().next);
    state.local().next.clear();
  });
  cluster::on_all_ranks([state, g, level] { expand(state, g, level); });
}

}  // namespace

distributed_bfs_result bfs(const distributed_graph& g, vertex source) {
  if (source >= g.vertex_count()) {
    throw std::invalid_argument("vertex " + std::to_string(source) +
                                " is no source of a search over " +
                                std::to_string(g.vertex_count()) + " vertices");
  }
  const search state = start(g, source);
  distributed_bfs_result result;
  const auto found = [state] { return std::uint64_t{state.local().next.size()}; };
  std::uint64_t count = 1;
  for (std::uint32_t level = 1; count != 0; ++level) {
    result.reached += count;
    result.depth = level - 1;
    advance(state, g, level);
    count = cluster::fold_ranks(std::uint64_t{0}, std::plus<>{}, found);
  }
  result.parents = gather_vertices<vertex>(g, [state] { return state.local().parents; });
  result.levels = gather_vertices<std::uint32_t>(g, [state] { return state.local().levels; });
  state.end();
  return result;
}

}  // namespace arcas::cluster_graph
