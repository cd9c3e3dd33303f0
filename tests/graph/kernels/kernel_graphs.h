// SPDX-License-Identifier: Apache-2.0
// The graphs and the numbers of workers with which each kernel is tested.
#pragma once

#include <arcas/graph/builder.h>
#include <arcas/graph/edge_list.h>
#include <arcas/graph/generators.h>
#include <arcas/graph/graph_over.h>
#include <arcas/graph/random.h>
#include <arcas/runtime/runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::graph {

using namespace detail;

template <class W>
basic_edge_list<W> edges_of(std::size_t vertices, const std::vector<basic_edge<vertex, W>>& edges) {
  basic_edge_list<W> list;
  list.vertex_count = vertices;
  list.edges = plain_array<basic_edge<vertex, W>>(edges.size());
  std::ranges::copy(edges, list.edges.begin());
  return list;
}
// Also accepts edges in braces.
inline edge_list edges_of(std::size_t vertices, const std::vector<edge>& edges) {
  return edges_of<unweighted>(vertices, edges);
}

// A graph of about `edges` random edges, with parallel edges and self-loops.
inline edge_list random_edges(std::size_t vertices, std::size_t edges, std::uint64_t seed) {
  random_stream draws(seed, 0);
  std::vector<edge> drawn;
  for (std::size_t i = 0; i < edges; ++i) {
    drawn.push_back({static_cast<vertex>(draws.next() % vertices),
                     static_cast<vertex>(draws.next() % vertices)});
  }
  return edges_of(vertices, drawn);
}

inline std::vector<edge> path_of(vertex vertices) {
  std::vector<edge> edges;
  for (vertex v = 0; v + 1 < vertices; ++v) edges.push_back({v, v + 1});
  return edges;
}

inline std::vector<edge> star_of(vertex vertices) {
  std::vector<edge> edges;
  for (vertex v = 1; v < vertices; ++v) edges.push_back({v, 0});
  return edges;
}

inline std::vector<edge> clique_of(vertex vertices) {
  std::vector<edge> edges;
  for (vertex v = 0; v < vertices; ++v) {
    for (vertex u = 0; u < v; ++u) edges.push_back({v, u});
  }
  return edges;
}

struct named_edges {
  std::string name;
  std::function<edge_list()> make;
};

// Small graphs with special cases, and graphs that are large enough for every path through a
// kernel.
inline std::vector<named_edges> kernel_graphs() {
  return {
      {"none", [] { return edges_of(0, {}); }},
      {"one", [] { return edges_of(1, {}); }},
      {"loop", [] { return edges_of(1, {{0, 0}}); }},
      {"isolated", [] { return edges_of(70, {}); }},
      {"pair", [] { return edges_of(3, {{2, 1}}); }},
      {"doubled", [] { return edges_of(4, {{0, 1}, {0, 1}, {1, 2}, {2, 0}, {2, 2}, {2, 0}}); }},
      {"path", [] { return edges_of(200, path_of(200)); }},
      {"star", [] { return edges_of(300, star_of(300)); }},
      {"clique", [] { return edges_of(40, clique_of(40)); }},
      {"sparse", [] { return random_edges(500, 400, 1); }},
      {"even", [] { return random_edges(400, 3000, 2); }},
      {"dense", [] { return random_edges(150, 6000, 3); }},
      {"kronecker", [] { return kronecker_edges({.scale = 10, .edge_factor = 8}); }},
      {"uniform", [] { return uniform_edges({.scale = 9, .edge_factor = 6}); }},
      {"grid", [] { return without_weights(grid_edges({.width = 30, .height = 20})); }},
  };
}

// An undirected multigraph over arrays. random_multigraph() sorts the rows by target, unless
// `mixed` is set; the order of parallel edges does not depend on their weights.
template <class W>
struct drawn_multigraph {
  std::size_t vertices = 0;
  std::vector<basic_edge<vertex, W>> edges;
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> targets;
  std::vector<W> weights;

  basic_undirected_graph<W> graph(bool check = true) const {
    const over_options options{.check = check};
    return undirected_from(rows_over(offsets, targets, weights, options), options);
  }
};

// Draws weights from 0 to most - 1, and no self-loops.
template <class W>
drawn_multigraph<W> random_multigraph(std::size_t vertices, std::size_t edges, std::uint64_t most,
                                      std::uint64_t seed, bool mixed = false) {
  random_stream draws(seed, 0);
  drawn_multigraph<W> g;
  g.vertices = vertices;
  std::vector<std::vector<std::pair<vertex, W>>> rows(vertices);
  while (g.edges.size() < edges) {
    const auto u = static_cast<vertex>(draws.next() % vertices);
    const auto v = static_cast<vertex>(draws.next() % vertices);
    if (u == v) continue;
    const W w = static_cast<W>(draws.next() % most);
    g.edges.push_back({u, v, w});
    rows[u].emplace_back(v, w);
    rows[v].emplace_back(u, w);
  }
  g.offsets.push_back(0);
  for (auto& row : rows) {
    for (std::size_t i = row.size(); i > 1; --i) std::swap(row[i - 1], row[draws.next() % i]);
    if (!mixed) std::ranges::stable_sort(row, {}, [](const auto& e) { return e.first; });
    for (const auto& [v, w] : row) {
      g.targets.push_back(static_cast<std::int32_t>(v));
      g.weights.push_back(w);
    }
    g.offsets.push_back(static_cast<std::int64_t>(g.targets.size()));
  }
  return g;
}

// Each number of workers in turn. Grain 1 mixes the workers as much as possible.
class WithWorkers : public testing::TestWithParam<unsigned> {
 protected:
  WithWorkers() : workers_({.workers = GetParam(), .pin = false}) {}
  loop_options mixed() { return {.grain = 1, .on = &workers_}; }
  loop_options usual() { return {.on = &workers_}; }

 private:
  runtime workers_;
};

template <class F>
void on_all_graphs(const F& f) {
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    f(build_directed(some.make()));
    f(build_undirected(some.make()));
  }
}

template <class F>
void on_undirected_graphs(const F& f) {
  for (const named_edges& some : kernel_graphs()) {
    SCOPED_TRACE(some.name);
    f(build_undirected(some.make()));
  }
}

}  // namespace arcas::inline v0::graph
