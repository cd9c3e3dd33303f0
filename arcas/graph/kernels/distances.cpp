// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/distances.h>

#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/distance_counts.h>
#include <arcas/graph/kernels/heap_search.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// The searches of one worker.
class searcher {
 public:
  // Searches from each of these vertices, against the direction of the edges; facts[i] receives the
  // facts of from[i]. Checks for a stop at each distance.
  void run(const graph_view& g, std::span<const vertex> from, std::span<distance_facts> facts,
           const stop_handle& stop) {
    begin(g, from);
    add_up_distances([&](const auto& use) { return step(g, stop, use); }, facts);
  }

 private:
  // Goes one step; calls use(i, count) for each search i that has reached `count` vertices in it.
  // Returns false, without a step, if no search has reached a vertex in the step before.
  template <class Use>
  bool step(const graph_view& g, const stop_handle& stop, const Use& use) {
    if (frontier_.empty()) return false;
    if (stop.stop_requested()) throw interrupted();
    edge_index edges = 0;
    for (const vertex v : frontier_) edges += g.in_degree(v);
    if (is_worth_pulling(edges, g.arc_count())) {
      pull(g);
    } else {
      push(g);
    }
    for (const vertex v : frontier_) now_[v] = 0;
    for (const vertex v : fresh_) {
      seen_[v] |= next_[v];
      counts_.add(next_[v]);
    }
    counts_.take(use);
    std::swap(frontier_, fresh_);
    std::swap(now_, next_);
    return true;
  }

  // All elements of now_ and next_ are 0 between two calls of run(), those of next_ also between
  // two steps.
  void begin(const graph_view& g, std::span<const vertex> from) {
    const std::size_t n = g.vertex_count();
    if (seen_.size() != n) {
      seen_ = plain_array<searches>(n);
      now_ = plain_array<searches>(n);
      next_ = plain_array<searches>(n);
      std::ranges::fill(now_, 0);
      std::ranges::fill(next_, 0);
    }
    std::ranges::fill(seen_, 0);
    all_ = first_searches(from.size());
    frontier_.clear();
    for (std::size_t i = 0; i < from.size(); ++i) {
      const vertex v = from[i];
      if (now_[v] == 0) frontier_.push_back(v);
      now_[v] |= searches{1} << i;
      seen_[v] = now_[v];
    }
  }

  void push(const graph_view& g) {
    fresh_.clear();
    for (const vertex v : frontier_) {
      const searches here = now_[v];
      for (const vertex u : g.in_neighbors(v)) {
        const searches found = here & ~seen_[u];
        if (found == 0) continue;
        if (next_[u] == 0) fresh_.push_back(u);
        next_[u] |= found;
      }
    }
  }

  void pull(const graph_view& g) {
    fresh_.clear();
    for (std::size_t v = 0; v < seen_.size(); ++v) {
      const searches wanted = all_ & ~seen_[v];
      if (wanted == 0) continue;
      searches found = 0;
      for (const vertex u : g.out_neighbors(static_cast<vertex>(v))) {
        found |= now_[u];
        if ((found & wanted) == wanted) break;
      }
      if ((found & wanted) == 0) continue;
      next_[v] = found & wanted;
      fresh_.push_back(static_cast<vertex>(v));
    }
  }

  plain_array<searches> seen_, now_, next_;
  std::vector<vertex> frontier_, fresh_;
  column_counts counts_;
  searches all_ = 0;
};

}  // namespace

std::vector<distance_facts> distances_to(const graph_view& g, std::span<const vertex> vertices,
                                         const distances_options& options) {
  if (options.weighted) refuse_distances_by_weights();
  require_sources(g.vertex_count(), vertices);
  std::vector<distance_facts> facts(vertices.size());
  // A batch has fewer than 64 vertices if there would otherwise be too few batches for all workers.
  const std::size_t workers =
      options.loops.on != nullptr ? options.loops.on->workers() : max_workers();
  const std::size_t width =
      std::clamp<std::size_t>(vertices.size() / (2 * workers), 1, most_searches);
  worker_local<searcher> searchers;
  loop_options loops = options.loops;
  loops.grain = 1;
  whole_for((vertices.size() + width - 1) / width, loops, [&](std::size_t batch) {
    const std::size_t first = batch * width;
    const std::size_t count = std::min(width, vertices.size() - first);
    searchers.local().run(g, vertices.subspan(first, count), std::span(facts).subspan(first, count),
                          options.loops.stop);
    if (options.observer != nullptr) options.observer->searched(count);
  });
  return facts;
}

std::vector<distance_facts> distances_to(const graph_view& g, const distances_options& options) {
  return distances_to(g, detail::all_vertices(g.vertex_count()), options);
}

template <class W>
std::vector<distance_facts> detail::distances_by_weights(const basic_adjacency<W>& in,
                                                         std::span<const vertex> vertices,
                                                         const distances_options& options) {
  require_sources(in.vertex_count(), vertices);
  std::vector<distance_facts> facts(vertices.size());
  worker_local<heap_search<W>> searches;
  loop_options loops = options.loops;
  loops.grain = 1;
  whole_for(vertices.size(), loops, [&](std::size_t i) {
    distance_sums sums;
    searches.local().run(in, vertices[i], options.loops.stop, [&](vertex v, distance<W> length) {
      if (v != vertices[i]) sums.add(static_cast<double>(length));
    });
    facts[i] = sums.facts(in.vertex_count(), vertices[i]);
    if (options.observer != nullptr) options.observer->searched(1);
  });
  return facts;
}
#define ARCAS_INSTANTIATE(W)                                         \
  template std::vector<distance_facts> detail::distances_by_weights( \
      const basic_adjacency<W>&, std::span<const vertex>, const distances_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
