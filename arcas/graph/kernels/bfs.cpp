// SPDX-License-Identifier: Apache-2.0
// cluster_graph/distributed_bfs.cpp is a separate implementation: over ranks, an edge is a message.
#include <arcas/base/processor.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/vertex_bits.h>
#include <arcas/graph/kernels/vertex_queue.h>
#include <arcas/graph/vertex_homes.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <array>
#include <atomic>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// A row is prefetched this number of vertices of the frontier ahead, its offset twice as far ahead.
constexpr std::size_t frontier_ahead = 4;

// A trial before bottom-up steps samples one of every 128 words of the bitmap, and at least 16
// words.
constexpr std::size_t least_trials = 16, words_a_trial = 128;
// A bottom-up step is expected to read at least this share of the in-edges of unvisited vertices.
constexpr double least_share = 1.0 / 6;

// The vertices that a step adds to the frontier.
struct discovery {
  std::size_t vertices = 0;
  edge_index edges = 0;  // out-edges of those vertices

  friend discovery operator+(discovery a, discovery b) {
    return {a.vertices + b.vertices, a.edges + b.edges};
  }
};

// The result of a bottom-up step. in_edges: number of in-edges of all unvisited vertices;
// looked_at: number of these in-edges that were scanned before a parent was found.
struct looks {
  discovery found;
  edge_index looked_at = 0;
  edge_index in_edges = 0;

  friend looks operator+(const looks& a, const looks& b) {
    return {a.found + b.found, a.looked_at + b.looked_at, a.in_edges + b.in_edges};
  }
};

// Decides whether one worker or all walk a level of few edges. If many such levels follow each
// other, as in road networks, workers find each other's discoveries in remote caches: two workers
// took longer than one on a Xeon (docs/experiments/2026-11-25-all-kernels.md). One worker and all
// workers are each tried for a few levels. The first levels of a trial are not measured, since
// their data is still in other caches. The choice with fewer cycles per edge holds for 64 levels,
// and for twice as many after each later trial that confirms it.
class short_levels {
 public:
  static constexpr edge_index most_edges = 1 << 13;

  bool by_one() const { return by_one_; }
  void took(std::uint64_t cycles, edge_index edges) {
    if (++levels_ > cold_levels) {
      cycles_ += static_cast<double>(cycles);
      edges_ += static_cast<double>(edges);
    }
    if (levels_ < (trying_ ? tried_levels : kept_levels_)) return;
    cost_[by_one_ ? 1 : 0] = cycles_ / std::max(edges_, 1.0);
    levels_ = 0;
    cycles_ = edges_ = 0;
    trying_ = !trying_ || cost_[0] == 0;
    if (trying_) {
      by_one_ = !by_one_;
    } else {
      const bool is_better = cost_[1] < cost_[0];
      kept_levels_ = is_better == by_one_ ? first_kept_levels : 2 * kept_levels_;
      by_one_ = is_better;
    }
  }

 private:
  static constexpr unsigned cold_levels = 2, tried_levels = 8, first_kept_levels = 64;

  std::array<double, 2> cost_{};  // cycles an edge, by all workers and by one; 0: unknown
  double cycles_ = 0, edges_ = 0;
  unsigned levels_ = 0;  // since a trial began or ended
  unsigned kept_levels_ = first_kept_levels;
  bool by_one_ = true, trying_ = true;
};

class search {
 public:
  search(const graph_view& g, std::span<const vertex> sources, const bfs_options& options)
      : g_(g),
        options_(options),
        alone_(options.loops.workers == 1 || runtime_of(options.loops).workers() == 1),
        by_one_(one_worker_of(options.loops)),
        homes_(g, options.locality, options.loops),
        over_vertices_(homes_.over_vertices(options.loops)),
        over_words_(homes_.over_words(options.loops)),
        queue_(g.vertex_count() + 1) {
    const std::size_t n = g.vertex_count();
    result_.parents = homes_.array<vertex>(n);
    if (options.levels) result_.levels = homes_.array<std::uint32_t>(n);
    whole_for(n, over_vertices_, [&](std::size_t first, std::size_t last) {
      std::fill(result_.parents.begin() + first, result_.parents.begin() + last, no_vertex);
      if (!options_.levels) return;
      std::fill(result_.levels.begin() + first, result_.levels.begin() + last, unreached);
    });
    require_sources(n, sources);
    for (const vertex s : sources) start_from(s);
    edges_left_ = g.arc_count();
    discovery found{queue_.size(), 0};
    for (const vertex s : queue_.all()) found.edges += g.out_degree(s);
    account(found);
  }

  bfs_result run() {
    while (found_.vertices != 0) {
      // Bottom-up steps begin with a pass over all vertices, even if few edges are left.
      if (!worth_bottom_up(g_.vertex_count()) || !go_bottom_up()) step_top_down();
    }
    return std::move(result_);
  }

 private:
  static loop_options one_worker_of(loop_options loops) {
    loops.workers = 1;
    return loops;
  }

  void start_from(vertex s) {
    if (result_.parents[s] == s) return;
    enter(s, s);
    queue_.push(s);
  }

  void enter(vertex v, vertex parent) {
    result_.parents[v] = parent;
    if (options_.levels) result_.levels[v] = depth_;
  }

  bool unclaimed(vertex v) {
    // relaxed: a stale answer is "unclaimed", and claim() then fails.
    return std::atomic_ref(result_.parents[v]).load(std::memory_order_relaxed) == no_vertex;
  }

  bool claim(vertex v, vertex parent) {
    vertex unclaimed = no_vertex;
    // relaxed: of several claims one wins, and no data is read through a parent in this loop.
    const bool won = std::atomic_ref(result_.parents[v])
                         .compare_exchange_strong(unclaimed, parent, std::memory_order_relaxed);
    if (won && options_.levels) result_.levels[v] = depth_;
    return won;
  }

  void account(const discovery& found) {
    found_ = found;
    edges_left_ -= std::min(edges_left_, found.edges);
    result_.reached += found.vertices;
    if (found.vertices != 0) result_.depth = depth_;
  }

  // Whether a bottom-up step is expected to read fewer edges than a top-down step, which reads all
  // out-edges of the frontier. `beside`: the other work of the bottom-up step, in edges.
  bool worth_bottom_up(std::size_t beside) const {
    if (options_.direction != bfs_direction::automatic) {
      return options_.direction == bfs_direction::bottom_up && found_.vertices != 0;
    }
    return static_cast<double>(found_.edges) >
           share_ * static_cast<double>(edges_left_) + least_share * static_cast<double>(beside);
  }

  // Takes the share of in-edges that `step` read as the estimate for the next bottom-up step.
  void expect(const looks& step) {
    const auto in_edges = static_cast<double>(std::max<edge_index>(step.in_edges, 1));
    share_ = std::max(least_share, static_cast<double>(step.looked_at) / in_edges);
  }

  void step_top_down() {
    ++depth_;
    const std::size_t first = frontier_;
    frontier_ = queue_.size();
    const std::span<const vertex> frontier = queue_.from(first);
    const edge_index edges = walk(frontier);
    account({queue_.size() - frontier_, edges});
  }

  // Returns the number of out-edges of the vertices that it finds.
  edge_index walk(std::span<const vertex> frontier) {
    if (alone_) return walk_alone(frontier);
    const edge_index edges = found_.edges;
    if (edges > short_levels::most_edges) return walk_together(frontier);
    const std::uint64_t start = cycles();
    const edge_index found = short_.by_one() ? walk_alone(frontier) : walk_together(frontier);
    short_.took(cycles() - start, edges);
    return found;
  }

  edge_index walk_together(std::span<const vertex> frontier) {
    return append_and_count(
        queue_, frontier.size(), options_.loops, [&](vertex v) { return g_.out_degree(v); },
        [&](const auto& push, std::size_t i) { walk_from(push, frontier, i); });
  }

  // For one worker alone. It needs no locked operations, which take a fifth of the time. Nor does
  // it need a branch on whether a neighbour is new, which takes 8 % of the time in a road network:
  // the worker writes each neighbour behind the end of the queue, which has room for one more
  // vertex, and moves the end if the neighbour is new.
  edge_index walk_alone(std::span<const vertex> frontier) {
    whole_for(frontier.size(), by_one_, [&](std::size_t first, std::size_t last) {
      queue_.extend([&](vertex* end) {
        for (std::size_t i = first; i < last; ++i) {
          g_.out().prefetch_ahead(frontier, i, frontier_ahead);
          const vertex u = frontier[i];
          for (const vertex v : g_.out_neighbors(u)) {
            vertex& parent = result_.parents[v];
            const bool is_new = parent == no_vertex;
            parent = is_new ? u : parent;
            *end = v;
            end += is_new;
          }
        }
        return end;
      });
    });
    edge_index edges = 0;
    for (const vertex v : queue_.from(frontier_)) {
      edges += g_.out_degree(v);
      if (options_.levels) result_.levels[v] = depth_;
    }
    return edges;
  }

  // Inlined, as is `push`: calls cost a tenth of the time on a grid of 512 by 512.
  template <class Push>
  [[gnu::always_inline]] void walk_from(const Push& push, std::span<const vertex> frontier,
                                        std::size_t i) {
    g_.out().prefetch_ahead(frontier, i, frontier_ahead);
    const vertex u = frontier[i];
    std::span<const vertex> row = g_.out_neighbors(u);
    // For each piece of the row, first read all parents, so that the cache misses overlap; then
    // claim, since claims wait for each other.
    std::array<vertex, 64> wanted;
    while (!row.empty()) {
      const std::span<const vertex> piece = row.first(std::min(row.size(), wanted.size()));
      row = row.subspan(piece.size());
      std::size_t count = 0;
      for (const vertex v : piece) {
        wanted[count] = v;
        count += unclaimed(v) ? 1 : 0;
      }
      for (std::size_t k = 0; k < count; ++k) {
        if (claim(wanted[k], u)) push(wanted[k]);
      }
    }
  }

  // Makes bottom-up steps while they are expected to be cheaper; returns false if it made none. It
  // makes none in the middle of a search with many levels. There, few unvisited vertices have a
  // neighbour in the frontier, and a bottom-up step would read nearly all of the remaining edges.
  bool go_bottom_up() {
    prepare_bits();
    const std::size_t words = front_.word_count();
    if (options_.direction == bfs_direction::automatic) {
      expect(trial_bottom_up());
      if (!worth_bottom_up(words)) return false;
    }
    do {
      ++depth_;
      const looks step = step_bottom_up();
      expect(step);
      account(step.found);
      std::swap(front_, next_front_);
    } while (worth_bottom_up(words));
    list_front();
    return true;
  }

  // Samples one of every `stride` words, at irregular distances, and returns what a bottom-up step
  // would read for them.
  looks trial_bottom_up() const {
    const std::size_t stride =
        std::clamp(front_.word_count() / least_trials, std::size_t{1}, words_a_trial);
    return whole_reduce(
        front_.word_count() / stride, sum_of<looks>{}, options_.loops, [&](std::size_t i) {
          looks some;
          const std::size_t w = i * stride + i * 37 % stride;
          for_each_bit(unvisited_.at_word(w), w, [&](vertex v) { look_for_parent(v, some); });
          return some;
        });
  }

  void prepare_bits() {
    const std::size_t n = g_.vertex_count();
    if (front_.vertex_count() != n) {
      front_ = vertex_bits(n);
      next_front_ = vertex_bits(n);
      unvisited_ = vertex_bits(n);
    }
    whole_for(front_.word_count(), over_words_, [&](std::size_t w) {
      front_.at_word(w) = 0;
      unvisited_.at_word(w) = unvisited_in(w);
    });
    whole_for(found_.vertices, options_.loops,
              [&](std::size_t i) { front_.set_among_others(queue_[frontier_ + i]); });
  }

  // The vertices of word w that have no parent and at least one in-neighbour.
  vertex_bits::word unvisited_in(std::size_t w) const {
    const std::size_t first = w * vertex_bits::word_bits;
    const std::size_t last = std::min(first + vertex_bits::word_bits, g_.vertex_count());
    vertex_bits::word unvisited = 0;
    for (std::size_t v = first; v < last; ++v) {
      const bool wanted =
          result_.parents[v] == no_vertex && g_.in_degree(static_cast<vertex>(v)) != 0;
      unvisited |= vertex_bits::word{wanted} << (v - first);
    }
    return unvisited;
  }

  looks step_bottom_up() {
    return whole_reduce(front_.word_count(), sum_of<looks>{}, over_words_,
                        [&](std::size_t w) { return look_up(w); });
  }

  // Searches for a parent of each unvisited vertex of word w.
  looks look_up(std::size_t w) {
    looks step;
    vertex_bits::word reached = 0;
    for_each_bit(unvisited_.at_word(w), w, [&](vertex v) {
      const vertex parent = look_for_parent(v, step);
      if (parent == no_vertex) return;
      enter(v, parent);
      reached |= vertex_bits::word{1} << (v % vertex_bits::word_bits);
      step.found = step.found + discovery{1, g_.out_degree(v)};
    });
    unvisited_.at_word(w) &= ~reached;
    next_front_.at_word(w) = reached;
    return step;
  }

  vertex look_for_parent(vertex v, looks& step) const {
    const std::span<const vertex> row = g_.in_neighbors(v);
    const auto parent = std::ranges::find_if(row, [&](vertex u) { return front_.test(u); });
    step.in_edges += row.size();
    step.looked_at += static_cast<std::size_t>(parent - row.begin());
    return parent == row.end() ? no_vertex : *parent;
  }

  void list_front() {
    frontier_ = queue_.size();
    append_each(queue_, front_.word_count(), over_words_,
                [&](const auto& push, std::size_t w) { for_each_bit(front_.at_word(w), w, push); });
  }

  const graph_view& g_;
  const bfs_options& options_;
  const bool alone_;  // one worker only
  const loop_options by_one_;
  const vertex_homes homes_;
  const loop_options over_vertices_;
  const loop_options over_words_;
  bfs_result result_;
  std::uint32_t depth_ = 0;  // level of the frontier that is being built
  discovery found_;          // the size of the frontier
  short_levels short_;
  std::size_t frontier_ = 0;    // where the frontier begins in queue_
  edge_index edges_left_ = 0;   // out-edges of the vertices that have not been reached
  double share_ = least_share;  // expected share of in-edges read by the next bottom-up step
  vertex_queue queue_;          // each vertex enters at most once
  vertex_bits front_;
  vertex_bits next_front_;
  vertex_bits unvisited_;
};

}  // namespace

bfs_result bfs(const graph_view& g, std::span<const vertex> sources, const bfs_options& options) {
  return search(g, sources, options).run();
}

bfs_result bfs(const graph_view& g, vertex source, const bfs_options& options) {
  return bfs(g, std::span<const vertex>(&source, 1), options);
}

}  // namespace arcas::inline v0::graph
