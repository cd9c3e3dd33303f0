// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {
namespace {

using neighbours = std::map<vertex, double>;

// How far is the end from `start` without some vertices and some first steps? Bellman's and Ford's way, with a
// queue.
double detour(const std::vector<neighbours>& out, vertex start, vertex end,
              const std::set<vertex>& without, const std::set<vertex>& not_first) {
  std::map<vertex, double> length{{start, 0}};
  std::vector<vertex> queue{start};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const vertex u = queue[i];
    for (const auto& [v, w] : out[u]) {
      if (without.contains(v) || (u == start && not_first.contains(v)) || v == start) continue;
      const double by_u = length[u] + w;
      const auto [known, fresh] = length.emplace(v, by_u);
      if (!fresh && by_u >= known->second) continue;
      known->second = by_u;
      queue.push_back(v);
    }
  }
  const auto found = length.find(end);
  return found == length.end() ? std::numeric_limits<double>::infinity() : found->second;
}

}  // namespace

// Each simple, of edges, as long as it is said to be, none twice, in order; and no path that leaves one of them is
// shorter than the last, or is missing where fewer than k were found.
std::string fault_in_shortest_simple_paths(std::size_t vertex_count, const each_edge& edges,
                                           vertex from, vertex to, std::size_t k,
                                           std::span<const std::vector<vertex>> paths,
                                           std::span<const double> lengths) {
  std::vector<neighbours> out(vertex_count);
  edges([&](vertex a, vertex b, double w) {
    const auto [at, fresh] = out[a].emplace(b, w);
    if (!fresh) at->second = std::min(at->second, w);
  });
  const auto alike = [](double a, double b) {
    return std::isfinite(b) && std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
  };
  std::set<std::vector<vertex>> seen;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string name = "path " + std::to_string(i + 1);
    const std::vector<vertex>& path = paths[i];
    if (path.empty() || path.front() != from || path.back() != to)
      return name + " is not between the two ends";
    if (std::set(path.begin(), path.end()).size() != path.size())
      return name + " has a vertex twice";
    if (!seen.insert(path).second) return name + " was there before";
    double length = 0;
    for (std::size_t s = 0; s + 1 < path.size(); ++s) {
      const auto step = out[path[s]].find(path[s + 1]);
      if (step == out[path[s]].end())
        return name + " has a step from " + std::to_string(path[s]) + " that is no edge";
      length += step->second;
    }
    if (!alike(lengths[i], length)) return name + " is not as long as it is said to be";
    if (i > 0 && lengths[i] < lengths[i - 1] && !alike(lengths[i], lengths[i - 1]))
      return name + " is shorter than the one before";
  }
  if (paths.size() > k) return "there are more paths than were asked for";
  const double limit = paths.size() < k ? std::numeric_limits<double>::infinity() : lengths.back();
  if (paths.empty()) return detour(out, from, to, {}, {}) < limit && k > 0 ? "there is a path" : "";
  for (const std::vector<vertex>& path : paths) {
    double length = 0;
    std::set<vertex> without;
    for (std::size_t s = 0; s + 1 < path.size(); ++s) {
      std::set<vertex> not_first;
      for (const std::vector<vertex>& other : paths) {
        if (other.size() > s + 1 &&
            std::equal(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(s) + 1,
                       other.begin()))
          not_first.insert(other[s + 1]);
      }
      const double missed = length + detour(out, path[s], to, without, not_first);
      if (missed < limit && !alike(missed, limit))
        return "a path of length " + std::to_string(missed) + " is missing";
      without.insert(path[s]);
      length += out[path[s]].at(path[s + 1]);
    }
  }
  return "";
}

}  // namespace arcas::inline v0::graph
