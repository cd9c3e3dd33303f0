// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/oriented.h>
#include <arcas/graph/prefix_sum.h>
#include <arcas/graph/random.h>
#include <arcas/graph/whole_loop.h>

#include <algorithm>
#include <atomic>
#include <vector>

namespace arcas::graph {
namespace {

// Degrees looked at to judge how uneven they are.
constexpr std::size_t samples = 1024;
// Renumbering pays when the mean degree is this many times the median: rows of a few hundred
// vertices are then much longer than all others.
constexpr double uneven = 1.3;
// Below this mean degree there is too little to gain.
constexpr edge_index least_degree = 8;

bool worth_renumbering(const links& g) {
  const std::size_t n = g.vertex_count();
  if (n == 0 || g.arc_count() / n < least_degree) return false;
  std::vector<edge_index> degrees;
  random_stream draws(0, 2);
  for (std::size_t i = 0; i < samples; ++i) {
    const edge_index degree = g.out_degree(static_cast<vertex>(draws.next() % n));
    if (degree != 0) degrees.push_back(degree);
  }
  if (degrees.empty()) return false;
  std::ranges::sort(degrees);
  double sum = 0;
  for (const edge_index d : degrees) sum += static_cast<double>(d);
  const double mean = sum / static_cast<double>(degrees.size());
  return mean > uneven * static_cast<double>(degrees[degrees.size() / 2]);
}

// A vertex's place in the order of falling degrees, and the vertex at each place. Degrees are
// counted and placed serially: n steps beside the many of each vertex that follow.
struct numbering {
  plain_array<vertex> new_number;
  plain_array<vertex> old_number;
};

numbering by_falling_degree(const links& g) {
  const std::size_t n = g.vertex_count();
  edge_index greatest = 0;
  for (std::size_t v = 0; v < n; ++v) {
    greatest = std::max(greatest, g.out_degree(static_cast<vertex>(v)));
  }
  std::vector<vertex> begin(greatest + 2, 0);  // by greatest - degree
  const auto place = [&](std::size_t v) { return greatest - g.out_degree(static_cast<vertex>(v)); };
  for (std::size_t v = 0; v < n; ++v) ++begin[place(v) + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  numbering order{plain_array<vertex>(n), plain_array<vertex>(n)};
  for (std::size_t v = 0; v < n; ++v) {
    const vertex number = begin[place(v)]++;
    order.new_number[v] = number;
    order.old_number[number] = static_cast<vertex>(v);
  }
  return order;
}

// Rows of neighbours below v, sorted and without repetition, of the vertices as `old` numbers them.
template <class Old, class New>
adjacency rows_below(const links& g, const loop_options& loops, const Old& old_of,
                     const New& new_of) {
  const std::size_t n = g.vertex_count();
  plain_array<edge_index> room(n + 1);
  room[0] = 0;
  whole_for(n, loops, [&](std::size_t v) {
    edge_index below = 0;
    for (const vertex u : g.out_neighbors(old_of(v))) below += new_of(u) < v ? 1 : 0;
    room[v + 1] = below;
  });
  add_up(room.all(), loops);
  plain_array<vertex> targets(room[n]);
  plain_array<edge_index> kept(n + 1);
  kept[0] = 0;
  whole_for(n, loops, [&](std::size_t v) {
    vertex* const begin = targets.data() + room[v];
    vertex* end = begin;
    for (const vertex u : g.out_neighbors(old_of(v))) {
      const vertex number = new_of(u);
      if (number < v) *end++ = number;
    }
    std::sort(begin, end);
    kept[v + 1] = static_cast<edge_index>(std::unique(begin, end) - begin);
  });
  add_up(kept.all(), loops);
  if (kept[n] == room[n]) return adjacency(std::move(kept), std::move(targets));
  plain_array<vertex> packed(kept[n]);
  whole_for(n, loops, [&](std::size_t v) {
    std::copy_n(targets.data() + room[v], kept[v + 1] - kept[v], packed.data() + kept[v]);
  });
  return adjacency(std::move(kept), std::move(packed));
}

bool simple(const links& g, const loop_options& loops) {
  const std::size_t repeated =
      whole_reduce(g.vertex_count(), plus<std::size_t>{}, loops, [&](std::size_t v) {
        const auto row = g.out_neighbors(static_cast<vertex>(v));
        std::size_t count = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
          count += row[i] == v || (i != 0 && row[i] == row[i - 1]) ? 1 : 0;
        }
        return count;
      });
  return repeated == 0;
}

}  // namespace

bool usable_in_place(const undirected_links& g, const triangles_options& options) {
  return options.order != triangle_order::by_degree &&
         g.arc_count() < least_degree * g.vertex_count() && simple(g, options.loops);
}

oriented_graph oriented(const undirected_links& g, const triangles_options& options) {
  const bool renumber = options.order == triangle_order::by_degree ||
                        (options.order == triangle_order::automatic && worth_renumbering(g));
  if (!renumber) {
    const auto same = [](std::size_t v) { return static_cast<vertex>(v); };
    return {rows_below(g, options.loops, same, same), {}};
  }
  numbering order = by_falling_degree(g);
  adjacency kept = rows_below(
      g, options.loops, [&](std::size_t v) { return order.old_number[v]; },
      [&](vertex u) { return order.new_number[u]; });
  return {std::move(kept), std::move(order.old_number)};
}

}  // namespace arcas::graph
