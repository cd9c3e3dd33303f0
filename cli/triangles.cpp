// SPDX-License-Identifier: Apache-2.0
// arcas triangles FILE: how many triangles are there, and how clustered is the graph?
#include "figures.h"
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

void describe_vertices(triangles_run& run, const graph::vertex_triangles_result& result) {
  std::vector<std::vector<std::string>> rows;
  std::vector<json> most;
  for (const vertex v : highest(run.graph.vertex_count(), run.choice.top, [&](vertex u) {
         return static_cast<double>(result.triangles[u]);
       })) {
    const vertex_id id = run.ids()(v);
    rows.push_back(
        {id.text, grouped(result.triangles[v]), fmt::format("{:.6f}", result.clustering[v])});
    most.push_back(json_object({{"vertex", id},
                                {"triangles", result.triangles[v]},
                                {"clustering", result.clustering[v]}}));
  }
  run.report.text = as_table({"vertex", "triangles", "clustering"}, rows);
  run.report.text += fmt::format("{}; average clustering {:.6f}, transitivity {:.6f}\n",
                                 counted(result.total, "triangle"), result.average_clustering,
                                 result.transitivity);
  run.report.result = {{"triangles", result.total},
                       {"average_clustering", result.average_clustering},
                       {"transitivity", result.transitivity},
                       {"vertices", json_list(most)}};
}

void count_total(triangles_run& run) {
  const std::uint64_t total =
      run.timed("triangles", [&](unsigned) { return graph::count_triangles(run.graph); });
  describe_triangles(run.report, total);
  run.check([&] { return fault_in_triangles(run.graph, total); });
}

void count_by_vertex(triangles_run& run) {
  const auto result =
      run.timed("triangles", [&](unsigned) { return graph::triangles_by_vertex(run.graph); });
  describe_vertices(run, result);
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
