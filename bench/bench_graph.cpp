// SPDX-License-Identifier: Apache-2.0
// Builds the graph that `pagerank` measurements read: bench_graph OUT --snap FILE | --kronecker
// SCALE
#include "graph_file.h"

#include <arcas/graph/kronecker.h>
#include <arcas/graph/snap_reader.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <string>

namespace {

void build(const std::string& out, const std::string& snap, unsigned scale) {
  if (snap.empty()) {
    bench::save_graph(arcas::graph::kronecker_graph({.scale = scale}), out);
  } else {
    bench::save_graph(arcas::graph::build_directed(arcas::graph::read_snap(snap)), out);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string out, snap;
  unsigned scale = 0;
  CLI::App app{"Builds a graph and writes it in the form that the measuring programs read."};
  app.add_option("out", out, "file to write")->required();
  auto* source = app.add_option_group("source")->require_option(1);
  source->add_option("--snap", snap, "edge list of directed edges");
  source->add_option("--kronecker", scale, "2^SCALE vertices")->check(CLI::Range(1, 30));
  CLI11_PARSE(app, argc, argv);
  try {
    build(out, snap, scale);
  } catch (const std::exception& mistake) {
    std::fprintf(stderr, "bench_graph: %s\n", mistake.what());
    return 1;
  }
  return 0;
}
