// SPDX-License-Identifier: Apache-2.0
// Finds a shortest path backwards from its end, using the distances: the predecessor of a vertex is
// the first in-neighbour whose distance is smaller by the weight of the edge. If there is none, a
// breadth-first search over edges from vertices at the same distance, which do not lengthen the
// path, looks for a vertex that has a nearer in-neighbour.
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/graph/kernels/sssp.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// D is the type of distances.
template <class D>
class path_finder {
 public:
  path_finder(const distributed_graph& g, const vertex_values<D>& distances, vertex source)
      : g_(g), distances_(distances), source_(source) {}

  // `path` goes backwards: its last vertex is the nearest to the source. Extends it by the vertices
  // up to the next one that is nearer.
  void step_back(std::vector<vertex>& path) const {
    std::unordered_map<vertex, vertex> next;  // next vertex towards path.back()
    std::vector<vertex> open{path.back()};
    next.emplace(path.back(), graph::no_vertex);
    for (std::size_t i = 0; i < open.size(); ++i) {
      const vertex v = open[i];
      const D at_end = distances_.at(v);
      const auto ways = ways_that_lead(v, at_end);
      const auto nearer =
          std::find_if(ways.begin(), ways.end(), [&](const way& w) { return w.at_start < at_end; });
      if (v == source_ || nearer != ways.end()) {
        std::vector<vertex> among;
        for (vertex u = v; u != path.back(); u = next.at(u)) among.push_back(u);
        path.insert(path.end(), among.rbegin(), among.rend());
        if (v != source_) path.push_back(nearer->start);
        return;
      }
      for (const way& w : ways) {
        if (next.emplace(w.start, v).second) open.push_back(w.start);
      }
    }
    throw std::logic_error("no path leads to vertex " + std::to_string(path.back()) +
                           " by the distances that were found");
  }

 private:
  // An edge of a shortest path.
  struct way {
    vertex start;
    D at_start;  // the distance of `start`
  };
  std::vector<way> ways_that_lead(vertex to, D at_end) const {
    const arc_rows edges = copied_rows(g_, {&to, 1}, arc_side::in);
    const std::vector<D> at_starts = distances_.at(edges.neighbors(0));
    std::vector<way> found;
    for (std::size_t i = 0; i < at_starts.size(); ++i) {
      const D start = at_starts[i];
      if (start != graph::infinitely_far<D> && start + static_cast<D>(edges.weights[i]) == at_end)
        found.push_back({edges.targets[i], start});
    }
    return found;
  }

  const distributed_graph& g_;
  const vertex_values<D> distances_;
  vertex source_;
};

}  // namespace

template <class W>
std::vector<vertex> path_to(const distributed_graph& g, const distributed_sssp_result<W>& found,
                            vertex source, vertex end) {
  if (end >= g.vertex_count()) {
    throw std::invalid_argument("vertex " + std::to_string(end) +
                                " at the end of a path must be less than " +
                                std::to_string(g.vertex_count()) + ", the number of vertices");
  }
  using D = graph::distance<W>;
  if (found.distances.at(end) == graph::infinitely_far<D>) return {};
  const path_finder<D> finder(g, found.distances, source);
  std::vector<vertex> path{end};
  while (path.back() != source) finder.step_back(path);
  std::reverse(path.begin(), path.end());
  return path;
}
template std::vector<vertex> path_to(const distributed_graph&,
                                     const distributed_sssp_result<graph::weight>&, vertex, vertex);
template std::vector<vertex> path_to(const distributed_graph&,
                                     const distributed_sssp_result<graph::real_weight>&, vertex,
                                     vertex);

}  // namespace arcas::inline v0::cluster_graph
