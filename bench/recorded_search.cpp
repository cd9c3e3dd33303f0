// SPDX-License-Identifier: Apache-2.0
#include "recorded_search.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace bench {
namespace {

using arcas::graph::graph_view;
using arcas::graph::vertex;

constexpr std::uint32_t never_reached = std::numeric_limits<std::uint32_t>::max();

}  // namespace

graph_view links_of(const any_graph& graph) {
  return std::visit([](const auto& g) { return graph_view(g); }, graph);
}

std::vector<vertex> spread_sources(const any_graph& graph, std::size_t count) {
  const graph_view g = links_of(graph);
  const auto n = static_cast<vertex>(g.vertex_count());
  std::vector<vertex> sources;
  for (std::size_t s = 0; s < count; ++s) {
    auto v = static_cast<vertex>(s * n / count);
    while (v < n && (g.out_degree(v) == 0 || (!sources.empty() && v <= sources.back()))) ++v;
    if (v < n) sources.push_back(v);
  }
  if (sources.empty())
    throw std::runtime_error("the graph has no edges: there is nothing to search");
  return sources;
}

recorded_search::recorded_search(const any_graph& graph, vertex source)
    : graph_(links_of(graph)),
      depth_(graph_.vertex_count(), never_reached),
      levels_(1),
      ways_(graph_.vertex_count()),
      carried_(graph_.vertex_count()) {
  depth_[source] = 0;
  levels_[0].members = {source};
  for (std::size_t depth = 0; !levels_[depth].members.empty(); ++depth) look_from(depth);
  levels_.pop_back();
  restart();
}

void recorded_search::look_from(std::size_t depth) {
  level& here = levels_[depth];
  level next;
  for (const vertex v : here.members) {
    here.degrees.push_back(graph_.out_degree(v));
    here.arcs_in += graph_.in_degree(v);
    here.arcs_out += graph_.out_degree(v);
    for (const vertex u : graph_.out_neighbors(v)) {
      const bool first = depth_[u] == never_reached;
      here.candidates.push_back(std::uint64_t{4} * u + (first ? 0 : 1));
      if (!first) continue;
      depth_[u] = static_cast<std::uint32_t>(depth + 1);
      next.members.push_back(u);
    }
  }
  levels_.push_back(std::move(next));
}

void recorded_search::restart() {
  std::fill(ways_.begin(), ways_.end(), 0.0);
  std::fill(carried_.begin(), carried_.end(), 0.0);
  ways_[levels_[0].members[0]] = 1;
}

void recorded_search::count_ways(std::size_t depth, std::uint64_t begin, std::uint64_t end) {
  const std::span<const vertex> members = levels_[depth].members;
  for (std::uint64_t i = begin; i < end; ++i) {
    double ways = 0;
    for (const vertex u : graph_.in_neighbors(members[i])) {
      if (depth_[u] == depth - 1) ways += ways_[u];
    }
    ways_[members[i]] = ways;
  }
}

void recorded_search::carry_back(std::size_t depth, std::uint64_t begin, std::uint64_t end) {
  const std::span<const vertex> members = levels_[depth].members;
  for (std::uint64_t i = begin; i < end; ++i) {
    double carried = 0;
    for (const vertex u : graph_.out_neighbors(members[i])) {
      if (depth_[u] == depth + 1) carried += (1 + carried_[u]) / ways_[u];
    }
    carried_[members[i]] = carried * ways_[members[i]];
  }
}

}  // namespace bench
