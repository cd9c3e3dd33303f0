// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/random_walks.h>

#include <arcas/graph/each_weight.h>
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/kernels/walking.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// row_of(v) returns the drawn_row of v.
template <class RowOf>
class walker {
 public:
  walker(const graph_view& g, const random_walks_options& options, const RowOf& row_of)
      : g_(g), row_of_(row_of), options_(options), bias_(options) {}

  random_walks_result run(std::span<const vertex> starts) const {
    random_walks_result result;
    result.steps = options_.steps;
    result.walks = require_possible_walks(options_, starts.size());
    const std::size_t width = options_.steps + 1;
    result.visited = plain_array<vertex>(result.walks * width);
    whole_for(result.walks, options_.loops, [&](std::size_t i) {
      random_stream draws(options_.seed, i);
      walk(result.visited.all().subspan(i * width, width), starts[i / options_.per_start], draws);
    });
    return result;
  }

 private:
  void walk(std::span<vertex> visited, vertex start, random_stream& draws) const {
    vertex before = no_vertex, here = start;
    for (vertex& place : visited) {
      place = here;
      if (here == no_vertex) continue;
      const vertex next = step(before, here, draws);
      before = here;
      here = next;
    }
  }

  vertex step(vertex before, vertex here, random_stream& draws) const {
    const drawn_row<vertex> row = row_of_(here);
    if (!bias_.exists()) return drawn(row, draws);
    for (unsigned i = 0; i < walk_bias::most_draws; ++i) {
      const vertex next = drawn(row, draws);
      const walk_bias::verdict verdict = bias_.on(before, next, draws);
      const bool neighbor = walk_bias::depends(verdict) && is_edge(before, next);
      if (walk_bias::is_taken(verdict, neighbor)) return next;
    }
    return drawn_at_once(before, row, draws);
  }
  [[gnu::noinline]] vertex drawn_at_once(vertex before, const drawn_row<vertex>& row,
                                         random_stream& draws) const {
    std::vector<std::uint8_t> neighbors;
    for (const vertex next : row.ends) neighbors.push_back(is_edge(before, next));
    return bias_.drawn_at_once(before, row, neighbors, draws);
  }
  bool is_edge(vertex from, vertex to) const {
    return std::ranges::binary_search(g_.out_neighbors(from), to);
  }

  const graph_view& g_;
  const RowOf& row_of_;
  const random_walks_options& options_;
  const walk_bias bias_;
};

}  // namespace

random_walks_result random_walks(const graph_view& g, std::span<const vertex> starts,
                                 const random_walks_options& options) {
  if (options.weighted) refuse_walks_by_weights();
  require_sources(g.vertex_count(), starts);
  const auto row_of = [&](vertex v) { return drawn_row<vertex>{g.out_neighbors(v), {}}; };
  return walker(g, options, row_of).run(starts);
}

template <class W>
random_walks_result detail::walks_by_weights(const basic_adjacency<W>& rows, const graph_view& g,
                                             std::span<const vertex> starts,
                                             const random_walks_options& options) {
  require_sources(g.vertex_count(), starts);
  require_possible_walks(options, starts.size());
  plain_array<double> sums(rows.arc_count());
  const auto sums_of = [&](std::size_t v) {
    return std::span<double>(sums.data() + rows.offsets()[v],
                             rows.offsets()[v + 1] - rows.offsets()[v]);
  };
  const std::size_t fault =
      whole_reduce(rows.vertex_count(), minimum<std::size_t>{}, options.loops, [&](std::size_t v) {
        const edge_index first = rows.offsets()[v];
        const std::span own = sums_of(v);
        return add_up_weights(rows.weights().subspan(first, own.size()), own.data())
                   ? rows.vertex_count()
                   : v;
      });
  if (fault != rows.vertex_count()) refuse_walks_by(fault, sums_of(fault).back());
  const auto row_of = [&](vertex v) { return drawn_row<vertex>{rows.neighbors(v), sums_of(v)}; };
  return walker(g, options, row_of).run(starts);
}

#define ARCAS_INSTANTIATE(W)                                                 \
  template random_walks_result detail::walks_by_weights(                     \
      const basic_adjacency<W>&, const graph_view&, std::span<const vertex>, \
      const random_walks_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
