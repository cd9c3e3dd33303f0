// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/kernels/bfs.h>
#include <arcas/graph/random.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_set>

namespace arcas::inline v0::graph {

using namespace detail;

void detail::require_source(std::size_t vertex_count, std::uint64_t source) {
  if (source < vertex_count) return;
  throw std::invalid_argument("source " + std::to_string(source) + " must be less than " +
                              std::to_string(vertex_count) + ", the number of vertices");
}

std::vector<vertex> sample_of_vertices(const graph_view& g, std::size_t count, std::uint64_t seed) {
  return sample_of(g.vertex_count(), count, seed);
}

std::vector<vertex> detail::sample_of(std::size_t n, std::size_t count, std::uint64_t seed) {
  count = std::min(count, n);
  random_stream draws(seed, 0);
  // Floyd's method: each i adds one vertex, i itself if the drawn vertex is already in the set.
  std::unordered_set<vertex> drawn;
  for (std::size_t i = n - count; i < n; ++i) {
    const auto v = static_cast<vertex>(draws.next() % (i + 1));
    if (!drawn.insert(v).second) drawn.insert(static_cast<vertex>(i));
  }
  std::vector<vertex> sample(drawn.begin(), drawn.end());
  std::ranges::sort(sample);
  return sample;
}

std::vector<vertex> linked_vertices(const graph_view& g, std::size_t count, std::uint64_t seed) {
  const auto degree = [&g](vertex v) { return std::uint64_t{g.out_degree(v)}; };
  return linked_of(g.vertex_count(), g.arc_count(), degree, count, seed);
}

std::vector<vertex> detail::linked_of(
    std::size_t n, std::uint64_t arcs,
    arcas::detail::function_reference<std::uint64_t, vertex> degree, std::size_t count,
    std::uint64_t seed) {
  std::vector<vertex> chosen;
  if (arcs == 0) return chosen;
  random_stream draws(seed, 1);
  while (chosen.size() < count) {
    const auto v = static_cast<vertex>(draws.next() % n);
    if (degree(v) != 0) chosen.push_back(v);
  }
  return chosen;
}

std::vector<vertex> detail::all_vertices(std::size_t vertex_count) {
  std::vector<vertex> all(vertex_count);
  std::iota(all.begin(), all.end(), vertex{0});
  return all;
}

}  // namespace arcas::inline v0::graph
