// SPDX-License-Identifier: Apache-2.0
// cluster_graph/connected_components.cpp is a separate implementation: there, following a pointer
// may cost a message.
#include <arcas/graph/kernels/components.h>
#include <arcas/graph/kernels/vertex_bits.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <unordered_map>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The number of vertices sampled to guess the largest component: a component with a tenth of all
// vertices occurs about a hundred times in the sample.
constexpr std::size_t guesses = 1024;
// The mean degree above which a flood (flooded()) reads fewer than two neighbours a vertex.
constexpr edge_index high_degree = 8;
// The number of vertices sampled to judge whether neighbours mostly have near numbers. Two numbers
// are near if their difference is below a near_part-th of the number of vertices. (In a web graph
// and in road networks half of the neighbours are near; in social, generated and sales networks, at
// most a tenth.)
constexpr std::size_t numbers = 64;
constexpr std::size_t near_part = 64;

// A flood begins to sweep when its frontier has one alpha-th of all arcs. The breadth-first search
// of GAPBS has the same alpha for its change to bottom-up.
constexpr edge_index alpha = 15;
// A sweep that finds at most a flood_rest-th of all vertices is the last.
constexpr std::size_t flood_rest = 64;

// Whether f is true for any neighbour, in either direction.
template <class F>
bool any_neighbor(const graph_view& g, vertex v, const F& f) {
  for (const vertex u : g.out_neighbors(v)) {
    if (f(u)) return true;
  }
  if (g.symmetric()) return false;
  for (const vertex u : g.in_neighbors(v)) {
    if (f(u)) return true;
  }
  return false;
}

// See flooded().
class flood {
 public:
  flood(const graph_view& g, vertex from, const loop_options& loops)
      : g_(g), loops_(loops), inside_(g.vertex_count()), queue_(g.vertex_count()) {
    inside_.clear(loops);
    inside_.set(from);
    queue_.push(from);
  }

  vertex_bits run() {
    std::size_t first = 0;
    edge_index edges = arcs_of(queue_[0]);
    while (first < queue_.size() && edges * alpha < g_.arc_count()) {
      const std::size_t last = queue_.size();
      edges = claim_neighbors(first, last);
      first = last;
    }
    if (first == queue_.size()) return std::move(inside_);
    while (sweep() > g_.vertex_count() / flood_rest) {
    }
    return std::move(inside_);
  }

 private:
  edge_index arcs_of(vertex v) const { return g_.out_degree(v) + g_.in_degree(v); }

  // Returns the number of arcs of the vertices found.
  edge_index claim_neighbors(std::size_t first, std::size_t last) {
    return append_and_count(
        queue_, last - first, loops_, [&](vertex v) { return arcs_of(v); },
        [&](const auto& push, std::size_t i) {
          any_neighbor(g_, queue_[first + i], [&](vertex v) {
            if (!inside_.test_among_others(v) && inside_.claim_among_others(v)) push(v);
            return false;
          });
        });
  }

  // Returns the number of vertices found. Each word is written by one worker only and read by all.
  std::size_t sweep() {
    return whole_reduce(inside_.word_count(), plus<std::size_t>{}, loops_, [&](std::size_t w) {
      const vertex_bits::word before = inside_.at_word(w);
      vertex_bits::word found = 0;
      for_each_bit(~before & inside_.valid(w), w, [&](vertex v) {
        const auto inside = [&](vertex u) { return inside_.test_among_others(u); };
        if (any_neighbor(g_, v, inside)) found |= vertex_bits::word{1} << (v % 64);
      });
      // relaxed: a worker that sees the word early only finds more vertices in this sweep; the end
      // of the loop publishes it.
      std::atomic_ref(inside_.at_word(w)).store(before | found, std::memory_order_relaxed);
      return static_cast<std::size_t>(std::popcount(found));
    });
  }

  const graph_view& g_;
  const loop_options& loops_;
  vertex_bits inside_;
  vertex_queue queue_;
};

}  // namespace

vertex_bits detail::flooded(const graph_view& g, vertex from, const loop_options& loops) {
  return flood(g, from, loops).run();
}

namespace {

class forest {
 public:
  forest(const graph_view& g, const loop_options& loops)
      : g_(g), loops_(loops), parents_(g.vertex_count()) {}

  plain_array<vertex> grown() {
    const std::size_t n = g_.vertex_count();
    if (g_.arc_count() > high_degree * n && !numbered_along()) {
      sample_by_flood();
    } else {
      sample_by_neighbors();
    }
    const vertex largest = guess();
    whole_for(n, loops_, [&](std::size_t v) {
      if (parent(static_cast<vertex>(v)) != largest) finish(static_cast<vertex>(v));
    });
    compress();
    return std::move(parents_);
  }

 private:
  // relaxed, here and below: a pointer only moves to lower vertices of the same component, so an
  // old value is a vertex of the component, too; the end of each loop publishes the pointers.
  vertex parent(vertex v) {
    return std::atomic_ref(parents_[v]).load(std::memory_order_relaxed);  // relaxed: see above
  }

  // Whether neighbours mostly have near numbers, so that a flood would be slow (components.h).
  bool numbered_along() const {
    const std::size_t n = g_.vertex_count();
    random_stream draws(0, 2);
    std::size_t near = 0;
    std::size_t linked = 0;
    for (std::size_t i = 0; i < numbers; ++i) {
      const auto v = static_cast<vertex>(draws.next() % n);
      const auto row = g_.out_neighbors(v);
      if (row.empty()) continue;
      ++linked;
      near += std::max(v, row.front()) - std::min(v, row.front()) < n / near_part ? 1 : 0;
    }
    return near > linked / 2;
  }

  void sample_by_neighbors() {
    const std::size_t n = g_.vertex_count();
    whole_for(n, loops_, [&](std::size_t first, std::size_t last) { point_to_least(first, last); });
    compress();
    whole_for(n, loops_, [&](std::size_t v) {
      const auto row = g_.out_neighbors(static_cast<vertex>(v));
      if (row.size() > 1) link(static_cast<vertex>(v), row[1]);
    });
    compress();
  }

  // Points each vertex of a chunk to its least neighbour, or to itself if it has no lower one.
  // Vertices are visited in ascending order: if the least neighbour is in the same chunk, it has
  // its pointer already, and the vertex takes this pointer, which leads further.
  void point_to_least(std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      const auto row = g_.out_neighbors(static_cast<vertex>(v));
      const std::size_t least = row.empty() ? v : std::min<std::size_t>(v, row.front());
      parents_[v] = least < first || least == v ? static_cast<vertex>(least) : parents_[least];
    }
  }

  void sample_by_flood() {
    const vertex_bits inside = flooded(g_, well_linked(), loops_);
    const vertex least = first_of(inside);
    whole_for(inside.word_count(), loops_, [&](std::size_t w) {
      for_each_bit(inside.valid(w), w, [&](vertex v) { parents_[v] = inside.test(v) ? least : v; });
    });
  }

  // Returns the vertex of the highest degree among a random sample.
  vertex well_linked() const {
    vertex best = 0;
    random_stream draws(0, 1);
    for (std::size_t i = 0; i < guesses; ++i) {
      const auto v = static_cast<vertex>(draws.next() % parents_.size());
      if (g_.out_degree(v) > g_.out_degree(best)) best = v;
    }
    return best;
  }

  static vertex first_of(const vertex_bits& some) {
    std::size_t w = 0;
    while (some.at_word(w) == 0) ++w;
    return static_cast<vertex>(w * vertex_bits::word_bits +
                               static_cast<std::size_t>(std::countr_zero(some.at_word(w))));
  }

  void finish(vertex v) {
    for (const vertex u : g_.out_neighbors(v)) link(v, u);
    if (g_.symmetric()) return;
    for (const vertex u : g_.in_neighbors(v)) link(v, u);
  }

  void link(vertex u, vertex v) {
    vertex a = parent(u);
    vertex b = parent(v);
    while (a != b) {
      const vertex high = std::max(a, b);
      const vertex low = std::min(a, b);
      vertex found = parent(high);
      if (found == low) return;
      // relaxed: see parent().
      if (found == high && std::atomic_ref(parents_[high])
                               .compare_exchange_strong(found, low, std::memory_order_relaxed)) {
        return;
      }
      a = parent(parent(high));
      b = parent(low);
    }
  }

  // Points each vertex to its root.
  void compress() {
    whole_for(g_.vertex_count(), loops_, [&](std::size_t v) {
      const vertex before = parent(static_cast<vertex>(v));
      vertex root = before;
      for (vertex above = parent(root); above != root; above = parent(root)) root = above;
      // relaxed: see parent().
      if (root != before) std::atomic_ref(parents_[v]).store(root, std::memory_order_relaxed);
    });
  }

  vertex guess() {
    const std::size_t n = parents_.size();
    if (n == 0) return 0;
    std::unordered_map<vertex, unsigned> met;
    random_stream draws(0, 0);
    for (std::size_t i = 0; i < guesses; ++i) ++met[parents_[draws.next() % n]];
    return std::ranges::max_element(met, {}, [](const auto& entry) { return entry.second; })->first;
  }

  const graph_view& g_;
  const loop_options& loops_;
  plain_array<vertex> parents_;
};

}  // namespace

components_result components(const graph_view& g, const components_options& options) {
  return {forest(g, options.loops).grown()};
}

std::vector<component_size> component_sizes(std::span<const vertex> labels,
                                            const loop_options& loops) {
  plain_array<vertex> counts(labels.size());
  whole_for(labels.size(), loops, [&](std::size_t v) { counts[v] = 0; });
  whole_for(labels.size(), loops, [&](std::size_t first, std::size_t last) {
    // Consecutive vertices often have the same label; they are counted together.
    for (std::size_t v = first; v < last;) {
      std::size_t end = v + 1;
      while (end < last && labels[end] == labels[v]) ++end;
      // relaxed: only the sum matters; the end of the loop publishes it.
      std::atomic_ref(counts[labels[v]])
          .fetch_add(static_cast<vertex>(end - v), std::memory_order_relaxed);
      v = end;
    }
  });
  std::vector<component_size> sizes;
  for (std::size_t v = 0; v < counts.size(); ++v) {
    if (counts[v] != 0) sizes.push_back({static_cast<vertex>(v), counts[v]});
  }
  std::ranges::stable_sort(sizes, std::greater{}, &component_size::vertices);
  return sizes;
}

}  // namespace arcas::inline v0::graph
