// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/oriented.h>
#include <arcas/graph/kernels/own_loop.h>
#include <arcas/graph/kernels/triangles.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>

namespace arcas::graph {
namespace {

// A worker's marks: one byte a vertex, all clear between two rows.
class marks {
 public:
  void prepare(std::size_t vertices) {
    if (!marked_) marked_ = std::make_unique<std::uint8_t[]>(vertices);
  }
  void set(std::span<const vertex> row) {
    for (const vertex v : row) marked_[v] = 1;
  }
  void clear(std::span<const vertex> row) {
    for (const vertex v : row) marked_[v] = 0;
  }
  std::uint32_t operator[](vertex v) const { return marked_[v]; }

 private:
  std::unique_ptr<std::uint8_t[]> marked_;
};

struct counter {
  marks marked;
  std::uint64_t count = 0;
};

std::uint64_t marked_in(const marks& marked, std::span<const vertex> row) {
  std::uint64_t count = 0;
  for (const vertex w : row) count += marked[w];
  return count;
}

// Triangles whose highest number is u.
template <class Rows>
void count_at(counter& mine, const Rows& kept, vertex u) {
  const auto row = kept.neighbors(u);
  if (row.size() < 2) return;
  mine.marked.prepare(kept.vertex_count());
  mine.marked.set(row);
  // The least neighbour keeps none that is marked: all of its own are below it.
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (i + 4 < row.size()) kept.prefetch_offset(row[i + 4]);
    if (i + 2 < row.size()) kept.prefetch_row(row[i + 2]);
    mine.count += marked_in(mine.marked, kept.neighbors(row[i]));
  }
  mine.marked.clear(row);
}

// The same, each triangle added to its three vertices.
class vertex_counts {
 public:
  vertex_counts(const oriented_graph& g, plain_array<std::uint64_t>& counts)
      : old_(g.old_number), kept_(g.kept), counts_(counts) {}

  void count_at(counter& mine, vertex u) {
    const auto row = kept_.neighbors(u);
    if (row.size() < 2) return;
    mine.marked.prepare(kept_.vertex_count());
    mine.marked.set(row);
    std::uint64_t at_u = 0;
    for (const vertex v : row) {
      std::uint64_t at_v = 0;
      for (const vertex w : kept_.neighbors(v)) {
        if (mine.marked[w] == 0) continue;
        ++at_v;
        add(w, 1);
      }
      if (at_v != 0) add(v, at_v);
      at_u += at_v;
    }
    if (at_u != 0) add(u, at_u);
    mine.count += at_u;
    mine.marked.clear(row);
  }

 private:
  void add(vertex v, std::uint64_t triangles) {
    const vertex old = old_.size() == 0 ? v : old_[v];
    // relaxed: only the sum matters, and the end of the loop publishes it.
    std::atomic_ref(counts_[old]).fetch_add(triangles, std::memory_order_relaxed);
  }

  const plain_array<vertex>& old_;
  link_rows kept_;
  plain_array<std::uint64_t>& counts_;
};

// Neighbours of v in the simple graph.
std::uint64_t simple_degree(const undirected_links& g, vertex v) {
  std::uint64_t degree = 0;
  vertex before = v;  // rows are sorted, and v itself does not count
  for (const vertex u : g.neighbors(v)) {
    if (u != before && u != v) ++degree;
    before = u;
  }
  return degree;
}

struct cluster_sums {
  double coefficients = 0;
  std::uint64_t pairs = 0;
  friend cluster_sums operator+(const cluster_sums& a, const cluster_sums& b) {
    return {a.coefficients + b.coefficients, a.pairs + b.pairs};
  }
};

struct sum_of_clusters {
  using value_type = cluster_sums;
  static constexpr bool commutative = true;
  cluster_sums identity() const { return {}; }
  cluster_sums operator()(const cluster_sums& a, const cluster_sums& b) const { return a + b; }
};

void add_clustering(const undirected_links& g, const loop_options& loops,
                    vertex_triangles_result& result) {
  const std::size_t n = g.vertex_count();
  result.clustering = plain_array<double>(n);
  const cluster_sums sums = whole_reduce(n, sum_of_clusters{}, loops, [&](std::size_t v) {
    const std::uint64_t degree = simple_degree(g, static_cast<vertex>(v));
    const std::uint64_t pairs = degree < 2 ? 0 : degree * (degree - 1) / 2;
    const double share =
        pairs == 0 ? 0 : static_cast<double>(result.triangles[v]) / static_cast<double>(pairs);
    result.clustering[v] = share;
    return cluster_sums{share, pairs};
  });
  if (n != 0) result.average_clustering = sums.coefficients / static_cast<double>(n);
  if (sums.pairs != 0) {
    result.transitivity = 3 * static_cast<double>(result.total) / static_cast<double>(sums.pairs);
  }
}

template <class Rows>
std::uint64_t count_all(const Rows& kept, const loop_options& loops) {
  std::uint64_t total = 0;
  whole_for_own<counter>(
      kept.vertex_count(), loops,
      [&](counter& mine, std::size_t u) { count_at(mine, kept, static_cast<vertex>(u)); },
      [&](counter& mine) { total += mine.count; });
  return total;
}

}  // namespace

std::uint64_t count_triangles(const undirected_links& g, const triangles_options& options) {
  if (usable_in_place(g, options)) return count_all(rows_in_place(g.out()), options.loops);
  const oriented_graph simple = oriented(g, options);
  return count_all(link_rows(simple.kept), options.loops);
}

vertex_triangles_result triangles_by_vertex(const undirected_links& g,
                                            const triangles_options& options) {
  const std::size_t n = g.vertex_count();
  const oriented_graph simple = oriented(g, options);
  vertex_triangles_result result;
  result.triangles = plain_array<std::uint64_t>(n);
  whole_for(n, options.loops, [&](std::size_t v) { result.triangles[v] = 0; });
  vertex_counts counts(simple, result.triangles);
  whole_for_own<counter>(
      n, options.loops,
      [&](counter& mine, std::size_t u) { counts.count_at(mine, static_cast<vertex>(u)); },
      [&](counter& mine) { result.total += mine.count; });
  add_clustering(g, options.loops, result);
  return result;
}

}  // namespace arcas::graph
