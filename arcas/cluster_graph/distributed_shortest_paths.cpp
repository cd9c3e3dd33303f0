// SPDX-License-Identifier: Apache-2.0
// The k shortest simple paths over ranks, by the method of arcas/graph/kernels/sssp.h. All ranks
// compute the distances to the end of the paths. The searches are tasks of the calling rank,
// several at a time, which copy the rows of the vertices that they visit.
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster_graph/kernels.h>
#include <arcas/cluster_graph/remote_rows.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/yen.h>

#include <algorithm>

namespace arcas::inline v0::cluster_graph {

using namespace detail;
namespace {

// Number of concurrent searches: enough to hide the latency of messages.
constexpr std::size_t spurs_at_a_time = 32;

// The rows, with the functions that spur_search requires.
template <class W>
class rows_of_ranks {
  using D = graph::distance<W>;

 public:
  using weight_type = W;
  using vertex_type = vertex;
  rows_of_ranks(const distributed_graph& g, const vertex_values<D>& to_end)
      : g_(g), to_end_(to_end) {}
  D to_end(vertex v) const { return to_end_.at(v); }
  template <class F>
  void for_each_edge(vertex u, const F& f) const {
    const arc_rows edges = copied_rows(g_, {&u, 1}, arc_side::out);
    const std::vector<D> to_end = to_end_.at(edges.neighbors(0));
    for (std::size_t i = 0; i < to_end.size(); ++i)
      f(edges.targets[i], static_cast<W>(edges.weights[i]), to_end[i]);
  }

 private:
  distributed_graph g_;
  vertex_values<D> to_end_;
};

template <class W>
class searches_of_tasks {
 public:
  explicit searches_of_tasks(const rows_of_ranks<W>& rows) : rows_(rows) {}
  template <class F>
  void for_all(std::size_t n, const F& f) const {
    std::size_t next = 0;
    cluster::finish([&] {
      for (std::size_t task = 0; task < std::min(n, spurs_at_a_time); ++task) {
        cluster::spawn([&] {
          graph::detail::spur_search<rows_of_ranks<W>> search(rows_);
          while (next < n) f(next++, search);
        });
      }
    });
  }

 private:
  rows_of_ranks<W> rows_;
};

}  // namespace

template <class W>
std::vector<graph::weighted_path<W, vertex>> k_shortest_paths(const distributed_graph& g,
                                                              vertex from, vertex to,
                                                              std::size_t k) {
  const vertex ends[] = {from, to};
  graph::detail::require_sources(g.vertex_count(), ends);
  return all_or_nothing([&] {
    const auto found = sssp<W>(g, to, {.backwards = true});
    std::vector<graph::weighted_path<W, vertex>> paths;
    if (found.distances.at(from) != graph::infinitely_far<graph::distance<W>>) {
      searches_of_tasks<W> searches(rows_of_ranks<W>(g, found.distances));
      paths = graph::detail::yen<W, vertex, searches_of_tasks<W>>(searches, from, to).run(k);
    }
    return after_end_of(std::move(paths), found);
  });
}
template std::vector<graph::weighted_path<graph::weight, vertex>> k_shortest_paths(
    const distributed_graph&, vertex, vertex, std::size_t);
template std::vector<graph::weighted_path<graph::real_weight, vertex>> k_shortest_paths(
    const distributed_graph&, vertex, vertex, std::size_t);

}  // namespace arcas::inline v0::cluster_graph
