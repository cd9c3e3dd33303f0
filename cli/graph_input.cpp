// SPDX-License-Identifier: Apache-2.0
#include "graph_input.h"

#include "figures.h"

#include <arcas/graph/builder.h>
#include <arcas/graph/snap_reader.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <utility>

namespace cli {
namespace {

namespace graph = arcas::graph;

// Of the file as stored; 0 for a pipe, which has no size.
std::uint64_t stored_bytes(const std::string& file) {
  std::error_code none;
  const auto bytes = std::filesystem::file_size(file, none);
  return none ? 0 : bytes;
}

}  // namespace

graph_input read_graph(const std::string& file, session& s) {
  graph_input input;
  input.file = file;
  input.bytes = stored_bytes(file);
  s.shown.begin(input.bytes == 0 ? "reading " + file
                                 : fmt::format("reading {} ({})", file, byte_count(input.bytes)));
  const auto start = std::chrono::steady_clock::now();
  const arcas::loop_options loops{.stop = s.stop};
  graph::edge_list edges = graph::read_snap(file, loops);
  s.shown.reached(counted(edges.edges.size(), "edge") + " read, sorting them by vertex");
  input.graph = graph::build_directed(std::move(edges), {.loops = loops});
  input.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  s.shown.end();
  return input;
}

}  // namespace cli
