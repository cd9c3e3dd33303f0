// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/kernels/yen.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/loops/worker_local.h>

#include <span>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

template <class W>
class rows_here {
  using D = distance<W>;

 public:
  using weight_type = W;
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
  return yen<W, searches_of_workers<W>>(searches, from, to).run(k);
}

#define ARCAS_INSTANTIATE(W)                                                             \
  template std::vector<weighted_path<W>> detail::k_shortest_paths(                       \
      const basic_adjacency<W>&, const basic_adjacency<W>&, vertex, vertex, std::size_t, \
      const shortest_paths_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
