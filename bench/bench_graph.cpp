// SPDX-License-Identifier: Apache-2.0
// Builds a graph that measurements read.
//   bench_graph OUT --snap FILE [--undirected] | --kronecker SCALE | --grid SCALE
#include "graph_file.h"

#include <arcas/graph/generators.h>
#include <arcas/graph/graph_file.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <string>
#include <utility>

namespace {

using namespace arcas::graph;

// A road network whose streets have no lengths.
undirected_graph streets(unsigned scale) {
  const weighted_edge_list with_lengths = grid_edges(grid_of_scale(scale));
  edge_list list;
  list.vertex_count = with_lengths.vertex_count;
  list.edges = plain_array<edge>(with_lengths.edges.size());
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    list.edges[i] = {with_lengths.edges[i].from, with_lengths.edges[i].to};
  }
  return build_undirected(std::move(list));
}

bench::any_graph built(const std::string& snap, bool undirected, unsigned scale, unsigned grid) {
  if (grid != 0) return streets(grid);
  if (snap.empty()) return kronecker_graph({.scale = scale});
  if (!undirected) return read_graph<directed_graph>(snap);
  return read_graph<undirected_graph>(
      snap, {.build = {.drop_duplicates = true, .drop_self_loops = true}});
}

}  // namespace

int main(int argc, char** argv) {
  std::string out, snap;
  unsigned scale = 0, grid = 0;
  bool undirected = false;
  CLI::App app{"Builds a graph and writes it in the form that the measuring programs read."};
  app.add_option("out", out, "file to write")->required();
  auto* source = app.add_option_group("source")->require_option(1);
  source->add_option("--snap", snap, "edge list of directed edges");
  app.add_flag("--undirected", undirected, "edges both ways, parallel ones once, no self-loops");
  source->add_option("--kronecker", scale, "2^SCALE vertices")->check(CLI::Range(1, 30));
  source->add_option("--grid", grid, "a road network of 2^SCALE crossings")
      ->check(CLI::Range(1, 30));
  CLI11_PARSE(app, argc, argv);
  try {
    bench::save_graph(built(snap, undirected, scale, grid), out);
  } catch (const std::exception& mistake) {
    std::fprintf(stderr, "bench_graph: %s\n", mistake.what());
    return 1;
  }
  return 0;
}
