// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/oriented.h>
#include <arcas/graph/random.h>

#include <algorithm>
#include <vector>

namespace arcas::inline v0::graph::detail {
namespace {

// The number of degrees sampled to judge how uneven they are.
constexpr std::size_t skew_samples = 1024;
// Renumbering saves time if the mean degree is this many times the median: the rows of a few
// hundred vertices are then much longer than all others.
constexpr double uneven = 1.3;
// Below this mean degree renumbering cannot save enough, and rows are short (short_in_place()).
constexpr edge_index least_degree = 8;

bool worth_renumbering(const graph_view& g) {
  const std::size_t n = g.vertex_count();
  if (n == 0 || g.arc_count() / n < least_degree) return false;
  std::vector<edge_index> degrees;
  random_stream draws(0, 2);
  for (std::size_t i = 0; i < skew_samples; ++i) {
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

}  // namespace

numbering by_falling_degree(const graph_view& g) {
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

bool wants_renumbering(const graph_view& g, triangle_order order) {
  return order == triangle_order::by_degree ||
         (order == triangle_order::automatic && worth_renumbering(g));
}

bool short_in_place(const graph_view& g, triangle_order order) {
  return order != triangle_order::by_degree && g.arc_count() < least_degree * g.vertex_count();
}

}  // namespace arcas::inline v0::graph::detail
