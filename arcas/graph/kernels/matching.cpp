// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/matching.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The place of an edge in the order: different for any two edges, and the same from both ends.
template <class W>
struct edge_place {
  W weight;
  std::uint64_t drawn;
  vertex low, high;

  bool is_before(const edge_place& b) const {
    if (weight != b.weight) return weight > b.weight;
    return std::tie(drawn, low, high) < std::tie(b.drawn, b.low, b.high);
  }
};
template <class W>
edge_place<W> place_of(vertex a, vertex b, W weight, std::uint64_t seed) {
  if (weight != weight) weight = std::numeric_limits<W>::lowest();
  const vertex low = std::min(a, b), high = std::max(a, b);
  return {weight, scrambled(scrambled(seed + low) + high), low, high};
}

// Calls use(neighbour, weight) for each edge of v; the weight is 1 in a graph without weights.
template <class Use>
void for_each_edge(const row_view& rows, vertex v, const Use& use) {
  for (const vertex u : rows.neighbors(v)) use(u, 1);
}
template <class W, class Use>
void for_each_edge(const basic_adjacency<W>& rows, vertex v, const Use& use) {
  for (const auto [u, w] : rows.edges(v)) use(u, w);
}

template <class Rows>
class pointing {
 public:
  pointing(const Rows& rows, const matching_options& options)
      : rows_(rows), options_(options), first_(rows.vertex_count()) {}

  matching_result run() {
    const std::size_t n = rows_.vertex_count();
    plain_array<vertex>& mates = result_.mates;
    mates = plain_array<vertex>(n);
    whole_for(n, options_.loops, [&](std::size_t v) { mates[v] = first_[v] = no_vertex; });
    vertex_queue left(n), later(n);
    for (std::size_t v = 0; v < n; ++v) left.push(static_cast<vertex>(v));
    while (!left.empty()) {
      whole_for(left.size(), options_.loops, [&](std::size_t i) { point(left[i]); });
      // A vertex writes only its own mate, and reads what the loop above has written.
      later.clear();
      append_each(later, left.size(), options_.loops, [&](const auto& push, std::size_t i) {
        const vertex v = left[i], u = first_[v];
        if (u == no_vertex) return;
        if (first_[u] == v) {
          mates[v] = u;
        } else {
          push(v);
        }
      });
      std::swap(left, later);
    }
    result_.size =
        whole_reduce(n, plus<std::size_t>{}, options_.loops, [&](std::size_t v) -> std::size_t {
          return mates[v] != no_vertex && v < mates[v] ? 1 : 0;
        });
    return std::move(result_);
  }

 private:
  void point(vertex v) {
    vertex best = no_vertex;
    using place = decltype(place_of_any());
    place best_place{};
    for_each_edge(rows_, v, [&](vertex u, auto w) {
      if (u == v || result_.mates[u] != no_vertex) return;
      const place here = place_of(v, u, w, options_.seed);
      if (best != no_vertex && !here.is_before(best_place)) return;
      best = u;
      best_place = here;
    });
    first_[v] = best;
  }
  static auto place_of_any() {
    if constexpr (requires(const Rows& r) { r.edges(vertex{}); }) {
      using W = decltype((*std::declval<const Rows&>().edges(vertex{}).begin()).weight);
      return edge_place<W>{};
    } else {
      return edge_place<int>{};
    }
  }

  const Rows& rows_;
  const matching_options& options_;
  plain_array<vertex> first_;  // of each vertex, where it points (matching.h)
  matching_result result_;
};

}  // namespace

matching_result matching(const undirected_view& g, const matching_options& options) {
  if (options.weighted)
    throw std::invalid_argument("a matching by weights requires a graph with weights");
  return pointing<row_view>(g.out(), options).run();
}

template <class W>
matching_result detail::matching_by_weights(const basic_adjacency<W>& rows,
                                            const matching_options& options) {
  return pointing<basic_adjacency<W>>(rows, options).run();
}
#define ARCAS_INSTANTIATE(W)                                                      \
  template matching_result detail::matching_by_weights(const basic_adjacency<W>&, \
                                                       const matching_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
