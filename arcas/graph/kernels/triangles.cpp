// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/triangle_passes.h>
#include <arcas/graph/kernels/triangles.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Triangles whose highest number is u, each added to its three vertices.
class vertex_counts {
 public:
  vertex_counts(const oriented_graph& g, plain_array<std::uint64_t>& counts)
      : old_(g.old_number), kept_(g.kept), counts_(counts) {}

  void count_at(triangle_counter& mine, vertex u) {
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
  row_view kept_;
  plain_array<std::uint64_t>& counts_;
};

struct cluster_sums {
  double coefficients = 0;
  std::uint64_t pairs = 0;
  friend cluster_sums operator+(const cluster_sums& a, const cluster_sums& b) {
    return {a.coefficients + b.coefficients, a.pairs + b.pairs};
  }
};

void add_clustering(const undirected_view& g, const loop_options& loops,
                    vertex_triangles_result& result) {
  const std::size_t n = g.vertex_count();
  result.clustering = plain_array<double>(n);
  const cluster_sums sums = whole_reduce(n, sum_of<cluster_sums>{}, loops, [&](std::size_t v) {
    std::uint64_t degree = 0;
    for_each_distinct(g, static_cast<vertex>(v), [&](vertex) { ++degree; });
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

}  // namespace

std::uint64_t count_triangles(const undirected_view& g, const triangles_options& options) {
  return count_triangles_by(g, options.order, whole_loops(options.loops));
}

vertex_triangles_result triangles_by_vertex(const undirected_view& g,
                                            const triangles_options& options) {
  const std::size_t n = g.vertex_count();
  const oriented_graph simple = oriented(g, options.order, whole_loops(options.loops));
  vertex_triangles_result result;
  result.triangles = plain_array<std::uint64_t>(n);
  whole_for(n, options.loops, [&](std::size_t v) { result.triangles[v] = 0; });
  vertex_counts counts(simple, result.triangles);
  whole_for_own<triangle_counter>(
      n, options.loops,
      [&](triangle_counter& mine, std::size_t u) { counts.count_at(mine, static_cast<vertex>(u)); },
      [&](triangle_counter& mine) { result.total += mine.count; });
  add_clustering(g, options.loops, result);
  return result;
}

}  // namespace arcas::inline v0::graph
