// SPDX-License-Identifier: Apache-2.0
#include "tree_rules.h"

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster_graph/vertex_places.h>
#include <arcas/cluster_graph/vertex_values.h>
#include <arcas/graph/kernels/bfs.h>

#include <functional>
#include <tuple>

namespace bench {
namespace {

using namespace arcas::cluster_graph;
using namespace arcas::cluster_graph::detail;
namespace cluster = arcas::cluster;
namespace graph = arcas::graph;
using graph::vertex;

using graph::no_vertex;
using graph::unreached;

// The number of the rule that a vertex or an edge breaks; 0 if none. a and b are a vertex and its
// parent (rules 1, 2 and 5) or the ends of an edge (rules 3 and 4).
struct broken_rule {
  unsigned rule = 0;
  vertex a = 0;
  vertex b = 0;
};

// The one with the lower number, which is reported.
broken_rule lower(const broken_rule& x, const broken_rule& y) {
  if (x.rule == 0 || y.rule == 0) return x.rule == 0 ? y : x;
  return std::tie(x.rule, x.a, x.b) < std::tie(y.rule, y.a, y.b) ? x : y;
}

// The whole tree, of which each rank has a copy, and the results of this rank.
struct checking_part {
  std::vector<vertex> parents;
  std::vector<std::uint32_t> levels;
  vertex_bits joined{0};  // own vertices that some edge joins to their parent
  std::uint64_t edges_inside = 0;
  broken_rule broken;

  void breaks(unsigned rule, vertex a, vertex b) { broken = lower(broken, {rule, a, b}); }
};
using checking = cluster::distributed<checking_part>;

void take_tree(checking_part& part, rank_id from, const std::vector<vertex>& parents,
               const std::vector<std::uint32_t>& levels) {
  const vertex_places places(cluster::ranks());
  for (vertex i = 0; i < parents.size(); ++i) {
    part.parents[places.global(from, i)] = parents[i];
    part.levels[places.global(from, i)] = levels[i];
  }
}

void send_tree(const checking& state, const distributed_bfs_result& tree) {
  for (rank_id r = 0; r < cluster::ranks(); ++r) {
    cluster::async(
        r,
        [state, from = cluster::self()](const std::vector<vertex>& parents,
                                        const std::vector<std::uint32_t>& levels) {
          take_tree(state.local(), from, parents, levels);
        },
        tree.parents.local(), tree.levels.local());
  }
}

// Rules 1 and 2 for one vertex.
void check_vertex(checking_part& part, vertex v, vertex root) {
  const vertex parent = part.parents[v];
  const std::uint32_t level = part.levels[v];
  if (v == root) {
    if (parent != root || level != 0) part.breaks(1, v, parent);
    return;
  }
  if (parent == no_vertex && level == unreached) return;
  if (parent >= part.parents.size() || parent == v || level == unreached ||
      part.levels[parent] == unreached) {
    part.breaks(1, v, parent);
  } else if (level != part.levels[parent] + 1) {
    part.breaks(2, v, parent);
  }
}

// For rule 5: notes at the home of v that an edge joins v to its parent.
void join(const checking& state, const vertex_places& places, vertex v) {
  cluster::async(places.home(v),
                 [state, local = places.local(v)] { state.local().joined.insert(local); });
}

// Rules 3 and 4 for one edge, and the notes for rule 5.
void check_edge(const checking& state, const vertex_places& places, graph::edge e) {
  checking_part& part = state.local();
  const std::uint32_t from = part.levels[e.from];
  const std::uint32_t to = part.levels[e.to];
  if (from == unreached && to == unreached) return;
  if (from == unreached || to == unreached) {
    part.breaks(4, e.from, e.to);
    return;
  }
  ++part.edges_inside;
  if (from > to + 1 || to > from + 1) part.breaks(3, e.from, e.to);
  if (part.parents[e.to] == e.from) join(state, places, e.to);
  if (part.parents[e.from] == e.to) join(state, places, e.from);
}

void check_part(const checking& state, const distributed_edges<>& edges, vertex root) {
  const vertex_places places(cluster::ranks());
  const vertex own = places.count_on(cluster::self(), edges.vertices);
  for (vertex i = 0; i < own; ++i) check_vertex(state.local(), own_vertex(i).number(), root);
  for (const graph::edge& e : edges.local().edges) check_edge(state, places, e);
}

// Rule 5.
void check_joined(checking_part& part, vertex own, vertex root) {
  for (vertex i = 0; i < own; ++i) {
    const vertex v = own_vertex(i).number();
    if (v == root || part.parents[v] == no_vertex || part.joined.contains(i)) continue;
    part.breaks(5, v, part.parents[v]);
  }
}

std::string sentence(const broken_rule& broken) {
  const std::string a = "vertex " + std::to_string(broken.a);
  const std::string parent =
      broken.b == no_vertex ? "without a parent" : "with parent " + std::to_string(broken.b);
  const std::string edge =
      "the edge " + std::to_string(broken.a) + " - " + std::to_string(broken.b);
  switch (broken.rule) {
    case 0:
      return "";
    case 1:
      return "rule 1: " + a + ", " + parent + ", is not part of a tree from the root";
    case 2:
      return "rule 2: " + a + ", " + parent + ", is not one level below it";
    case 3:
      return "rule 3: " + edge + " joins levels that are more than one apart";
    case 4:
      return "rule 4: " + edge + " leads out of the tree";
    default:
      return "rule 5: " + a + ", " + parent + ", is not joined to it by an edge";
  }
}

}  // namespace

tree_verdict check_tree(const distributed_edges<>& edges, vertex root,
                        const distributed_bfs_result& tree) {
  const checking state = checking::make();
  cluster::on_all_ranks([state, n = edges.vertices] {
    checking_part& part = state.local();
    part.parents.resize(n);
    part.levels.resize(n);
    part.joined = vertex_bits(vertex_places(cluster::ranks()).count_on(cluster::self(), n));
  });
  cluster::on_all_ranks([state, tree] { send_tree(state, tree); });
  cluster::on_all_ranks([state, edges, root] { check_part(state, edges, root); });
  cluster::on_all_ranks([state, root, parents = tree.parents] {
    check_joined(state.local(), static_cast<vertex>(parents.local().size()), root);
  });
  tree_verdict verdict;
  verdict.fault = sentence(cluster::fold_ranks(
      broken_rule{}, [](const broken_rule& x, const broken_rule& y) { return lower(x, y); },
      [state] { return state.local().broken; }));
  verdict.edges = sum_of_ranks([state] { return state.local().edges_inside; });
  state.end();
  return verdict;
}

}  // namespace bench
