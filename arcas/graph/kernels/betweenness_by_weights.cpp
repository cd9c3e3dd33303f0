// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/dealt_sources.h>
#include <arcas/graph/kernels/heap_search.h>
#include <arcas/graph/kernels/path_count.h>
#include <arcas/graph/whole_loop.h>

#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The two sweeps for one source at a time, by one worker. Dijkstra's algorithm counts the shortest
// paths; the backward sweep computes what the source adds to each score. All sources use the same
// arrays.
template <class W>
class weighted_brandes {
  using D = distance<W>;
  static constexpr D far = infinitely_far<D>;

 public:
  weighted_brandes(const basic_adjacency<W>& rows, bool endpoints, const stop_handle& stop)
      : rows_(rows),
        endpoints_(endpoints),
        asked_(stop),
        distances_(rows.vertex_count(), far),
        paths_(rows.vertex_count(), 0.0),
        carried_(rows.vertex_count(), 0.0),
        scores_(rows.vertex_count(), 0.0) {}

  // Adds the contribution of the pairs that start at `source` to the scores.
  void add(vertex source) {
    search(source);
    if (beyond_plain_) {
      count_scaled();
      return_all(scaled_paths_, scaled_carried_);
    } else {
      return_all(paths_, carried_);
    }
    if (endpoints_) scores_[source] += static_cast<double>(order_.size() - 1);
    for (const vertex v : order_) distances_[v] = far;
    order_.clear();
    beyond_plain_ = false;
  }
  const std::vector<double>& scores() const { return scores_; }

 private:
  // Vertices enter order_ by distance. A vertex for which a shorter path was found is in the heap
  // again; its entries with greater distances are skipped.
  void search(vertex source) {
    distances_[source] = 0;
    paths_[source] = 1;
    waiting_.push(0, source);
    while (!waiting_.empty()) {
      const auto [distance, u] = waiting_.pop();
      if (distance != distances_[u]) continue;
      asked_.look();
      require_distance(u, distance);
      order_.push_back(u);
      if (!(paths_[u] <= most_plain_paths)) [[unlikely]]
        beyond_plain_ = true;
      for (const auto [v, w] : rows_.edges(u)) reach(v, lengthened(distance, w), paths_[u]);
    }
  }

  void reach(vertex v, D length, double paths) {
    if (length > distances_[v]) return;
    if (length == distances_[v]) {
      paths_[v] += paths;
      return;
    }
    distances_[v] = length;
    paths_[v] = paths;
    waiting_.push(length, v);
  }

  static D lengthened(D distance, W w) {
    if (!(w >= 0)) refuse_length(w, distance);
    const D sum = sum_of_lengths<W>(distance, w);
    if (sum <= distance) refuse_length(w, distance);
    return sum;
  }

  // Calls f(v) for each edge from u to a successor v: a vertex with a shortest path that ends with
  // this edge.
  template <class F>
  void for_successors(vertex u, const F& f) const {
    for (const auto [v, w] : rows_.edges(u)) {
      if (lengthened(distances_[u], w) == distances_[v]) f(v);
    }
  }

  // Counts the paths again, in the order of the search, with counts of any size.
  void count_scaled() {
    scaled_paths_.assign(rows_.vertex_count(), {});
    scaled_carried_.resize(rows_.vertex_count());
    scaled_paths_[order_.front()] = path_count(1);
    for (const vertex u : order_) {
      asked_.look();
      scaled_paths_[u].settle();
      for_successors(u, [&](vertex v) { scaled_paths_[v] += scaled_paths_[u]; });
    }
  }

  // carried[v] is (1 + delta(v)) / sigma(v), as in betweenness.h. Count is double or path_count.
  template <class Count>
  void return_all(const std::vector<Count>& paths, std::vector<Count>& carried) {
    for (std::size_t i = order_.size(); i-- > 0;) {
      asked_.look();
      const vertex u = order_[i];
      Count sum{};
      for_successors(u, [&](vertex v) { sum += carried[v]; });
      if constexpr (std::is_same_v<Count, path_count>) sum.settle();
      const auto delta = static_cast<double>(paths[u] * sum);
      carried[u] = Count(1 + delta) / paths[u];
      if (i != 0) scores_[u] += endpoints_ ? delta + 1 : delta;
    }
  }

  const basic_adjacency<W>& rows_;
  const bool endpoints_;
  occasional_stop asked_;
  std::vector<D> distances_;
  std::vector<double> paths_;    // sigma
  std::vector<double> carried_;  // of vertices in order_
  std::vector<double> scores_;
  bool beyond_plain_ = false;  // whether a count of paths is above most_plain_paths
  std::vector<path_count> scaled_paths_, scaled_carried_;
  std::vector<vertex> order_;
  nearest_first<D> waiting_;
};

}  // namespace

template <class W>
betweenness_result detail::betweenness_by_weights(const basic_adjacency<W>& rows, bool symmetric,
                                                  std::span<const vertex> sources,
                                                  const betweenness_options& options) {
  require_distinct_sources(rows.vertex_count(), sources);
  if (options.form == betweenness_form::nested || options.form == betweenness_form::inside) {
    throw std::invalid_argument(
        "betweenness by weights requires the form sources, since it runs whole searches in "
        "parallel");
  }
  using search = weighted_brandes<W>;
  auto sums = dealt<search>(rows.vertex_count(), sources, options, 0, [&] {
    return std::make_unique<search>(rows, options.endpoints, options.loops.stop);
  });
  return scaled(std::move(sums), betweenness_form::sources, sources.size(), symmetric, options);
}

#define ARCAS_INSTANTIATE(W)                                  \
  template betweenness_result detail::betweenness_by_weights( \
      const basic_adjacency<W>&, bool, std::span<const vertex>, const betweenness_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
