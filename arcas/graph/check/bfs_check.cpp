// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <queue>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr std::uint32_t not_reached = 0xffffffff;
constexpr vertex no_parent = 0xffffffff;

std::vector<std::uint32_t> steps_from(const graph_view& g, std::span<const vertex> sources) {
  std::vector<std::uint32_t> steps(g.vertex_count(), not_reached);
  std::queue<vertex> waiting;
  for (const vertex s : sources) {
    steps[s] = 0;
    waiting.push(s);
  }
  for (; !waiting.empty(); waiting.pop()) {
    const vertex u = waiting.front();
    for (const vertex v : g.out_neighbors(u)) {
      if (steps[v] != not_reached) continue;
      steps[v] = steps[u] + 1;
      waiting.push(v);
    }
  }
  return steps;
}

std::string fault_in_parent(const graph_view& g, const std::vector<std::uint32_t>& steps, vertex v,
                            vertex parent) {
  const std::string who = "vertex " + std::to_string(v);
  if (steps[v] == not_reached)
    return parent == no_parent ? "" : who + " is not reachable but has a parent";
  if (parent == no_parent) return who + " is reachable but has no parent";
  if (parent >= g.vertex_count()) return who + " has a parent that is not a vertex";
  if (steps[v] == 0) return parent == v ? "" : who + " is a source but not its own parent";
  if (steps[parent] == not_reached || steps[parent] + 1 != steps[v]) {
    return who + " is " + std::to_string(steps[v]) +
           " steps from a source, but its parent is not one step nearer";
  }
  if (std::ranges::find(g.out_neighbors(parent), v) == g.out_neighbors(parent).end()) {
    return who + " has no edge from its parent";
  }
  return {};
}

}  // namespace

std::string fault_in_bfs(const graph_view& g, std::span<const vertex> sources,
                         std::span<const vertex> parents, std::span<const std::uint32_t> levels) {
  if (parents.size() != g.vertex_count())
    return "the number of parents is not the number of vertices";
  const std::vector<std::uint32_t> steps = steps_from(g, sources);
  for (std::size_t v = 0; v < parents.size(); ++v) {
    const std::string fault = fault_in_parent(g, steps, static_cast<vertex>(v), parents[v]);
    if (!fault.empty()) return fault;
    if (!levels.empty() && levels[v] != steps[v]) {
      return "vertex " + std::to_string(v) + " is on level " + std::to_string(levels[v]) +
             ", not " + std::to_string(steps[v]);
    }
  }
  return {};
}

}  // namespace arcas::inline v0::graph
