// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/check/check.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

constexpr double no_way = std::numeric_limits<double>::infinity();

// The arcs from each vertex; of parallel arcs only the shortest.
class rows_of_arcs {
 public:
  rows_of_arcs(std::size_t vertex_count, const each_edge& edges, bool reversed)
      : from_(vertex_count) {
    edges([&](vertex a, vertex b, double w) {
      if (reversed) std::swap(a, b);
      from_[a].push_back({b, w});
    });
    for (auto& row : from_) {
      std::ranges::sort(row);
      const auto twice = std::ranges::unique(row, {}, &arc::first);
      row.erase(twice.begin(), twice.end());
    }
  }

  std::size_t vertex_count() const { return from_.size(); }
  const auto& operator[](vertex v) const { return from_[v]; }
  // The length of the arc from a to b; infinite if there is none.
  double length(vertex a, vertex b) const {
    const auto found = std::ranges::lower_bound(from_[a], b, {}, &arc::first);
    return found == from_[a].end() || found->first != b ? no_way : found->second;
  }

 private:
  using arc = std::pair<vertex, double>;
  std::vector<std::vector<arc>> from_;
};

// A queue of vertices by tentative distance (Dijkstra 1959).
using nearest_first = std::priority_queue<std::pair<double, vertex>,
                                          std::vector<std::pair<double, vertex>>, std::greater<>>;

std::vector<double> distances_to(vertex end, const rows_of_arcs& in) {
  std::vector<double> distance(in.vertex_count(), no_way);
  nearest_first reached;
  distance[end] = 0;
  reached.push({0, end});
  while (!reached.empty()) {
    const auto [far, u] = reached.top();
    reached.pop();
    if (far > distance[u]) continue;
    for (const auto& [v, w] : in[u]) {
      if (far + w >= distance[v]) continue;
      distance[v] = far + w;
      reached.push({distance[v], v});
    }
  }
  return distance;
}

// The distance from `start` to `end` by paths that avoid the vertices in `without`, and whose
// second vertex is not in `not_first`; infinite if that distance is at least `limit`. to_end[v] is
// the distance from v to the end by any path: a vertex is skipped if no path through it can be
// short enough.
double detour(const rows_of_arcs& out, const std::vector<double>& to_end, vertex start, vertex end,
              double limit, const std::set<vertex>& without, const std::set<vertex>& not_first) {
  std::unordered_map<vertex, double> distance{{start, 0}};
  nearest_first reached;
  reached.push({0, start});
  while (!reached.empty()) {
    const auto [far, u] = reached.top();
    reached.pop();
    if (u == end) return far;
    if (far > distance[u]) continue;
    for (const auto& [v, w] : out[u]) {
      if (without.contains(v) || (u == start && not_first.contains(v)) || v == start) continue;
      const double by_u = far + w;
      if (by_u + to_end[v] >= limit) continue;
      const auto [known, fresh] = distance.emplace(v, by_u);
      if (!fresh && by_u >= known->second) continue;
      known->second = by_u;
      reached.push({by_u, v});
    }
  }
  return no_way;
}

}  // namespace

// Weights must be at least 0. Each path must be simple, follow edges, have the claimed length and
// differ from the others. The paths must be in ascending order of length. A path that branches off
// from a listed path must be at least as long as the last listed path. If fewer than k paths are
// listed, there must be no other path.
std::string fault_in_shortest_simple_paths(std::size_t vertex_count, const each_edge& edges,
                                           vertex from, vertex to, std::size_t k,
                                           std::span<const std::vector<vertex>> paths,
                                           std::span<const double> lengths) {
  const rows_of_arcs out(vertex_count, edges, false), in(vertex_count, edges, true);
  const std::vector<double> to_end = distances_to(to, in);
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
    if (!seen.insert(path).second) return name + " repeats an earlier path";
    double length = 0;
    for (std::size_t s = 0; s + 1 < path.size(); ++s) {
      const double step = out.length(path[s], path[s + 1]);
      if (step == no_way)
        return name + " has a step from " + std::to_string(path[s]) + " that is not an edge";
      length += step;
    }
    if (!alike(lengths[i], length)) return name + " does not have the stated length";
    if (i > 0 && lengths[i] < lengths[i - 1] && !alike(lengths[i], lengths[i - 1]))
      return name + " is shorter than the one before";
  }
  if (paths.size() > k) return "there are more than " + std::to_string(k) + " paths";
  if (paths.empty())
    return to_end[from] < no_way && k > 0 ? "there is a path, but none is listed" : "";
  const double limit = paths.size() < k ? no_way : lengths.back();
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
      const double missed =
          length + detour(out, to_end, path[s], to, limit - length, without, not_first);
      if (missed < limit && !alike(missed, limit))
        return "a path of length " + number_text(missed) + " is missing";
      without.insert(path[s]);
      length += out.length(path[s], path[s + 1]);
    }
  }
  return "";
}

}  // namespace arcas::inline v0::graph
