// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/triangle_passes.h>
#include <arcas/graph/kernels/triangles.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

void add_to(plain_array<std::uint64_t>& counts, vertex v, std::uint64_t triangles) {
  // relaxed: only the sum matters; the end of the loop publishes it.
  std::atomic_ref(counts[v]).fetch_add(triangles, std::memory_order_relaxed);
}

// Counts the triangles whose highest number is u, at each of their three vertices.
class vertex_counts {
 public:
  vertex_counts(const oriented_graph& g, plain_array<std::uint64_t>& counts)
      : old_(g.old_number), kept_(g.kept), counts_(counts) {}

  void count_at(triangle_counter& mine, vertex u) const {
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
  void add(vertex v, std::uint64_t triangles) const {
    add_to(counts_, old_.size() == 0 ? v : old_[v], triangles);
  }

  const plain_array<vertex>& old_;
  row_view kept_;
  plain_array<std::uint64_t>& counts_;
};

// Sets each vertex's number of triangles, and the total. at_vertex(mine, u) adds the triangles
// whose highest number is u. Returns false if an edge occurred twice.
template <class AtVertex>
bool sum_up(const loop_options& loops, vertex_triangles_result& result, const AtVertex& at_vertex) {
  const std::size_t n = result.triangles.size();
  whole_for(n, loops, [&](std::size_t v) { result.triangles[v] = 0; });
  triangle_counter all;
  whole_for_own<triangle_counter>(
      n, loops,
      [&](triangle_counter& mine, std::size_t u) { at_vertex(mine, static_cast<vertex>(u)); },
      [&](triangle_counter& mine) { all.add(mine); });
  result.total = all.count;
  return !all.repeated;
}

void add_triangles(const oriented_graph& simple, const loop_options& loops,
                   vertex_triangles_result& result) {
  const vertex_counts counts(simple, result.triangles);
  sum_up(loops, result, [&](triangle_counter& mine, vertex u) { counts.count_at(mine, u); });
}

// Counts without a copy of the rows. Returns false if there are parallel edges; the counts are then
// wrong.
bool add_triangles_in_place(const row_view& rows, const loop_options& loops,
                            vertex_triangles_result& result) {
  return sum_up(loops, result, [&](triangle_counter& mine, vertex u) {
    std::uint64_t at_u = 0;
    for_each_in_place_at(mine, rows, u, [&](vertex v, vertex w) {
      ++at_u;
      add_to(result.triangles, v, 1);
      add_to(result.triangles, w, 1);
    });
    if (at_u != 0) add_to(result.triangles, u, at_u);
    mine.count += at_u;
  });
}

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
  vertex_triangles_result result;
  result.triangles = plain_array<std::uint64_t>(g.vertex_count());
  const bool in_place =
      short_in_place(g, options.order) && add_triangles_in_place(g.out(), options.loops, result);
  if (!in_place)
    add_triangles(oriented(g, options.order, whole_loops(options.loops)), options.loops, result);
  add_clustering(g, options.loops, result);
  return result;
}

}  // namespace arcas::inline v0::graph
