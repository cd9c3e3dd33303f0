// SPDX-License-Identifier: Apache-2.0
// Parents, the paths along them, and the k shortest paths (sssp.h).
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kernels/yen.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Whether a shortest path to v may end with this edge from u.
template <class W>
bool leads(const sssp_result<W>& found, vertex u, vertex v, W w) {
  using D = distance<W>;
  const D start = found.distances[u], end = found.distances[v], length = static_cast<D>(w);
  if (start == infinitely_far<D>) return false;
  // Integers are subtracted, which cannot overflow.
  return std::is_integral_v<D> ? end - start == length : start + length == end;
}

// Finds parents that are nearer than their children. The source, and vertices without such a
// parent, get no_vertex. Returns the number of reached vertices without such a parent, not counting
// the source.
template <class W>
std::size_t find_nearer_parents(const basic_adjacency<W>& in, sssp_result<W>& found, vertex source,
                                const loop_options& loops) {
  const auto& distances = found.distances;
  return whole_reduce(in.vertex_count(), plus<std::size_t>{}, loops, [&](std::size_t i) {
    const auto v = static_cast<vertex>(i);
    found.parents[i] = no_vertex;
    if (distances[i] == infinitely_far<distance<W>> || v == source) return std::size_t{0};
    for (const auto [u, w] : in.edges(v)) {
      if (distances[u] < distances[i] && leads(found, u, v, w)) {
        found.parents[i] = u;
        return std::size_t{0};
      }
    }
    return std::size_t{1};
  });
}

// find_nearer_parents() leaves reached vertices without a parent. Each has an in-neighbour at the
// same distance, by an edge that does not lengthen the path (of weight 0, or too small for the sum
// to change). The calling thread finds their parents step by step, from vertices that have a
// parent.
template <class W>
void find_equal_parents(const basic_adjacency<W>& out, sssp_result<W>& found, vertex source) {
  std::vector<vertex> with_parent;
  for (std::size_t v = 0; v < out.vertex_count(); ++v) {
    if (found.parents[v] != no_vertex || v == source) with_parent.push_back(static_cast<vertex>(v));
  }
  while (!with_parent.empty()) {
    const vertex u = with_parent.back();
    with_parent.pop_back();
    for (const auto [v, w] : out.edges(u)) {
      if (v == source || found.parents[v] != no_vertex || !leads(found, u, v, w)) continue;
      found.parents[v] = u;
      with_parent.push_back(v);
    }
  }
}

}  // namespace

template <class W>
void detail::add_parents(const basic_adjacency<W>& out, const basic_adjacency<W>& in, vertex source,
                         sssp_result<W>& found, const loop_options& loops) {
  found.parents = plain_array<vertex>(out.vertex_count());
  if (find_nearer_parents(in, found, source, loops) != 0) find_equal_parents(out, found, source);
  found.parents[source] = source;
}

void detail::require_path(std::uint64_t vertices, bool has_parents, std::uint64_t v) {
  if (v >= vertices) {
    throw std::invalid_argument("vertex " + std::to_string(v) +
                                " at the end of a path must be less than " +
                                std::to_string(vertices) + ", the number of vertices");
  }
  if (!has_parents) {
    throw std::invalid_argument("a path requires parents: call sssp with {.parents = true}");
  }
}

namespace {

template <class W>
class rows_here {
  using D = distance<W>;

 public:
  using weight_type = W;
  using vertex_type = vertex;
  rows_here(const basic_adjacency<W>& out, std::span<const D> to_end)
      : out_(&out), to_end_(to_end) {}
  D to_end(vertex v) const { return to_end_[v]; }
  template <class F>
  void for_each_edge(vertex u, const F& f) const {
    for (const auto [v, w] : out_->edges(u)) f(v, w, to_end_[v]);
  }

 private:
  const basic_adjacency<W>* out_;
  std::span<const D> to_end_;
};

template <class W>
class searches_of_workers {
  using search = spur_search<rows_here<W>>;

 public:
  searches_of_workers(const rows_here<W>& rows, const loop_options& loops)
      : loops_(loops), searches_([rows] { return search(rows); }) {
    loops_.grain = 1;
  }
  template <class F>
  void for_all(std::size_t n, const F& f) {
    whole_for(n, loops_, [&](std::size_t i) { f(i, searches_.local()); });
  }

 private:
  loop_options loops_;
  worker_local<search> searches_;
};

}  // namespace

template <class W>
std::vector<weighted_path<W>> detail::k_shortest_paths(const basic_adjacency<W>& out,
                                                       const basic_adjacency<W>& in, vertex from,
                                                       vertex to, std::size_t k,
                                                       const shortest_paths_options& options) {
  const vertex ends[] = {from, to};
  require_sources(out.vertex_count(), ends);
  const auto to_end = shortest_paths(in, out, to, {.loops = options.loops}).distances;
  if (to_end[from] == infinitely_far<distance<W>>) return {};
  searches_of_workers<W> searches(rows_here<W>(out, to_end.all()), options.loops);
  return yen<W, vertex, searches_of_workers<W>>(searches, from, to).run(k);
}

#define ARCAS_INSTANTIATE(W)                                                                      \
  template void detail::add_parents(const basic_adjacency<W>&, const basic_adjacency<W>&, vertex, \
                                    sssp_result<W>&, const loop_options&);                        \
  template std::vector<weighted_path<W>> detail::k_shortest_paths(                                \
      const basic_adjacency<W>&, const basic_adjacency<W>&, vertex, vertex, std::size_t,          \
      const shortest_paths_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
