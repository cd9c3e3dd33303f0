// SPDX-License-Identifier: Apache-2.0
// arcas triangles FILE: how many triangles are there, and how clustered is the graph?
#include "csv.h"
#include "figures.h"
#include "kernel_report.h"
#include "session.h"

#include <arcas/graph/check/triangles_check.h>
#include <arcas/graph/kernels/triangles.h>
#include <fmt/format.h>

#include <memory>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct triangles_arguments {
  kernel_choice kernel;
  bool by_vertex = false;
};

using simple_graph = loaded_graph<graph::undirected_graph>;

std::string triangle_count(std::uint64_t count) {
  return counted(count, "triangle");
}

void describe_vertices(kernel_report& report, const graph::undirected_graph& g,
                       const graph::vertex_triangles_result& result, std::size_t top) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> most;
  for (const graph::vertex v : highest(g.vertex_count(), top, [&](graph::vertex u) {
         return static_cast<double>(result.triangles[u]);
       })) {
    const std::uint64_t id = g.original_id(v);
    rows.push_back({std::to_string(id), grouped(result.triangles[v]),
                    fmt::format("{:.6f}", result.clustering[v])});
    most.push_back(json_object()
                       .count("vertex", id)
                       .count("triangles", result.triangles[v])
                       .number("clustering", result.clustering[v])
                       .str());
  }
  report.text = as_table({"vertex", "triangles", "clustering"}, rows);
  report.text +=
      fmt::format("{}; average clustering {:.6f}, transitivity {:.6f}\n",
                  triangle_count(result.total), result.average_clustering, result.transitivity);
  report.result_json = json_object()
                           .count("total", result.total)
                           .number("average_clustering", result.average_clustering)
                           .number("transitivity", result.transitivity)
                           .json("vertices", json_list(most))
                           .str();
}

void count_total(kernel_report& report, const graph::undirected_graph& g,
                 const triangles_arguments& given, session& s) {
  const std::uint64_t total = timed_trials("triangles", given.kernel.trials, s, report.seconds,
                                           [&](unsigned) { return graph::count_triangles(g); });
  describe_triangles(report, total);
  if (!given.kernel.check) return;
  s.shown.begin("checking");
  report.fault = fault_in_triangles(g, total);
  s.shown.end();
}

void count_by_vertex(kernel_report& report, const graph::undirected_graph& g,
                     const triangles_arguments& given, session& s) {
  const auto result = timed_trials("triangles", given.kernel.trials, s, report.seconds,
                                   [&](unsigned) { return graph::triangles_by_vertex(g); });
  describe_vertices(report, g, result, given.kernel.top);
  if (given.kernel.check) {
    s.shown.begin("checking");
    report.fault =
        fault_in_triangles(g, result.total, result.triangles.all(), result.clustering.all());
    s.shown.end();
  }
  if (given.kernel.csv.empty()) return;
  write_csv(given.kernel.csv, "vertex,triangles,clustering", g.vertex_count(), s,
            [&](std::size_t v, std::string& row) {
              row += fmt::format("{},{},{}", g.original_id(static_cast<graph::vertex>(v)),
                                 result.triangles[v], result.clustering[v]);
            });
}

int run_triangles(const triangles_arguments& given, session& s) {
  apply(given.kernel.loops);
  const auto loaded = load_graph<graph::undirected_graph>(
      given.kernel.graph, s, {.drop_duplicates = true, .drop_self_loops = true});
  const graph::undirected_graph& g = loaded.graph;
  announce(loaded, g.vertex_count(), g.edge_count(), given.kernel);
  kernel_report report;
  report.result_name = "triangles";
  if (given.by_vertex || !given.kernel.csv.empty()) {
    count_by_vertex(report, g, given, s);
  } else {
    count_total(report, g, given, s);
  }
  return show(report, loaded, g.vertex_count(), g.edge_count(), given.kernel);
}

}  // namespace

subcommand triangles_subcommand(CLI::App& program) {
  CLI::App* arguments = program.add_subcommand(
      "triangles", "Count triangles, in total or at each vertex with clustering coefficients");
  const auto given = std::make_shared<triangles_arguments>();
  arguments->add_flag("--vertices", given->by_vertex,
                      "Also count at each vertex, with clustering coefficients; implied by --csv");
  add_kernel_options(*arguments, given->kernel,
                     "With --vertices: vertices to print, the most triangles first");
  arguments->footer(
      "Edges are taken as undirected; parallel edges count once, self-loops are ignored.\n\n"
      "Examples:\n"
      "  arcas triangles data/soc-Slashdot0902.txt.zst\n"
      "  arcas triangles graph.txt --vertices --top 20\n"
      "  arcas triangles --kronecker 18 --trials 3 --check --json");
  return {arguments, [given](session& s) { return run_triangles(*given, s); }};
}

}  // namespace cli
