// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/flood.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>

namespace arcas::graph::detail {
namespace {

// Sweeps begin when the frontier has this part of all arcs, as bottom-up steps do (bfs.h).
constexpr edge_index alpha = 15;
// A sweep that brings less than this part of the vertices is the last.
constexpr std::size_t flood_rest = 64;

// Whether any neighbour, in any direction, satisfies f.
template <class F>
bool any_neighbor(const links& g, vertex v, const F& f) {
  for (const vertex u : g.out_neighbors(v)) {
    if (f(u)) return true;
  }
  if (g.symmetric()) return false;
  for (const vertex u : g.in_neighbors(v)) {
    if (f(u)) return true;
  }
  return false;
}

class flood {
 public:
  flood(const links& g, vertex from, const loop_options& loops)
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

  // Arcs of the vertices that came in.
  edge_index claim_neighbors(std::size_t first, std::size_t last) {
    struct own {
      queue_buffer buffer;
      edge_index arcs = 0;
    };
    edge_index arcs = 0;
    whole_for_own<own>(
        last - first, loops_,
        [&](own& mine, std::size_t i) {
          any_neighbor(g_, queue_[first + i], [&](vertex v) {
            if (inside_.test_among_others(v) || !inside_.claim_among_others(v)) return false;
            mine.buffer.push(v, queue_);
            mine.arcs += arcs_of(v);
            return false;
          });
        },
        [&](own& mine) {
          mine.buffer.flush(queue_);
          arcs += mine.arcs;
        });
    return arcs;
  }

  // Vertices that came in. Each word is written by one worker only, and read by all.
  std::size_t sweep() {
    return whole_reduce(inside_.word_count(), plus<std::size_t>{}, loops_, [&](std::size_t w) {
      const vertex_bits::word before = inside_.at_word(w);
      vertex_bits::word found = 0;
      for_each_bit(~before & inside_.valid(w), w, [&](vertex v) {
        const auto inside = [&](vertex u) { return inside_.test_among_others(u); };
        if (any_neighbor(g_, v, inside)) found |= vertex_bits::word{1} << (v % 64);
      });
      // relaxed: who sees it early may come in early, too; the end of the loop publishes it.
      std::atomic_ref(inside_.at_word(w)).store(before | found, std::memory_order_relaxed);
      return static_cast<std::size_t>(std::popcount(found));
    });
  }

  const links& g_;
  const loop_options& loops_;
  vertex_bits inside_;
  vertex_queue queue_;
};

}  // namespace

vertex_bits flooded(const links& g, vertex from, const loop_options& loops) {
  return flood(g, from, loops).run();
}

}  // namespace arcas::graph::detail
