// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/spanning_forest.h>

#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/sort.h>
#include <arcas/graph/collected.h>
#include <arcas/graph/each_weight.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Returns each edge once, from its lesser end.
template <class W>
plain_array<edge_of<order_key<W>>> edges_of(const basic_undirected_graph<W>& g,
                                            const loop_options& loops) {
  return collected<edge_of<order_key<W>>>(
      g.vertex_count(), loops, [&](vertex v, const auto& use) __attribute__((always_inline)) {
        const auto row = g.neighbors(v);
        const W* weights = nullptr;
        if constexpr (is_weight<W>) weights = g.out_edges(v).weights().data();
        for_each_lightest<W>(
            v, row.size(), [&](std::size_t i) { return row[i]; },
            [&](std::size_t i) { return weights[i]; }, use);
      });
}

// Refuses weights that are NaN.
template <class W>
void refuse_no_numbers(std::span<const edge_of<order_key<W>>> edges, const loop_options& loops) {
  if constexpr (is_weight<W> && std::is_floating_point_v<W>) {
    const std::size_t none = edges.size();
    const std::size_t at = whole_reduce(none, minimum<std::size_t>{}, loops, [&](std::size_t i) {
      return is_no_number<W>(edges[i]) ? i : none;
    });
    if (at < none) refuse_no_number(edges[at].from, edges[at].to);
  }
}

template <class K>
class growing_forest {
 public:
  growing_forest(plain_array<edge_of<K>> edges, std::size_t n, const loop_options& loops)
      : loops_(loops), left_(std::move(edges)), spare_(left_.size()), root_(n), next_(n), best_(n) {
    whole_for(n, loops, [&](std::size_t v) { root_[v] = static_cast<vertex>(v); });
  }

  // The steps of grown_forest().
  bool edges_left() const { return left_.size() != 0; }
  void choose() {
    whole_for(root_.size(), loops_, [&](std::size_t v) { best_[v] = none; });
    whole_for(left_.size(), loops_, [&](std::size_t i) {
      propose(root_[left_[i].from], i);
      propose(root_[left_[i].to], i);
    });
  }

  void hook() {
    using found = std::vector<edge_of<K>>;
    whole_for_own<found>(
        root_.size(), loops_,
        [&](found& mine, std::size_t i) {
          const auto v = static_cast<vertex>(i);
          next_[v] = root_[v];
          if (root_[v] != v || best_[v] == none) return;
          const edge_of<K>& e = left_[best_[v]];
          const vertex other = root_[e.from] == v ? root_[e.to] : root_[e.from];
          if (best_[other] == best_[v] && v < other) return;
          next_[v] = other;
          mine.push_back(e);
        },
        [&](found& mine) { chosen_.insert(chosen_.end(), mine.begin(), mine.end()); });
  }

  // Points all vertices to their roots again; each iteration halves the remaining paths.
  void shorten() {
    const auto halve = [&](std::size_t v) {
      // relaxed, all three: each value, also an old one, is a vertex further up in the same tree.
      const vertex above = std::atomic_ref(next_[v]).load(std::memory_order_relaxed);
      const vertex higher = std::atomic_ref(next_[above]).load(std::memory_order_relaxed);
      if (above == higher) return false;
      std::atomic_ref(next_[v]).store(higher, std::memory_order_relaxed);  // relaxed: as above
      return true;
    };
    while (whole_reduce(root_.size(), logical_or{}, loops_, halve)) {
    }
    std::swap(root_, next_);
  }

  void drop_inner() {
    const std::size_t count = arcas::filter(
        std::as_const(left_).all(), spare_.all(),
        [&](const edge_of<K>& e) { return root_[e.from] != root_[e.to]; }, loops_);
    if (loops_.stop.stop_requested()) throw interrupted();
    std::swap(left_, spare_);
    left_.shrink(count);
  }

  std::vector<edge_of<K>> chosen() {
    arcas::sort(chosen_, is_before_by_ends<K>, loops_);
    if (loops_.stop.stop_requested()) throw interrupted();
    return std::move(chosen_);
  }

 private:
  static constexpr edge_index none = std::numeric_limits<edge_index>::max();

  // If rows are not sorted, left_ may have parallel edges of equal weight. These are ordered by
  // position, since two trees must choose the same one.
  bool precedes(edge_index i, edge_index j) const {
    if (is_before<K>(left_[i], left_[j])) return true;
    return i < j && !is_before<K>(left_[j], left_[i]);
  }
  void propose(vertex root, edge_index i) {
    const std::atomic_ref<edge_index> at(best_[root]);
    // relaxed, both: the edges themselves do not change; the end of the loop publishes the choice.
    edge_index now = at.load(std::memory_order_relaxed);
    while (now == none || precedes(i, now)) {
      if (at.compare_exchange_weak(now, i, std::memory_order_relaxed)) return;
    }
  }

  const loop_options& loops_;
  plain_array<edge_of<K>> left_;  // edges between trees
  plain_array<edge_of<K>> spare_;
  plain_array<vertex> root_;  // the root of each vertex's tree
  plain_array<vertex> next_;
  plain_array<edge_index> best_;  // of each root, a position in left_
  std::vector<edge_of<K>> chosen_;
};

}  // namespace

template <class W>
spanning_forest_result<W> spanning_forest(const basic_undirected_graph<W>& g,
                                          const spanning_forest_options& options) {
  auto edges = edges_of(g, options.loops);
  refuse_no_numbers<W>(std::as_const(edges).all(), options.loops);
  growing_forest<order_key<W>> forest(std::move(edges), g.vertex_count(), options.loops);
  return grown_forest<W>(forest, g.vertex_count());
}

#define ARCAS_INSTANTIATE(W)                                                           \
  template spanning_forest_result<W> spanning_forest(const basic_undirected_graph<W>&, \
                                                     const spanning_forest_options&);
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
