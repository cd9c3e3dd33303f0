// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The remaining neighbours in the simple graph, with the indices of their edges.
using rows = std::vector<std::map<vertex, std::size_t>>;

// Calls f(one, other) for each triangle with edge a-b; the arguments are the indices of the two
// other edges.
template <class F>
void for_each_triangle(const rows& left, vertex a, vertex b, const F& f) {
  const vertex few = left[a].size() < left[b].size() ? a : b;
  const vertex many = few == a ? b : a;
  for (const auto& [w, one] : left[few]) {
    const auto other = left[many].find(w);
    if (other != left[many].end()) f(one, other->second);
  }
}

}  // namespace

std::string fault_in_truss_numbers(const undirected_view& g, std::span<const edge> edges,
                                   std::span<const std::uint32_t> numbers) {
  rows left(g.vertex_count());
  std::vector<edge> right;
  for (std::size_t i = 0; i < g.vertex_count(); ++i) {
    const auto v = static_cast<vertex>(i);
    for (const vertex u : g.neighbors(v)) {
      if (u > v && left[v].emplace(u, right.size()).second) right.push_back({v, u});
    }
  }
  for (std::size_t e = 0; e < right.size(); ++e) left[right[e].to].emplace(right[e].from, e);
  if (edges.size() != right.size() || numbers.size() != right.size())
    return "the number of truss numbers is not the number of edges";
  std::vector<std::size_t> triangles(right.size());
  for (std::size_t e = 0; e < right.size(); ++e)
    for_each_triangle(left, right[e].from, right[e].to,
                      [&](std::size_t, std::size_t) { ++triangles[e]; });
  std::vector<std::uint32_t> truth(right.size());
  std::vector<std::size_t> going;
  std::size_t rest = right.size();
  for (std::uint32_t k = 3; rest != 0; ++k) {
    // An edge in fewer than k - 2 triangles is in no k-truss.
    for (std::size_t e = 0; e < right.size(); ++e)
      if (truth[e] == 0 && triangles[e] < k - 2) going.push_back(e);
    while (!going.empty()) {
      const std::size_t e = going.back();
      going.pop_back();
      if (truth[e] != 0) continue;
      truth[e] = k - 1;
      --rest;
      const auto [a, b] = right[e];
      for_each_triangle(left, a, b, [&](std::size_t one, std::size_t other) {
        for (const std::size_t lost : {one, other})
          if (truth[lost] == 0 && triangles[lost]-- == k - 2) going.push_back(lost);
      });
      left[a].erase(b);
      left[b].erase(a);
    }
  }
  for (std::size_t e = 0; e < right.size(); ++e) {
    const std::string name = std::to_string(right[e].from) + "-" + std::to_string(right[e].to);
    if (edges[e] != right[e]) return "edge " + name + " is missing";
    if (numbers[e] != truth[e]) {
      return "edge " + name + " has truss number " + std::to_string(truth[e]) + ", not " +
             std::to_string(numbers[e]);
    }
  }
  return {};
}

}  // namespace arcas::inline v0::graph
