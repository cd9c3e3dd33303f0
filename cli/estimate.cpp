// SPDX-License-Identifier: Apache-2.0
#include "estimate.h"

#include "figures.h"

#include <arcas/base/memory_limit.h>
#include <arcas/graph/generators.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace cli {
namespace {

// Bytes that a kernel allocates, results included; tests/cli/test_estimate.py compares some. The
// headers of the kernels state the same for an edge, which is two arcs of an undirected graph.
//   vertex, arc    bytes per vertex and per arc (an edge of an undirected graph is two arcs)
//   worker_vertex  bytes per vertex for each worker
//   rank_vertex    on ranks: bytes per vertex
//   rank_sums      on ranks: the number of directions, in and out, in which the kernel adds up
//                  values of neighbours (cluster_graph/neighbor_values.h)
//   rank_arc       on ranks: bytes per arc
//   each_rank      on ranks: bytes of each rank per vertex of the graph
//   edge_lists     number of lists of all edges with their weights
struct kernel_memory {
  std::string_view kernel;
  double vertex = 0, arc = 0, worker_vertex = 0, rank_vertex = 0, rank_sums = 0, rank_arc = 0,
         each_rank = 0, edge_lists = 0;
};
constexpr kernel_memory memories[] = {
    {"bc", 8, 0, 48, 72},
    {"bfs", 17, 0, 0, 24},
    {"biconnected", 100, 6, 0},
    {"closeness", 32, 0, 32, 32, 1},
    {"colouring", 20, 0, 0, 80, 1},
    {"communities", 45, 28, 0},
    {"components", 9, 0, 0, 16, 2},
    {"conductance", 26, 0, 0, 24, 1},
    {"diameter", 40, 0, 0, 48, 1},
    {"eigenvector", 48, 0, 0, 48, 1},
    {"hits", 56, 0, 0, 56, 2},
    {"independent-set", 9, 0, 0, 9, 0, 0, 0.25},
    {"katz", 24, 0, 0, 16, 1},
    {"kcore", 20, 0, 0, 24},
    {"ktruss", 24, 26.5, 4, 16, 0, 24},
    {"matching", 40, 0, 0, 24, 0, 0, 0.125},
    {"pagerank", 40, 0, 0, 32, 1},
    {"similarity", 8, 0, 24, 0, 0, 0, 28},
    {"spanning-forest", 20, 0, 0, 0, 0, 0, 0, 2},
    {"sssp", 28, 4, 0, 40},
    {"topological-order", 16, 0, 0, 20, 1},
    {"triangles", 24, 5, 0, 40},
    {"walks", 0, 0, 0, 16},
    {"convert", 0, 0, 0},
    {"extract", 28, 0, 0, 36, 1},
    {"generate", 0, 0, 0},
};

const kernel_memory& memory_of(const kernel_choice& choice) {
  return *std::ranges::find(memories, choice.kernel, &kernel_memory::kernel);
}

// Code of the program, and stacks and buffers of a few workers.
constexpr double program_bytes = 10e6;

// Code, packets and stacks of a rank, with MPI.
constexpr double rank_bytes = 20e6;
// Arcs are stored twice while they are sorted into rows.
constexpr double copies_of_arcs = 2;

std::uint64_t whole(double bytes) {
  return static_cast<std::uint64_t>(bytes);
}

// The bytes that this process or, on ranks, all ranks together need; of_rank: those of one rank.
struct memory_needs {
  double reading = 0, graph = 0, kernel = 0, most = 0, of_rank = 0;
  std::uint64_t available = 0;
  std::string too_much = {};  // ": too much …", or empty if it fits
};

// The size of a graph, in numbers and in bytes.
struct graph_extent {
  double vertices, edges, arcs;
  double edge_bytes;  // bytes of an edge, or of an arc that is not in a row yet
  double rows;        // bytes of the rows of one direction
  double graph;
};

graph_extent extent_of(const graph::graph_size& size, const graph_form& form, bool undirected) {
  const auto n = static_cast<double>(size.vertices), m = static_cast<double>(size.edges);
  const auto w = static_cast<double>(form.weight_bytes);
  const double arcs = undirected ? 2 * m : m;
  const double rows = 8 * n + arcs * (4 + w);
  return {n, m, arcs, 8 + w, rows, undirected ? rows : 2 * rows};
}

// Bytes while one process reads a graph from `text` bytes of unpacked text.
double reading_bytes(const graph_extent& g, double text) {
  // The list of edges and the rows that are built from them, beside the text or, when the text has
  // been freed, the graph.
  return std::max(text, g.graph) + g.edges * g.edge_bytes + g.rows;
}

// Bytes of further graphs. The edges that a threshold keeps form a graph of their own; choosing
// them takes a byte per arc. An extracted part is a graph of its own, too; in a directed graph, the
// part is chosen by means of an undirected copy, whose arcs are in lists before they are in rows.
double kept_bytes(const kernel_choice& choice, const graph_extent& g, bool undirected) {
  if (choice.kernel == "extract")
    return undirected ? g.graph : 2 * (g.graph + g.arcs * g.edge_bytes);
  return choice.threshold ? g.graph + g.arcs : 0;
}

// Bytes of the values of all in-neighbours or of all out-neighbours, on all ranks. A rank stores at
// most one value for each of its arcs, and at most one for each vertex of the graph. While the
// neighbours are collected, it also stores a set of them.
double neighbors_bytes(const graph_extent& g, double ranks) {
  const double values = std::min(g.vertices * ranks, g.arcs);
  return 4 * g.arcs + 28 * values + std::min(g.vertices * ranks * 3 / 16, 8 * g.arcs);
}

void show(const memory_needs& needs, const graph::graph_size& size, const kernel_choice& choice,
          std::uint64_t ranks, const std::string& runners) {
  if (choice.json) {
    fmt::print("{}\n", json_object({{"vertices", size.vertices},
                                    {"edges", size.edges},
                                    {"exact", size.exact},
                                    {"reading_bytes", whole(needs.reading)},
                                    {"graph_bytes", whole(needs.graph)},
                                    {"kernel_bytes", whole(needs.kernel)},
                                    {"most_bytes", whole(needs.most)},
                                    {"memory_bytes", needs.available},
                                    {"ranks", ranks},
                                    {"rank_bytes", whole(needs.of_rank)}})
                           .text);
    return;
  }
  const std::string rank =
      ranks == 1 ? "" : fmt::format("a rank     {:>9}\n", byte_count(whole(needs.of_rank)));
  fmt::print(
      "{}{}, {}\n"
      "reading    {:>9}\n"
      "graph      {:>9}\n"
      "{:<10} {:>9}, {}\n"
      "{}"
      "at most    {:>9} of {} that {} may use{}\n",
      size.exact ? "" : "about ", counted(size.vertices, "vertex", "vertices"),
      counted(size.edges, "edge"), byte_count(whole(needs.reading)), byte_count(whole(needs.graph)),
      choice.kernel, byte_count(whole(needs.kernel)), runners, rank, byte_count(whole(needs.most)),
      byte_count(needs.available), ranks == 1 ? "this process" : "all ranks", needs.too_much);
}

}  // namespace

std::size_t weight_bytes(graph::weight_kind weights) {
  using enum graph::weight_kind;
  return weights == none    ? 0
         : weights == whole ? sizeof(graph::weight)
                            : sizeof(graph::real_weight);
}

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

int show_estimate(const graph_opening& opening, const kernel_choice& choice,
                  const graph_form& form) {
  const graph::graph_size size = size_of(opening);
  const bool undirected = !opening.facts.directed || !form.both_directions;
  const double text = opening.file && opening.facts.format != graph::graph_format::serialized
                          ? static_cast<double>(opening.file->unpacked_bytes())
                          : 0;
  const unsigned workers = arcas::runtime::default_runtime().workers();
  const graph_extent g = extent_of(size, form, undirected);
  const kernel_memory& known = memory_of(choice);
  memory_needs needs{.reading = reading_bytes(g, text), .graph = g.graph};
  needs.kernel = (known.vertex + choice.result_bytes) * g.vertices + known.arc * g.arcs +
                 known.edge_lists * g.edges * g.edge_bytes +
                 known.worker_vertex * g.vertices * workers + kept_bytes(choice, g, undirected);
  needs.most = program_bytes + std::max(needs.reading, g.graph + needs.kernel);
  needs.of_rank = needs.most;
  needs.available = arcas::detail::memory_limit();
  if (needs.most > static_cast<double>(needs.available)) needs.too_much = ": too much";
  show(needs, size, choice, 1, counted(workers, "worker"));
  return 0;
}

void show_estimate_on_ranks(const graph::graph_size& size, const kernel_choice& choice,
                            const graph_form& form, const rank_memory& job) {
  const graph_extent g = extent_of(size, form, !form.both_directions);
  const auto ranks = static_cast<double>(job.ranks);
  const double sides = form.both_directions ? 2 : 1;
  const kernel_memory& known = memory_of(choice);
  memory_needs needs{.graph = g.graph};
  needs.reading =
      g.graph + (job.whole_text ? ranks * reading_bytes(g, static_cast<double>(*job.whole_text))
                                : copies_of_arcs * sides * g.arcs * g.edge_bytes);
  needs.kernel = (known.rank_vertex + known.each_rank * ranks + choice.result_bytes) * g.vertices +
                 known.rank_arc * g.arcs +
                 std::min(known.rank_sums, sides) * neighbors_bytes(g, ranks) +
                 kept_bytes(choice, g, !form.both_directions);
  needs.most = ranks * rank_bytes + std::max(needs.reading, g.graph + needs.kernel);
  needs.of_rank = needs.most / ranks;
  needs.available = job.available;
  if (needs.most > static_cast<double>(job.available)) {
    needs.too_much = ": too much";
  } else if (needs.of_rank > static_cast<double>(job.least_available)) {
    needs.too_much =
        fmt::format(": too much for a rank that may use {}", byte_count(job.least_available));
  }
  show(needs, size, choice, job.ranks, counted(job.ranks, "rank"));
}

}  // namespace cli
