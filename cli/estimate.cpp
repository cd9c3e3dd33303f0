// SPDX-License-Identifier: Apache-2.0
#include "estimate.h"

#include "figures.h"

#include <arcas/base/memory_limit.h>
#include <arcas/graph/grid.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace cli {
namespace {

namespace graph = arcas::graph;

// Bytes of what a kernel allocates, results included: for a vertex, for an arc (an edge of an undirected graph has two), and
// for a vertex and worker. As the heads of the kernels have it.
struct kernel_memory {
  std::string_view kernel;
  double vertex = 0, arc = 0, worker_vertex = 0;
};
constexpr kernel_memory memories[] = {
    {"bc", 8, 0, 48},           {"bfs", 17, 0, 0},
    {"biconnected", 100, 6, 0}, {"closeness", 32, 0, 32},
    {"colouring", 20, 0, 0},    {"communities", 45, 28, 0},
    {"components", 9, 0, 0},    {"conductance", 12, 0, 0},
    {"diameter", 40, 0, 0},     {"eigenvector", 48, 0, 0},
    {"hits", 56, 0, 0},         {"independent-set", 17, 0, 0},
    {"katz", 24, 0, 0},         {"kcore", 20, 0, 0},
    {"ktruss", 24, 30, 0},      {"matching", 40, 0, 0},
    {"pagerank", 40, 0, 0},     {"spanning-forest", 20, 10, 0},
    {"sssp", 28, 4, 0},         {"topological-order", 16, 0, 0},
    {"triangles", 24, 5, 0},    {"walks", 0, 0, 0},
};

// Its code, and the stacks and buffers of a few workers.
constexpr double program_bytes = 10e6;

graph::graph_size size_of(const graph_opening& opening) {
  if (opening.file) return opening.file->expected_size();
  const graph_choice& choice = opening.choice;
  if (choice.grid != 0) {
    const graph::grid_options grid = graph::grid_of_scale(choice.grid);
    const std::uint64_t n = std::uint64_t{grid.width} * grid.height;
    return {n, 2 * n, false};
  }
  const unsigned scale = std::max(choice.kronecker, choice.uniform);
  return {std::uint64_t{1} << scale, std::uint64_t{choice.edge_factor} << scale, false};
}

std::uint64_t whole(double bytes) {
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace

int show_estimate(const graph_opening& opening, const kernel_choice& choice,
                  const graph_form& form) {
  const graph::graph_size size = size_of(opening);
  const bool undirected = !opening.facts.directed || !form.both_directions;
  const auto n = static_cast<double>(size.vertices), m = static_cast<double>(size.edges);
  const double arcs = undirected ? 2 * m : m;
  const auto w = static_cast<double>(form.weight_bytes);
  const double rows = 8 * n + arcs * (4 + w);
  const double graph_bytes = undirected ? rows : 2 * rows;
  // The text, if it has to be unpacked, the list of its edges and the rows that come of them.
  const double text = opening.file && opening.facts.format != graph::graph_format::serialized
                          ? static_cast<double>(opening.file->unpacked_bytes())
                          : 0;
  const double reading = std::max(text, graph_bytes) + m * (8 + w) + rows;
  const auto* const known = std::ranges::find(memories, choice.kernel, &kernel_memory::kernel);
  const unsigned workers = arcas::runtime::default_runtime().workers();
  // The edges of a threshold are a graph of their own, made by a byte for each arc.
  const double kept = choice.threshold ? graph_bytes + arcs : 0;
  const double kernel = (known->vertex + choice.result_bytes) * n + known->arc * arcs +
                        known->worker_vertex * n * workers + kept;
  const double most = program_bytes + std::max(reading, graph_bytes + kernel);
  const std::uint64_t limit = arcas::detail::memory_limit();
  if (choice.json) {
    fmt::print("{}\n", json_object({{"vertices", size.vertices},
                                    {"edges", size.edges},
                                    {"exact", size.exact},
                                    {"reading_bytes", whole(reading)},
                                    {"graph_bytes", whole(graph_bytes)},
                                    {"kernel_bytes", whole(kernel)},
                                    {"most_bytes", whole(most)},
                                    {"memory_bytes", limit}})
                           .text);
    return 0;
  }
  fmt::print(
      "{}{}, {}\n"
      "reading    {:>9}\n"
      "graph      {:>9}\n"
      "{:<10} {:>9}, {}\n"
      "at most    {:>9} of {} that this process may use{}\n",
      size.exact ? "" : "about ", counted(size.vertices, "vertex", "vertices"),
      counted(size.edges, "edge"), byte_count(whole(reading)), byte_count(whole(graph_bytes)),
      choice.kernel, byte_count(whole(kernel)), counted(workers, "worker"), byte_count(whole(most)),
      byte_count(limit), most > static_cast<double>(limit) ? ": too much" : "");
  return 0;
}

}  // namespace cli
