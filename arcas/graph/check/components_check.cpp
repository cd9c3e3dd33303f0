// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr std::uint32_t unmarked = 0xffffffff;

// Returns the number of each vertex's part. A root that is in no part yet begins a new part; the
// part consists of the root and of all vertices that can be reached from it and are in no part yet.
// next(v, go) calls go(u) for each u adjacent to v.
template <class Roots, class Next>
std::vector<std::uint32_t> parts_from(const Roots& roots, const Next& next) {
  std::vector<std::uint32_t> part(roots.size(), unmarked);
  std::vector<vertex> waiting;
  std::uint32_t count = 0;
  for (const vertex root : roots) {
    const auto go = [&](vertex v) {
      if (part[v] != unmarked) return;
      part[v] = count;
      waiting.push_back(v);
    };
    go(root);
    while (!waiting.empty()) {
      const vertex v = waiting.back();
      waiting.pop_back();
      next(v, go);
    }
    ++count;
  }
  return part;
}

std::vector<std::uint32_t> connected_parts(const graph_view& g) {
  std::vector<vertex> all(g.vertex_count());
  std::iota(all.begin(), all.end(), vertex{0});
  return parts_from(all, [&](vertex u, const auto& go) {
    for (const vertex w : g.out_neighbors(u)) go(w);
    for (const vertex w : g.in_neighbors(u)) go(w);
  });
}

// Vertices in the postorder of depth-first searches along out-edges.
std::vector<vertex> order_of_leaving(const graph_view& g) {
  std::vector<vertex> left;
  std::vector<bool> entered(g.vertex_count());
  std::vector<std::pair<vertex, std::size_t>> path;  // second: number of neighbours visited
  for (std::size_t root = 0; root < entered.size(); ++root) {
    if (entered[root]) continue;
    entered[root] = true;
    path.emplace_back(static_cast<vertex>(root), 0);
    while (!path.empty()) {
      auto& [v, done] = path.back();
      const auto row = g.out_neighbors(v);
      while (done < row.size() && entered[row[done]]) ++done;
      if (done == row.size()) {
        left.push_back(v);
        path.pop_back();
      } else {
        entered[row[done]] = true;
        path.emplace_back(row[done], 0);
      }
    }
  }
  return left;
}

std::vector<std::uint32_t> strong_parts(const graph_view& g) {
  std::vector<vertex> roots = order_of_leaving(g);
  std::ranges::reverse(roots);
  return parts_from(roots, [&](vertex u, const auto& go) {
    for (const vertex w : g.in_neighbors(u)) go(w);
  });
}

// Labels and parts must form the same partition of the vertices; a label must be a vertex of its
// part.
std::string fault_between(std::span<const vertex> labels, const std::vector<std::uint32_t>& parts) {
  if (labels.size() != parts.size()) return "the number of labels is not the number of vertices";
  std::unordered_map<vertex, std::uint32_t> part_of;
  std::unordered_map<std::uint32_t, vertex> label_of;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    const std::string who = "vertex " + std::to_string(v);
    if (part_of.try_emplace(labels[v], parts[v]).first->second != parts[v]) {
      return who + " has the label of another component";
    }
    if (label_of.try_emplace(parts[v], labels[v]).first->second != labels[v]) {
      return who + " does not have the label of its component";
    }
    if (labels[v] >= labels.size() || parts[labels[v]] != parts[v]) {
      return who + " has a label that is not a vertex of its component";
    }
  }
  return {};
}

}  // namespace

std::string fault_in_components(const graph_view& g, std::span<const vertex> labels) {
  return fault_between(labels, connected_parts(g));
}

std::string fault_in_strong_components(const graph_view& g, std::span<const vertex> labels) {
  return fault_between(labels, strong_parts(g));
}

}  // namespace arcas::inline v0::graph
