// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/sources.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/runtime/runtime.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <source_location>
#include <stdexcept>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// A push costs about this many times a look of a pull: it may wait for another's line.
constexpr edge_index push_cost = 3;
// Vertices ahead whose row is asked for, and as many links of a row whose vertices are.
constexpr std::size_t order_ahead = 4;
// When a vertex was reached, in one byte: never, long ago, or on the level that a number between
// the two stands for.
using stamp = std::uint8_t;
constexpr stamp never = 0;
constexpr stamp long_ago = 255;
constexpr std::size_t levels_of_late = long_ago - never - 1;

// One source at a time: the two sweeps, with arrays that are used again for the next source.
class brandes {
 public:
  // Loops run at level 0 of the calling thread's place, on so many workers. One worker starts no
  // loop, locks nothing, and touches its arrays first, so that they lie on its own node.
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

  // Adds what the pairs from `source` contribute to the scores.
  void add(vertex source) {
    search(source);
    for (std::size_t level = levels_.size(); level-- > 0;) {
      stop_if_asked();
      return_from(level, level + 1 == levels_.size());
    }
    if (endpoints_) scores_[source] += static_cast<double>(queue_.size() - 1);
    clear();
  }
  plain_array<double>& scores() { return scores_; }

 private:
  // body(i) for each i below n, without a loop of the runtime where there is one worker.
  template <class Body>
  void each(std::size_t n, const loop_options& loops, const Body& body,
            const std::source_location& where = std::source_location::current()) const {
    if (!alone_) return whole_for(n, loops, body, where);
    for (std::size_t i = 0; i < n; ++i) body(i);
  }

  // Values of even and of odd levels; 0 where a vertex has not been reached.
  using by_parity = std::array<plain_array<double>, 2>;
  // A level's place in the queue.
  struct stretch {
    std::size_t begin;
    std::size_t end;
    edge_index arcs;  // out of its vertices
  };
  // From a level to the next.
  struct step {
    stamp now;           // of the next
    const double* from;  // the ways to the one
    double* to;          // the ways to the other
    stamp* reached;

    // relaxed: a vertex whose stamp is not seen yet counts as one that is being found, which is
    // right, too.
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

  std::span<const vertex> in_queue(const stretch& level) const {
    return queue_.all().subspan(level.begin, level.end - level.begin);
  }
  void stop_if_asked() const {
    if (loops_.stop.stop_requested()) throw interrupted();
  }

  // All stamps of levels are free again.
  void let_age() {
    each(reached_.size(), over_vertices_,
         [&](std::size_t v) { reached_[v] = reached_[v] == never ? never : long_ago; });
  }

  step step_after(std::size_t level) {
    return {static_cast<stamp>(never + 1 + level % levels_of_late), ways_[level % 2].data(),
            ways_[(level + 1) % 2].data(), reached_.data()};
  }
  auto degrees() const {
    return [this](vertex v) { return g_.out_degree(v); };
  }

  // The frontier gives its ways to its neighbours that were not reached before. Returns the arcs of
  // those.
  edge_index push(std::size_t level) {
    if (alone_) return push_alone(level);
    const auto frontier = in_queue(levels_[level]);
    const step next = step_after(level);
    const row_view rows = g_.out();
    const auto give = [=](const auto& push, std::size_t i) {
      rows.prefetch_ahead(frontier, i, order_ahead);
      const double ways = next.from[frontier[i]];
      for (const vertex v : rows.neighbors(frontier[i])) {
        // relaxed: see mark().
        const stamp when = std::atomic_ref(next.reached[v]).load(std::memory_order_relaxed);
        if (when != never && when != next.now) continue;
        // relaxed: only the sum matters, and which addition was first; the end of the loop
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

  // By one worker, which need not lock anything: a quarter less time on NY.
  edge_index push_alone(std::size_t level) {
    const auto frontier = in_queue(levels_[level]);
    const step next = step_after(level);
    const row_view rows = g_.out();
    edge_index arcs = 0;
    for (std::size_t i = 0; i < frontier.size(); ++i) {
      rows.prefetch_ahead(frontier, i, order_ahead);
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
  edge_index pull(std::size_t level) {
    const step next = step_after(level);
    const row_view rows = g_.in();
    const auto take = [=](const auto& push, std::size_t i) {
      if (next.reached[i] != never) return;
      const auto v = static_cast<vertex>(i);
      const double ways =
          sum_over_row(rows.neighbors(v), [from = next.from](vertex u) { return from[u]; });
      if (ways == 0) return;
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

  // delta of all vertices of a level, whose successors are on the next; the last level has none.
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

  // Only what was reached has to be cleared for the next source; where that is much, one line after
  // the other is quicker.
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
  by_parity ways_;     // sigma
  by_parity carried_;  // (1 + delta) / sigma
  plain_array<stamp> reached_;
  plain_array<double> scores_;
  vertex_queue queue_;  // all that were reached, level after level
  std::vector<stretch> levels_;
};

// The most workers that a place of level 1 has.
unsigned workers_of_a_place(const worker_tree& tree) {
  unsigned most = 1;
  unsigned here = 0;
  for (worker_id w = 0; w < tree.size(); ++w) {
    here = tree.level_of(w) >= 1 ? 1 : here + 1;
    most = std::max(most, here);
  }
  return most;
}

plain_array<double> one_at_a_time(const graph_view& g, std::span<const vertex> sources,
                                  const betweenness_options& options) {
  brandes run(g, options, runtime_of(options.loops).workers());
  for (const vertex s : sources) {
    run.add(s);
    if (options.observer) options.observer->source_done();
  }
  return std::move(run.scores());
}

// The sources are dealt to the places of a level, one at a time: each has arrays of its own, made by
// its leader, whose inner loops run on so many workers. The scores are added up at the end.
plain_array<double> dealt(const graph_view& g, std::span<const vertex> sources,
                          const betweenness_options& options, int level, unsigned workers) {
  using own = std::unique_ptr<brandes>;
  struct {
    const graph_view& g;
    std::span<const vertex> sources;
    const betweenness_options& options;
    const unsigned workers;
    std::vector<own> done;

    void fork(own& mine) { mine = std::make_unique<brandes>(g, options, workers); }
    void work(own& mine, std::size_t i) {
      mine->add(sources[i]);
      if (options.observer) options.observer->source_done();
    }
    void join(own& mine) { done.push_back(std::move(mine)); }
  } all{g, sources, options, workers, {}};
  loop_options one_by_one = options.loops;
  one_by_one.grain = 1;
  outer_parallel_for<decltype(all), own, std::size_t>(level, all, 0, sources.size(), one_by_one);
  if (options.loops.stop.stop_requested()) throw interrupted();
  plain_array<double> total(g.vertex_count());
  whole_for(g.vertex_count(), options.loops, [&](std::size_t v) {
    total[v] = 0;
    for (const own& part : all.done) total[v] += part->scores()[v];
  });
  return total;
}

// What a search needs for each vertex: two counts of ways, two sums, a score, a stamp and a place
// in the queue.
constexpr double bytes_of_vertex = 48;

betweenness_form form_for(const graph_view& g, std::size_t sources,
                          const betweenness_options& options) {
  if (options.form != betweenness_form::automatic) return options.form;
  const unsigned workers = runtime_of(options.loops).workers();
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  const double asked = bytes_of_vertex * static_cast<double>(g.vertex_count()) * workers;
  return sources >= std::size_t{2} * workers && asked <= memory / 4 && !options.locality
             ? betweenness_form::sources
             : betweenness_form::inside;
}

plain_array<double> unscaled(const graph_view& g, std::span<const vertex> sources,
                             betweenness_form form, const betweenness_options& options) {
  switch (form) {
    case betweenness_form::sources:
      return dealt(g, sources, options, 0, 1);
    case betweenness_form::nested:
      return dealt(g, sources, options, 1, workers_of_a_place(runtime_of(options.loops).tree()));
    case betweenness_form::automatic:
    case betweenness_form::inside:
      break;
  }
  return one_at_a_time(g, sources, options);
}

}  // namespace

double detail::betweenness_scale(std::size_t vertices, std::size_t sources, bool symmetric,
                                 const betweenness_options& options) {
  const auto n = static_cast<double>(vertices);
  double factor = 1;
  if (!options.normalized) {
    if (symmetric) factor = 0.5;
  } else if (options.endpoints) {
    if (n >= 2) factor = 1 / (n * (n - 1));
  } else if (n > 2) {
    factor = 1 / ((n - 1) * (n - 2));
  }
  // Of all sources the factor as it is: by n / n it would be rounded.
  if (sources == 0 || sources == vertices) return factor;
  return factor * n / static_cast<double>(sources);
}

betweenness_result betweenness(const graph_view& g, std::span<const vertex> sources,
                               const betweenness_options& options) {
  require_sources(g.vertex_count(), sources);
  if (options.weighted) {
    throw std::invalid_argument("betweenness by weights requires a graph with weights");
  }
  const betweenness_form form = form_for(g, sources.size(), options);
  betweenness_result result{unscaled(g, sources, form, options), form};
  const double factor = betweenness_scale(g.vertex_count(), sources.size(), g.symmetric(), options);
  whole_for(g.vertex_count(), options.loops, [&](std::size_t v) { result.scores[v] *= factor; });
  return result;
}

betweenness_result betweenness(const graph_view& g, const betweenness_options& options) {
  return betweenness(g, all_vertices(g.vertex_count()), options);
}

}  // namespace arcas::inline v0::graph
