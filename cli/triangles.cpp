// SPDX-License-Identifier: Apache-2.0
// arcas triangles FILE: how many triangles are there, and how clustered is the graph?
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/triangles.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct triangles_arguments : kernel_choice {
  bool by_vertex = false;
};

using triangles_run = kernel_run<graph::undirected_graph>;

void count_total(triangles_run& run) {
  const std::uint64_t total =
      run.timed("triangles", [&](unsigned) { return graph::count_triangles(run.graph); });
  describe_triangles(run.report, total);
  run.check([&] { return fault_in_triangles(run.graph, total); });
}

void count_by_vertex(triangles_run& run) {
  const auto result =
      run.timed("triangles", [&](unsigned) { return graph::triangles_by_vertex(run.graph); });
  triangle_facts facts{{}, result.total, result.average_clustering, result.transitivity};
  const auto triangles = [&](vertex v) { return static_cast<double>(result.triangles[v]); };
  for (const vertex v : highest(run.graph.vertex_count(), run.choice.top, triangles))
    facts.most.push_back({v, result.triangles[v], result.clustering[v]});
  describe_vertex_triangles(run.report, facts, run.ids());
  run.check([&] {
    return fault_in_triangles(run.graph, result.total, result.triangles.all(),
                              result.clustering.all());
  });
  run.write(
      {{"triangles", column_kind::whole, [&](std::size_t v) { return result.triangles[v]; }},
       {"clustering", column_kind::real, [&](std::size_t v) { return result.clustering[v]; }}});
}

int run_triangles(triangles_arguments& given, session& s) {
  const bool by_vertex = given.by_vertex || !given.output.empty();
  given.graph.simple = true;
  return run_kernel<graph::undirected_graph>(open_graph(given.graph, s), given, s,
                                             by_vertex ? count_by_vertex : count_total);
}

}  // namespace

subcommand triangles_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "triangles",
      "Count triangles, in total or at each vertex with clustering coefficients",
      "Edges are taken as undirected; parallel edges count once, self-loops are ignored.\n\n"
      "Examples:\n"
      "  arcas triangles data/soc-Slashdot0902.txt.zst\n"
      "  arcas triangles graph.txt --vertices --top 20\n"
      "  arcas triangles --kronecker 18 --trials 3 --check --json",
      [](CLI::App& arguments, triangles_arguments& given) {
        arguments.add_flag(
            "--vertices", given.by_vertex,
            "Also count at each vertex, with clustering coefficients; implied by --output");
        add_kernel_options(arguments, given,
                           "With --vertices: vertices to print, the most triangles first");
      },
      run_triangles);
}

}  // namespace cli
