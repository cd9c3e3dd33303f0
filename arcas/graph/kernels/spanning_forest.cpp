// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/components.h>

#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/sort.h>
#include <arcas/graph/collected.h>
#include <arcas/graph/each_weight.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/number_text.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class W>
using edge_of = basic_edge<vertex, W>;

// Weights as unsigned integers in the same order, so that growing_forest is compiled for each size
// of weights, not for each type.
template <class W>
using order_key = std::conditional_t<
    !is_weight<W>, unweighted,
    std::conditional_t<sizeof(W) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>>;
template <class K>
constexpr K sign_bit = K{1} << (std::numeric_limits<K>::digits - 1);

template <class W>
order_key<W> key_of(W weight) {
  using K = order_key<W>;
  if constexpr (std::is_integral_v<W>) return static_cast<K>(weight) ^ sign_bit<K>;
  const auto bits = std::bit_cast<K>(weight == 0 ? W{0} : weight);  // -0 equals 0
  return (bits & sign_bit<K>) != 0 ? ~bits : bits ^ sign_bit<K>;
}
template <class W>
W weight_of(order_key<W> key) {
  using K = order_key<W>;
  if constexpr (std::is_integral_v<W>) return static_cast<W>(key ^ sign_bit<K>);
  return std::bit_cast<W>((key & sign_bit<K>) != 0 ? key ^ sign_bit<K> : ~key);
}

// Whether a comes before b. Of two different edges one comes first; of parallel edges of equal
// weight neither does.
template <class K>
bool is_before(const edge_of<K>& a, const edge_of<K>& b) {
  if constexpr (is_weight<K>) {
    if (a.weight != b.weight) return a.weight < b.weight;
  }
  return a.from != b.from ? a.from < b.from : a.to < b.to;
}

// Returns each edge once, from its lesser end; of parallel edges that are adjacent in the row, the
// lightest.
template <class W>
plain_array<edge_of<order_key<W>>> edges_of(const basic_undirected_graph<W>& g,
                                            const loop_options& loops) {
  using edge_by_key = edge_of<order_key<W>>;
  return collected<edge_by_key>(g.vertex_count(), loops, [&](vertex v, const auto& use) {
    const auto row = g.neighbors(v);
    for (std::size_t i = 0; i < row.size();) {
      const std::size_t first = i;
      while (i < row.size() && row[i] == row[first]) ++i;
      edge_by_key e;
      e.from = v;
      e.to = row[first];
      if (e.to <= v) continue;
      if constexpr (is_weight<W>) {
        const W* const weights = g.out_edges(v).weights().data();
        e.weight = key_of(*std::min_element(weights + first, weights + i));
      }
      use(e);
    }
  });
}

// Refuses weights that are NaN, since they have no order.
template <class W>
void refuse_no_number(std::span<const edge_of<order_key<W>>> edges, const loop_options& loops) {
  if constexpr (is_weight<W> && std::is_floating_point_v<W>) {
    const std::size_t none = edges.size();
    const std::size_t at = whole_reduce(none, minimum<std::size_t>{}, loops, [&](std::size_t i) {
      return std::isnan(weight_of<W>(edges[i].weight)) ? i : none;
    });
    if (at >= none) return;
    throw vertex_error(
        "a spanning forest requires weights that are numbers; the weight of the edge from {} to {} "
        "is not a number",
        {edges[at].from, edges[at].to});
  }
}

template <class W>
auto total_of(const std::vector<edge_of<W>>& edges) {
  using sum = decltype(spanning_forest_result<W>::weight);
  if constexpr (!is_weight<W>) {
    return static_cast<sum>(edges.size());
  } else {
    sum total = 0;
    bool beyond = false;
    for (const edge_of<W>& e : edges) {
      if constexpr (std::is_integral_v<W>) {
        beyond |= __builtin_add_overflow(total, sum{e.weight}, &total);
      } else {
        total += e.weight;
      }
    }
    if constexpr (!std::is_integral_v<W>) beyond = !std::isfinite(total);
    if (!beyond) return total;
    throw std::invalid_argument(
        "the weights of the spanning forest add up to a number that is not between " +
        number_text(std::numeric_limits<sum>::lowest()) + " and " +
        number_text(std::numeric_limits<sum>::max()) + ". Divide all weights by a number");
  }
}

template <class K>
class growing_forest {
 public:
  growing_forest(plain_array<edge_of<K>> edges, std::size_t n, const loop_options& loops)
      : loops_(loops), left_(std::move(edges)), spare_(left_.size()), root_(n), next_(n), best_(n) {
    whole_for(n, loops, [&](std::size_t v) { root_[v] = static_cast<vertex>(v); });
  }

  // Returns the edges of the forest, sorted by their ends.
  std::vector<edge_of<K>> run() {
    while (left_.size() != 0) {
      choose();
      hook();
      shorten();
      drop_inner();
    }
    arcas::sort(
        chosen_,
        [](const edge_of<K>& a, const edge_of<K>& b) {
          return a.from != b.from ? a.from < b.from : a.to < b.to;
        },
        loops_);
    if (loops_.stop.stop_requested()) throw interrupted();
    return std::move(chosen_);
  }

 private:
  static constexpr edge_index none = std::numeric_limits<edge_index>::max();

  // Sets best_ of each root to the first edge that leaves its tree.
  void choose() {
    whole_for(root_.size(), loops_, [&](std::size_t v) { best_[v] = none; });
    whole_for(left_.size(), loops_, [&](std::size_t i) {
      propose(root_[left_[i].from], i);
      propose(root_[left_[i].to], i);
    });
  }
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

  // Links each root under the root at the other end of its edge. If two roots have chosen the same
  // edge, the lesser one remains a root. Longer cycles are impossible: each edge of such a cycle
  // would come before the next edge.
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
  refuse_no_number<W>(std::as_const(edges).all(), options.loops);
  auto chosen =
      growing_forest<order_key<W>>(std::move(edges), g.vertex_count(), options.loops).run();
  spanning_forest_result<W> result;
  if constexpr (is_weight<W>) {
    result.edges.resize(chosen.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      result.edges[i] = {chosen[i].from, chosen[i].to, weight_of<W>(chosen[i].weight)};
    }
  } else {
    result.edges = std::move(chosen);
  }
  result.weight = total_of<W>(result.edges);
  result.trees = g.vertex_count() - result.edges.size();
  return result;
}

#define ARCAS_INSTANTIATE(W)                                                           \
  template spanning_forest_result<W> spanning_forest(const basic_undirected_graph<W>&, \
                                                     const spanning_forest_options&);
ARCAS_EACH_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
