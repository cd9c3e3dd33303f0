// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/brandes.h>
#include <arcas/graph/kernels/own_loop.h>
#include <arcas/graph/kernels/pagerank_steps.h>
#include <arcas/loops/runtime.h>

#include <algorithm>
#include <atomic>

namespace arcas::graph {
namespace {

// A push costs about this many times a look of a pull: it may wait for another's line.
constexpr edge_index push_cost = 3;
// A level with fewer vertices is done by the calling thread, which need not lock anything.
constexpr std::size_t worth_a_loop = 128;
// Longer rows are added up by four sums at a time: a twelfth less time on a web graph, where sums
// of short rows lost.
constexpr std::size_t worth_four_sums = 64;
// Vertices ahead whose row is asked for.
constexpr std::size_t ahead = 4;

void prefetch_after(const link_rows& rows, std::span<const vertex> order, std::size_t i) {
  if (i + 2 * ahead < order.size()) rows.prefetch_offset(order[i + 2 * ahead]);
  if (i + ahead < order.size()) rows.prefetch_row(order[i + ahead]);
}

double sum_over(std::span<const vertex> row, const plain_array<double>& values) {
  if (row.size() > worth_four_sums) {
    return sum_of_shares(row, [at = values.data()](vertex v) { return at[v]; });
  }
  double sum = 0;
  for (const vertex v : row) sum += values[v];
  return sum;
}

}  // namespace

brandes::brandes(const links& g, bool endpoints, bool locality, const loop_options& loops)
    : g_(g),
      endpoints_(endpoints),
      alone_((loops.on == nullptr ? runtime::default_runtime() : *loops.on).workers() == 1),
      loops_(loops),
      homes_(g, locality, loops),
      over_words_(homes_.over_words(loops)),
      scores_(g.vertex_count()),
      queue_(g.vertex_count()),
      visited_(g.vertex_count()),
      found_(g.vertex_count()) {
  const std::size_t n = g.vertex_count();
  for (std::size_t parity = 0; parity < 2; ++parity) {
    ways_[parity] = plain_array<double>(n);
    carried_[parity] = plain_array<double>(n);
    homes_.place(ways_[parity].all());
    homes_.place(carried_[parity].all());
  }
  homes_.place(scores_.all());
  whole_for(n, homes_.over_vertices(loops), [&](std::size_t v) { scores_[v] = 0; });
  found_.clear(over_words_);
  clear_all();
}

void brandes::add(vertex source) {
  search(source);
  for (std::size_t level = levels_.size() - 1; level-- > 0;) {
    return_from(level, level + 2 == levels_.size());
  }
  if (endpoints_) scores_[source] += static_cast<double>(queue_.size() - 1);
  clear();
}

void brandes::search(vertex source) {
  levels_ = {0};
  queue_.push(source);
  visited_.set(source);
  ways_[0][source] = 1;
  edge_index frontier = g_.out_degree(source);
  edge_index left = g_.arc_count() - frontier;
  for (std::size_t level = 0; queue_.size() != levels_.back(); ++level) {
    levels_.push_back(queue_.size());
    const bool pulls = frontier * push_cost > left + g_.vertex_count();
    frontier = pulls ? pull(level) : push(level);
    left -= std::min(left, frontier);
  }
}

// The frontier gives its ways to its unvisited neighbours. Returns the arcs of those.
edge_index brandes::push(std::size_t level) {
  struct own {
    queue_buffer buffer;
    edge_index arcs = 0;
  };
  const auto frontier = on_level(level);
  if (alone_ || frontier.size() < worth_a_loop) return push_alone(level, frontier);
  const plain_array<double>& from = ways_[level % 2];
  plain_array<double>& to = ways_[(level + 1) % 2];
  const auto give = [&](own& mine, std::size_t i) {
    prefetch_after(g_.out(), frontier, i);
    const double ways = from[frontier[i]];
    for (const vertex v : g_.out_neighbors(frontier[i])) {
      if (visited_.test(v)) continue;
      // relaxed: only the sum matters, and the end of the loop publishes it.
      std::atomic_ref(to[v]).fetch_add(ways, std::memory_order_relaxed);
      if (found_.test_among_others(v) || !found_.claim_among_others(v)) continue;
      mine.buffer.push(v, queue_);
      mine.arcs += g_.out_degree(v);
    }
  };
  edge_index arcs = 0;
  const std::size_t first = queue_.size();
  const auto finish = [&](own& mine) {
    mine.buffer.flush(queue_);
    arcs += mine.arcs;
  };
  whole_for_own<own>(frontier.size(), loops_, give, finish);
  mark_visited(first);
  return arcs;
}

// The same by the calling thread: nothing is locked.
edge_index brandes::push_alone(std::size_t level, std::span<const vertex> frontier) {
  const plain_array<double>& from = ways_[level % 2];
  plain_array<double>& to = ways_[(level + 1) % 2];
  const std::size_t first = queue_.size();
  edge_index arcs = 0;
  for (std::size_t i = 0; i < frontier.size(); ++i) {
    prefetch_after(g_.out(), frontier, i);
    const double ways = from[frontier[i]];
    for (const vertex v : g_.out_neighbors(frontier[i])) {
      if (visited_.test(v)) continue;
      if (to[v] == 0) {
        queue_.push(v);
        arcs += g_.out_degree(v);
      }
      to[v] += ways;
    }
  }
  for (const vertex v : queue_.from(first)) visited_.set(v);
  return arcs;
}

// What was found is visited from now on.
void brandes::mark_visited(std::size_t first) {
  const auto mark = [&](std::size_t i) {
    visited_.set_among_others(queue_[first + i]);
    found_.clear_word_among_others(queue_[first + i]);
  };
  const std::size_t count = queue_.size() - first;
  if (count < worth_a_loop) {
    for (std::size_t i = 0; i < count; ++i) mark(i);
  } else {
    whole_for(count, loops_, mark);
  }
}

double brandes::ways_to(vertex v, const plain_array<double>& before) const {
  return sum_over(g_.in_neighbors(v), before);
}

// All unvisited vertices add up the ways of their neighbours. Returns the arcs of those found.
edge_index brandes::pull(std::size_t level) {
  const plain_array<double>& from = ways_[level % 2];
  plain_array<double>& to = ways_[(level + 1) % 2];
  const edge_index arcs =
      whole_reduce(visited_.word_count(), plus<edge_index>{}, over_words_, [&](std::size_t w) {
        edge_index sum = 0;
        vertex_bits::word found = 0;
        for_each_bit(~visited_.at_word(w) & visited_.valid(w), w, [&](vertex v) {
          const double ways = ways_to(v, from);
          if (ways == 0) return;
          to[v] = ways;
          found |= vertex_bits::word{1} << (v % vertex_bits::word_bits);
          sum += g_.out_degree(v);
        });
        found_.at_word(w) = found;
        return sum;
      });
  list_found();
  return arcs;
}

void brandes::list_found() {
  whole_for_own<queue_buffer>(
      found_.word_count(), over_words_,
      [&](queue_buffer& mine, std::size_t w) {
        for_each_bit(found_.at_word(w), w, [&](vertex v) { mine.push(v, queue_); });
        visited_.at_word(w) |= found_.at_word(w);
        found_.at_word(w) = 0;
      },
      [&](queue_buffer& mine) { mine.flush(queue_); });
}

// delta of all vertices of a level, whose successors are on the next; the last level has none.
void brandes::return_from(std::size_t level, bool last) {
  const auto order = on_level(level);
  const plain_array<double>& ways = ways_[level % 2];
  const plain_array<double>& after = carried_[(level + 1) % 2];
  plain_array<double>& carried = carried_[level % 2];
  const auto take_back = [&](std::size_t i) {
    const vertex u = order[i];
    double sum = 0;
    if (!last) {
      prefetch_after(g_.out(), order, i);
      sum = sum_over(g_.out_neighbors(u), after);
    }
    const double delta = ways[u] * sum;
    carried[u] = (1 + delta) / ways[u];
    if (level != 0) scores_[u] += endpoints_ ? delta + 1 : delta;
  };
  if (order.size() < worth_a_loop) {
    for (std::size_t i = 0; i < order.size(); ++i) take_back(i);
  } else {
    whole_for(order.size(), loops_, take_back);
  }
}

// Only what was reached has to be cleared for the next source; where that is much, one line after
// the other is quicker.
void brandes::clear() {
  if (queue_.size() > g_.vertex_count() / 8) {
    clear_all();
  } else {
    whole_for(queue_.size(), loops_, [&](std::size_t i) {
      const vertex v = queue_[i];
      ways_[0][v] = ways_[1][v] = carried_[0][v] = carried_[1][v] = 0;
      visited_.clear_word_among_others(v);
    });
  }
  queue_.clear();
}

void brandes::clear_all() {
  whole_for(g_.vertex_count(), homes_.over_vertices(loops_),
            [&](std::size_t first, std::size_t last) {
              for (by_parity* values : {&ways_, &carried_}) {
                for (plain_array<double>& part : *values) {
                  std::fill(part.begin() + first, part.begin() + last, 0.0);
                }
              }
            });
  visited_.clear(over_words_);
}

}  // namespace arcas::graph
