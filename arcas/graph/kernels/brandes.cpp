// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/brandes.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>

namespace arcas::graph::detail {
namespace {

// A push costs about this many times a look of a pull: it may wait for another's line.
constexpr edge_index push_cost = 3;
// A level with fewer links is done by the calling thread, which need not lock anything: a quarter
// less time on NY (docs/experiments/2026-11-21-kernels-beside-gapbs.md, as the two below; the
// number itself, about what a loop takes to begin and end, has no table).
constexpr edge_index links_worth_a_loop = 384;
// A level with fewer takes some 100 us at most: it is cut in as many ranges as there are workers,
// since to take over another's work costs more than it brings, and it is not interrupted: 60 ms
// where 65 on NY.
constexpr edge_index links_worth_claims = 16384;
// Longer rows are added up by four sums at a time: 4 to 10 % less time on cnr-2000; for all rows
// above 8 a tenth more.
constexpr std::size_t worth_four_sums = 64;
// Vertices ahead whose row is asked for, and as many links of a row whose vertices are.
constexpr std::size_t order_ahead = 4;
// Stamps; those between the two stand for a level each.
constexpr std::uint8_t never = 0;
constexpr std::uint8_t long_ago = 255;
constexpr std::size_t levels_of_late = long_ago - never - 1;

std::uint8_t stamp_after(std::size_t level) {
  return static_cast<std::uint8_t>(never + 1 + level % levels_of_late);
}

void prefetch_after(const link_rows& rows, std::span<const vertex> order, std::size_t i) {
  if (i + 2 * order_ahead < order.size()) rows.prefetch_offset(order[i + 2 * order_ahead]);
  if (i + order_ahead < order.size()) rows.prefetch_row(order[i + order_ahead]);
}

// What a push from order[i] on will write: a locked operation waits for each miss.
void prefetch_ways(const link_rows& rows, std::span<const vertex> order, std::size_t i,
                   const double* from, double* to) {
  if (i + 2 * order_ahead < order.size()) __builtin_prefetch(from + order[i + 2 * order_ahead]);
  if (i + order_ahead / 2 >= order.size()) return;
  const auto row = rows.neighbors(order[i + order_ahead / 2]);
  const std::size_t some = std::min(row.size(), order_ahead);
  for (std::size_t k = 0; k < some; ++k) __builtin_prefetch(to + row[k], 1);
}

double values_over(std::span<const vertex> row, const double* values) {
  const auto read = [=](vertex v) { return values[v]; };
  return row.size() > worth_four_sums ? sum_over<4>(row, read) : sum_over<1>(row, read);
}

loop_options briefly(loop_options loops) {
  loops.stop = {};
  if (loops.distributor.automatic() && loops.grain == 0) loops.distributor = "static";
  return loops;
}

}  // namespace

brandes::brandes(const links& g, bool endpoints, bool locality, const loop_options& loops,
                 unsigned workers)
    : g_(g),
      endpoints_(endpoints),
      alone_(workers == 1),
      loops_(loops),
      brief_(briefly(loops)),
      homes_(g, locality, loops),
      reached_(g.vertex_count()),
      scores_(g.vertex_count()),
      queue_(g.vertex_count()) {
  const std::size_t n = g.vertex_count();
  for (std::size_t parity = 0; parity < 2; ++parity) {
    ways_[parity] = plain_array<double>(n);
    carried_[parity] = plain_array<double>(n);
    homes_.place(ways_[parity].all());
    homes_.place(carried_[parity].all());
  }
  homes_.place(reached_.all());
  homes_.place(scores_.all());
  whole_for(n, homes_.over_vertices(loops), [&](std::size_t v) { scores_[v] = 0; });
  clear_all();
}

void brandes::add(vertex source) {
  search(source);
  for (std::size_t level = levels_.size(); level-- > 0;) {
    stop_if_asked();
    return_from(level, level + 1 == levels_.size());
  }
  if (endpoints_) scores_[source] += static_cast<double>(queue_.size() - 1);
  clear();
}

void brandes::search(vertex source) {
  queue_.push(source);
  reached_[source] = long_ago;
  ways_[0][source] = 1;
  levels_ = {{0, 1, g_.out_degree(source)}};
  edge_index left = g_.arc_count();
  for (std::size_t level = 0;; ++level) {
    stop_if_asked();
    const stretch frontier = levels_.back();
    left -= std::min(left, frontier.arcs);
    if (level != 0 && level % levels_of_late == 0) let_age();
    const bool pulls = frontier.arcs * push_cost > left + g_.vertex_count();
    const edge_index arcs = pulls ? pull(level) : push(level);
    if (queue_.size() == frontier.end) return;
    levels_.push_back({frontier.end, queue_.size(), arcs});
  }
}

bool brandes::worth_a_loop(const stretch& level) const {
  return !alone_ && level.arcs >= links_worth_a_loop;
}

const loop_options& brandes::loops_for(const stretch& level) const {
  return level.arcs < links_worth_claims ? brief_ : loops_;
}

void brandes::stop_if_asked() const {
  if (loops_.stop.stop_requested()) throw interrupted();
}

// All stamps of levels are free again.
void brandes::let_age() {
  whole_for(reached_.size(), homes_.over_vertices(loops_),
            [&](std::size_t v) { reached_[v] = reached_[v] == never ? never : long_ago; });
}

// work(mine, i) for every i below n finds the next level. Returns the arcs of that.
template <class Work>
edge_index brandes::found_by_all(std::size_t n, const loop_options& loops, Work&& work) {
  edge_index arcs = 0;
  whole_for_own<finder>(
      n, loops,
      [&](finder& mine, std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) work(mine, i);
        count_new(mine);
      },
      [&](finder& mine) {
        mine.buffer.flush(queue_);
        arcs += mine.arcs;
      });
  return arcs;
}

void brandes::find(finder& mine, vertex v, stamp now) {
  // relaxed: who does not see it yet takes v for one that is being found, which is right, too.
  std::atomic_ref(reached_[v]).store(now, std::memory_order_relaxed);
  if (mine.buffer.full()) {
    count_new(mine);
    mine.buffer.flush(queue_);
    mine.counted = 0;
  }
  mine.buffer.push(v, queue_);
}

// Apart from find(), where each look would wait for the locked operation before it.
void brandes::count_new(finder& mine) {
  for (const vertex v : mine.buffer.held().subspan(mine.counted)) mine.arcs += g_.out_degree(v);
  mine.counted = mine.buffer.held().size();
}

brandes::step brandes::step_after(std::size_t level) {
  return {stamp_after(level), ways_[level % 2].data(), ways_[(level + 1) % 2].data(),
          reached_.data()};
}

// The frontier gives its ways to its neighbours that were not reached before. Returns the arcs of
// those.
edge_index brandes::push(std::size_t level) {
  if (!worth_a_loop(levels_[level])) return push_alone(level);
  const auto frontier = in_queue(levels_[level]);
  const step next = step_after(level);
  const link_rows rows = g_.out();
  const auto give = [=, this](finder& mine, std::size_t i) {
    prefetch_after(rows, frontier, i);
    prefetch_ways(rows, frontier, i, next.from, next.to);
    const double ways = next.from[frontier[i]];
    for (const vertex v : rows.neighbors(frontier[i])) {
      // relaxed: see find().
      const stamp when = std::atomic_ref(next.reached[v]).load(std::memory_order_relaxed);
      if (when != never && when != next.now) continue;
      // relaxed: only the sum matters, and who was first; the end of the loop publishes it.
      const double before = std::atomic_ref(next.to[v]).fetch_add(ways, std::memory_order_relaxed);
      if (before == 0) find(mine, v, next.now);
    }
  };
  return found_by_all(frontier.size(), loops_for(levels_[level]), give);
}

// The same by the calling thread: nothing is locked.
edge_index brandes::push_alone(std::size_t level) {
  const auto frontier = in_queue(levels_[level]);
  const step next = step_after(level);
  const link_rows rows = g_.out();
  edge_index arcs = 0;
  for (std::size_t i = 0; i < frontier.size(); ++i) {
    prefetch_after(rows, frontier, i);
    const double ways = next.from[frontier[i]];
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

// All that were not reached add up the ways of their neighbours. Returns the arcs of those found.
edge_index brandes::pull(std::size_t level) {
  const step next = step_after(level);
  const link_rows rows = g_.in();
  const auto take = [=, this](finder& mine, std::size_t i) {
    if (next.reached[i] != never) return;
    const auto v = static_cast<vertex>(i);
    const double ways = values_over(rows.neighbors(v), next.from);
    if (ways == 0) return;
    next.to[v] = ways;
    find(mine, v, next.now);
  };
  return found_by_all(g_.vertex_count(), homes_.over_vertices(loops_), take);
}

// delta of all vertices of a level, whose successors are on the next; the last level has none.
void brandes::return_from(std::size_t level, bool last) {
  const auto order = in_queue(levels_[level]);
  const double* const ways = ways_[level % 2].data();
  const double* const after = carried_[(level + 1) % 2].data();
  double* const carried = carried_[level % 2].data();
  double* const scores = scores_.data();
  const link_rows rows = g_.out();
  const auto take_back = [=, endpoints = endpoints_](std::size_t i) {
    const vertex u = order[i];
    double sum = 0;
    if (!last) {
      prefetch_after(rows, order, i);
      sum = values_over(rows.neighbors(u), after);
    }
    const double delta = ways[u] * sum;
    carried[u] = (1 + delta) / ways[u];
    if (level != 0) scores[u] += endpoints ? delta + 1 : delta;
  };
  if (worth_a_loop(levels_[level])) {
    whole_for(order.size(), loops_for(levels_[level]), take_back);
  } else {
    for (std::size_t i = 0; i < order.size(); ++i) take_back(i);
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
      reached_[v] = never;
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
              std::fill(reached_.begin() + first, reached_.begin() + last, never);
            });
}

}  // namespace arcas::graph::detail
