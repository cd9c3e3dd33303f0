// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/each_weight.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/random_walks.h>
#include <arcas/graph/kernels/sources.h>
#include <arcas/graph/kernels/strengths.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::graph {

using namespace detail;
namespace {

// Draws a number below count, which is not 0: the high half of a product (Lemire 2019), whose bias
// is below count / 2^64.
std::size_t below(random_stream& draws, std::size_t count) {
  __extension__ using wide = unsigned __int128;
  return static_cast<std::size_t>(wide{draws.next()} * count >> 64);
}

// draw(v, draws) returns a neighbour of v, or no_vertex.
template <class Draw>
class walker {
 public:
  walker(const graph_view& g, const random_walks_options& options, const Draw& draw)
      : g_(g),
        draw_(draw),
        options_(options),
        second_order_(options.p != 1 || options.q != 1),
        back_(1 / options.p),
        away_(1 / options.q),
        most_(std::max({1.0, back_, away_})) {}

  random_walks_result run(std::span<const vertex> starts) const {
    random_walks_result result;
    result.steps = options_.steps;
    std::size_t width = 0, bytes = 0;
    if (__builtin_mul_overflow(starts.size(), options_.per_start, &result.walks) ||
        __builtin_add_overflow(options_.steps, 1, &width) ||
        __builtin_mul_overflow(result.walks, width, &bytes) ||
        __builtin_mul_overflow(bytes, sizeof(vertex), &bytes)) {
      throw std::invalid_argument("random walks of " + std::to_string(options_.steps) + " steps, " +
                                  std::to_string(options_.per_start) + " from each of " +
                                  std::to_string(starts.size()) +
                                  " vertices, take more than 2^64 bytes");
    }
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
    if (!second_order_ || before == no_vertex) return draw_(here, draws);
    for (;;) {
      const vertex next = draw_(here, draws);
      if (next == no_vertex || unit(draws) * most_ < share(before, next)) return next;
    }
  }
  double share(vertex before, vertex next) const {
    if (next == before) return back_;
    return std::ranges::binary_search(g_.out_neighbors(before), next) ? 1 : away_;
  }

  const graph_view& g_;
  const Draw& draw_;
  const random_walks_options& options_;
  const bool second_order_;
  const double back_, away_, most_;
};

void require_possible_walks(const random_walks_options& options) {
  const auto good = [](double x) { return x > 0 && std::isfinite(x) && std::isfinite(1 / x); };
  if (good(options.p) && good(options.q)) return;
  throw std::invalid_argument(
      "the return and in-out parameters of random walks must be above 0; they are " +
      number_text(options.p) + " and " + number_text(options.q));
}

}  // namespace

random_walks_result random_walks(const graph_view& g, std::span<const vertex> starts,
                                 const random_walks_options& options) {
  if (options.weighted)
    throw std::invalid_argument("random walks by weights require a graph with weights");
  require_sources(g.vertex_count(), starts);
  require_possible_walks(options);
  const auto draw = [&](vertex v, random_stream& draws) {
    const auto row = g.out_neighbors(v);
    return row.empty() ? no_vertex : row[below(draws, row.size())];
  };
  return walker(g, options, draw).run(starts);
}

template <class W>
random_walks_result detail::walks_by_weights(const basic_adjacency<W>& rows, const graph_view& g,
                                             std::span<const vertex> starts,
                                             const random_walks_options& options) {
  require_sources(g.vertex_count(), starts);
  require_possible_walks(options);
  // For each edge of a row, the sum of the weights up to and including the edge.
  plain_array<double> sums(rows.arc_count());
  const std::size_t fault =
      whole_reduce(rows.vertex_count(), minimum<std::size_t>{}, options.loops, [&](std::size_t v) {
        edge_index at = rows.offsets()[v];
        double sum = 0;
        for (const auto [u, w] : rows.edges(static_cast<vertex>(v))) {
          sum += w >= 0 ? static_cast<double>(w) : std::numeric_limits<double>::quiet_NaN();
          sums[at++] = sum;
        }
        return strength_is_usable(sum) ? rows.vertex_count() : v;
      });
  if (fault != rows.vertex_count())
    refuse_strength("a random walk by weights", fault, sums[rows.offsets()[fault + 1] - 1]);
  const auto draw = [&](vertex v, random_stream& draws) {
    const auto row = rows.neighbors(v);
    const auto own = std::span<const double>(sums.data() + rows.offsets()[v], row.size());
    if (row.empty() || own.back() == 0) return no_vertex;
    const auto at = std::ranges::upper_bound(own, unit(draws) * own.back());
    // If the product was rounded up to the sum, takes the last edge with a weight above 0.
    return row[static_cast<std::size_t>(
        (at != own.end() ? at : std::ranges::lower_bound(own, own.back())) - own.begin())];
  };
  return walker(g, options, draw).run(starts);
}

#define ARCAS_INSTANTIATE(W)                                                 \
  template random_walks_result detail::walks_by_weights(                     \
      const basic_adjacency<W>&, const graph_view&, std::span<const vertex>, \
      const random_walks_options&);
ARCAS_EACH_REAL_WEIGHT(ARCAS_INSTANTIATE)
#undef ARCAS_INSTANTIATE

}  // namespace arcas::inline v0::graph
