// SPDX-License-Identifier: Apache-2.0
// Builds a graph that measurements read: bench_graph OUT --snap FILE [--undirected] | --kronecker
// SCALE
#include "graph_file.h"

#include <arcas/graph/kronecker.h>
#include <arcas/graph/snap_reader.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <string>

namespace {

using namespace arcas::graph;

bench::any_graph built(const std::string& snap, bool undirected, unsigned scale) {
  if (snap.empty()) return kronecker_graph({.scale = scale});
  if (!undirected) return build_directed(read_snap(snap));
  return build_undirected(read_snap(snap), {.drop_duplicates = true, .drop_self_loops = true});
}

}  // namespace

int main(int argc, char** argv) {
  std::string out, snap;
  unsigned scale = 0;
  bool undirected = false;
  CLI::App app{"Builds a graph and writes it in the form that the measuring programs read."};
  app.add_option("out", out, "file to write")->required();
  auto* source = app.add_option_group("source")->require_option(1);
  source->add_option("--snap", snap, "edge list of directed edges");
  app.add_flag("--undirected", undirected, "edges both ways, parallel ones once, no self-loops");
  source->add_option("--kronecker", scale, "2^SCALE vertices")->check(CLI::Range(1, 30));
  CLI11_PARSE(app, argc, argv);
  try {
    bench::save_graph(built(snap, undirected, scale), out);
  } catch (const std::exception& mistake) {
    std::fprintf(stderr, "bench_graph: %s\n", mistake.what());
    return 1;
  }
  return 0;
}
