// SPDX-License-Identifier: Apache-2.0
// What do the pairs that start at one source contribute to betweenness? The two sweeps of
// betweenness.h, level by level, where the length of a path is its number of edges.
// cluster_graph/distributed_betweenness.cpp is a separate implementation: there, an edge is a
// message.
#pragma once

#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/path_count.h>
#include <arcas/graph/kernels/scaled_brandes.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <source_location>
#include <span>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Makes the two sweeps for one source after another, in the same arrays.
class brandes {
  // The cost of an arc in a push, if an arc in a pull costs 1: a push may wait for a cache line
  // that another worker has written.
  static constexpr edge_index push_cost = 3;
  // A row is prefetched this number of vertices ahead, and its offset twice as far ahead.
  static constexpr std::size_t order_ahead = 4;
  // When a vertex was reached, in one byte: `never`, `long_ago`, or, for a recent level, a number
  // between these two.
  using stamp = std::uint8_t;
  static constexpr stamp never = 0;
  static constexpr stamp long_ago = 255;
  static constexpr std::size_t levels_of_late = long_ago - never - 1;

 public:
  // Loops run on `workers` workers, at level 0 of the calling thread's place (worker_tree.h). A
  // single worker starts no loop and uses no locked operation. It touches its arrays first, so that
  // they are on its own NUMA node.
  brandes(const graph_view& g, const betweenness_options& options, unsigned workers)
      : g_(g),
        endpoints_(options.endpoints),
        alone_(workers == 1),
        loops_(options.loops),
        homes_(g, options.locality && !alone_, options.loops),
        over_vertices_(homes_.over_vertices(options.loops)),
        reached_(homes_.array<stamp>(g.vertex_count())),
        scores_(homes_.array<double>(g.vertex_count())),
        queue_(g.vertex_count()) {
    for (std::size_t parity = 0; parity < 2; ++parity) {
      ways_[parity] = homes_.array<double>(g.vertex_count());
      carried_[parity] = homes_.array<double>(g.vertex_count());
    }
    each(g.vertex_count(), over_vertices_, [&](std::size_t v) { scores_[v] = 0; });
    clear_all();
  }

  // Adds the contribution of the pairs that start at `source` to the scores.
  void add(vertex source) {
    search(source);
    if (beyond_plain_) add_scaled();
    for (std::size_t level = beyond_plain_ ? 0 : levels_.size(); level-- > 0;) {
      stop_if_asked();
      return_from(level, level + 1 == levels_.size());
    }
    if (endpoints_) scores_[source] += static_cast<double>(queue_.size() - 1);
    clear();
  }
  plain_array<double>& scores() { return scores_; }

 private:
  // Calls body(i) for each i below n; a single worker does so without a loop of the runtime.
  template <class Body>
  void each(std::size_t n, const loop_options& loops, const Body& body,
            const std::source_location& where = std::source_location::current()) const {
    if (!alone_) return whole_for(n, loops, body, where);
    for (std::size_t i = 0; i < n; ++i) body(i);
  }

  // The values of vertices on even and on odd levels. A vertex has 0 in the other array, and in
  // both until it is reached.
  using by_parity = std::array<plain_array<double>, 2>;
  // The range of a level in the queue.
  struct stretch {
    std::size_t begin;
    std::size_t end;
    edge_index arcs;  // out-arcs of its vertices
  };
  // The step from one level to the next.
  struct step {
    stamp now;           // stamp of the next level
    const double* from;  // path counts of this level
    double* to;          // path counts of the next level
    stamp* reached;
    bool* beyond_plain;

    void look_at(double ways) const {
      // relaxed: all workers write the same value; the end of the loop publishes it.
      if (!(ways <= most_plain_paths)) [[unlikely]]
        std::atomic_ref(*beyond_plain).store(true, std::memory_order_relaxed);
    }
    // relaxed: a worker that does not see the stamp adds to the count of the vertex as if it were
    // unreached. That is right: the vertex is on the level being reached.
    void mark(vertex v) const {
      std::atomic_ref(reached[v]).store(now, std::memory_order_relaxed);  // relaxed: see above
    }
  };

  void search(vertex source) {
    queue_.push(source);
    reached_[source] = long_ago;
    ways_[0][source] = 1;
    levels_ = {{0, 1, g_.out_degree(source)}};
    edge_index left = g_.arc_count();
    bool pulled = false;
    for (std::size_t level = 0;; ++level) {
      stop_if_asked();
      const stretch frontier = levels_.back();
      left -= std::min(left, frontier.arcs);
      if (level != 0 && level % levels_of_late == 0) let_age();
      const bool pulls = frontier.arcs * push_cost > left + g_.vertex_count();
      if (pulls && !pulled) look_at_frontier(level);
      const edge_index arcs = pulls ? pull(level) : push(level);
      pulled = pulls;
      if (queue_.size() == frontier.end) return;
      levels_.push_back({frontier.end, queue_.size(), arcs});
    }
  }

  std::span<const vertex> in_queue(const stretch& level) const {
    return queue_.all().subspan(level.begin, level.end - level.begin);
  }
  void stop_if_asked() const {
    if (loops_.stop.stop_requested()) throw interrupted();
  }

  // Changes the stamps of all reached vertices to long_ago, so that new levels can use the other
  // stamps.
  void let_age() {
    each(reached_.size(), over_vertices_,
         [&](std::size_t v) { reached_[v] = reached_[v] == never ? never : long_ago; });
  }

  step step_after(std::size_t level) {
    return {static_cast<stamp>(never + 1 + level % levels_of_late), ways_[level % 2].data(),
            ways_[(level + 1) % 2].data(), reached_.data(), &beyond_plain_};
  }
  auto degrees() const {
    return [this](vertex v) { return g_.out_degree(v); };
  }

  // Called before a pull that follows a push. Checks the counts that the push wrote against
  // most_plain_paths: a push checks only the counts that it reads, a pull only those that it
  // writes.
  void look_at_frontier(std::size_t level) {
    const step next = step_after(level);
    for (const vertex v : in_queue(levels_[level])) next.look_at(next.from[v]);
  }

  // Adds the path counts of the frontier to its neighbours that earlier levels have not reached.
  // Returns the number of out-arcs of the vertices that it reaches.
  edge_index push(std::size_t level) {
    if (alone_) return push_alone(level);
    const auto frontier = in_queue(levels_[level]);
    const step next = step_after(level);
    const row_view rows = g_.out();
    const auto give = [=](const auto& push, std::size_t i) {
      rows.prefetch_ahead(frontier, i, order_ahead);
      const double ways = next.from[frontier[i]];
      next.look_at(ways);
      for (const vertex v : rows.neighbors(frontier[i])) {
        // relaxed: see mark().
        const stamp when = std::atomic_ref(next.reached[v]).load(std::memory_order_relaxed);
        if (when != never && when != next.now) continue;
        // relaxed: only the sum matters, and which addition was the first; the end of the loop
        // publishes it.
        const double before =
            std::atomic_ref(next.to[v]).fetch_add(ways, std::memory_order_relaxed);
        if (before != 0) continue;
        next.mark(v);
        push(v);
      }
    };
    return append_and_count(queue_, frontier.size(), loops_, degrees(), give);
  }

  // One worker needs no locked operations, which saves a quarter of the time on New York's roads.
  edge_index push_alone(std::size_t level) {
    const auto frontier = in_queue(levels_[level]);
    const step next = step_after(level);
    const row_view rows = g_.out();
    edge_index arcs = 0;
    for (std::size_t i = 0; i < frontier.size(); ++i) {
      rows.prefetch_ahead(frontier, i, order_ahead);
      const double ways = next.from[frontier[i]];
      next.look_at(ways);
      for (const vertex v : rows.neighbors(frontier[i])) {
        if (next.reached[v] == never) {
          next.reached[v] = next.now;
          queue_.push(v);
          arcs += rows.degree(v);
        } else if (next.reached[v] != next.now) {
          continue;
        }
        next.to[v] += ways;
      }
    }
    return arcs;
  }

  // Each unreached vertex sums the path counts of its in-neighbours. Returns the number of out-arcs
  // of the vertices that are reached.
  edge_index pull(std::size_t level) {
    const step next = step_after(level);
    const row_view rows = g_.in();
    const auto take = [=](const auto& push, std::size_t i) {
      if (next.reached[i] != never) return;
      const auto v = static_cast<vertex>(i);
      const double ways =
          sum_over_row(rows.neighbors(v), [from = next.from](vertex u) { return from[u]; });
      if (ways == 0) return;
      next.look_at(ways);
      next.to[v] = ways;
      next.mark(v);
      push(v);
    };
    const std::size_t n = g_.vertex_count();
    if (!alone_) return append_and_count(queue_, n, over_vertices_, degrees(), take);
    edge_index arcs = 0;
    const auto append = [&](vertex v) {
      queue_.push(v);
      arcs += g_.out_degree(v);
    };
    for (std::size_t i = 0; i < n; ++i) take(append, i);
    return arcs;
  }

  // Computes delta (betweenness.h) for all vertices of a level from the values of the next level.
  // last: there is no next level.
  void return_from(std::size_t level, bool last) {
    const auto order = in_queue(levels_[level]);
    const double* const ways = ways_[level % 2].data();
    const double* const after = carried_[(level + 1) % 2].data();
    double* const carried = carried_[level % 2].data();
    double* const scores = scores_.data();
    const row_view rows = g_.out();
    const auto take_back = [=, endpoints = endpoints_](std::size_t i) {
      const vertex u = order[i];
      double sum = 0;
      if (!last) {
        rows.prefetch_ahead(order, i, order_ahead);
        sum = sum_over_row(rows.neighbors(u), [after](vertex v) { return after[v]; });
      }
      const double delta = ways[u] * sum;
      carried[u] = (1 + delta) / ways[u];
      if (level != 0) scores[u] += endpoints ? delta + 1 : delta;
    };
    each(order.size(), loops_, take_back);
  }

  // Adds the contribution of a source from which some path counts exceed most_plain_paths.
  void add_scaled() {
    if (!scaled_) scaled_ = std::make_unique<scaled_brandes>(g_);
    scaled_->add(
        levels_.size(), [&](std::size_t level) { return in_queue(levels_[level]); }, endpoints_,
        scores_.all(),
        [&](std::size_t n, const auto& body) {
          stop_if_asked();
          each(n, loops_, body);
        });
  }

  // Clears the entries of the reached vertices. If many vertices were reached, clears the whole
  // arrays, which is then faster.
  void clear() {
    if (queue_.size() > g_.vertex_count() / 8) {
      clear_all();
    } else {
      each(queue_.size(), loops_, [&](std::size_t i) {
        const vertex v = queue_[i];
        ways_[0][v] = ways_[1][v] = carried_[0][v] = carried_[1][v] = 0;
        reached_[v] = never;
      });
    }
    queue_.clear();
    beyond_plain_ = false;
  }

  void clear_all() {
    const auto wipe = [&](std::size_t first, std::size_t last) {
      for (by_parity* values : {&ways_, &carried_}) {
        for (plain_array<double>& part : *values) {
          std::fill(part.begin() + first, part.begin() + last, 0.0);
        }
      }
      std::fill(reached_.begin() + first, reached_.begin() + last, never);
    };
    if (alone_) return wipe(0, g_.vertex_count());
    whole_for(g_.vertex_count(), over_vertices_, wipe);
  }

  const graph_view& g_;
  const bool endpoints_;
  const bool alone_;  // one worker only
  const loop_options& loops_;
  const vertex_homes homes_;
  const loop_options over_vertices_;
  by_parity ways_;     // sigma: path counts
  by_parity carried_;  // (1 + delta) / sigma
  plain_array<stamp> reached_;
  plain_array<double> scores_;
  vertex_queue queue_;  // all reached vertices, level after level
  std::vector<stretch> levels_;
  bool beyond_plain_ = false;               // whether a path count is above most_plain_paths
  std::unique_ptr<scaled_brandes> scaled_;  // made for the first source that needs it
};

}  // namespace arcas::inline v0::graph::detail
