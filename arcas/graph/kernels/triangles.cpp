// SPDX-License-Identifier: Apache-2.0
// cluster_graph/distributed_triangles.cpp is a separate implementation: ranks send each other
// lists.
#include <arcas/graph/kernels/clustering.h>
#include <arcas/graph/kernels/triangle_passes.h>
#include <arcas/graph/kernels/triangles.h>
#include <arcas/graph/row_sums.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>
#include <utility>

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
  process_machine<clustering_values> here(g.vertex_count(), options.loops);
  auto& [triangles, clustering] = here.own();
  triangles = std::move(result.triangles);
  static_cast<triangles_end&>(result) = find_clustering(here, result.total, [&g](std::size_t v) {
    std::uint64_t degree = 0;
    for_each_distinct(g, static_cast<vertex>(v), [&](vertex) { ++degree; });
    return degree;
  });
  result.triangles = std::move(triangles);
  result.clustering = std::move(clustering);
  return result;
}

}  // namespace arcas::inline v0::graph
