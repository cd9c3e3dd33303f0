// SPDX-License-Identifier: Apache-2.0
// arcas triangles FILE: how many triangles are there, and how clustered is the graph?
#include "beside_openmp.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/triangles.h>

#include <stdexcept>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct triangles_arguments : kernel_choice {
  bool by_vertex = false;
  std::string compare;
};

using triangles_run = kernel_run<graph::undirected_graph>;

void count_total(triangles_run& run) {
  const std::uint64_t total =
      run.timed("triangles", [&](unsigned) { return graph::count_triangles(run.graph); });
  describe_triangles(run.report, total);
  run.check([&] { return fault_in_triangles(run.graph, total); });
}

// By turns with OpenMP.
void compare_total(triangles_run& run) {
  const auto& g = run.graph;
  openmp_trials openmp;
  const auto ours = [&] { return graph::count_triangles(g); };
  const auto theirs = [&] { return triangles_by_openmp(g, openmp.threads()); };
  std::uint64_t total = 0;
  run.current.shown.begin("triangles");
  for (unsigned trial = 1; trial <= run.choice.trials; ++trial) {
    run.current.shown.reached(run.trial_text(trial));
    total = timed_after(ours, ours, run.report.seconds);
    if (openmp.timed(theirs, theirs) != total) {
      throw std::runtime_error(
          "the numbers of triangles under Arcas and under OpenMP differ: please "
          "report it with the graph");
    }
    if (run.current.stop.stop_requested()) throw graph::interrupted();
  }
  run.current.shown.end();
  describe_triangles(run.report, total);
  openmp.describe(run.report, {g.edge_count()}, "");
  run.check([&] { return fault_in_triangles(g, total); });
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
  const bool compare = !given.compare.empty();
  if (by_vertex && compare) {
    throw std::invalid_argument("--compare is of the total only; remove --vertices and --output");
  }
  require_openmp(given.compare);
  given.graph.simple = true;
  return run_kernel<graph::undirected_graph>(open_graph(given.graph, s), given, s,
                                             by_vertex ? count_by_vertex
                                             : compare ? compare_total
                                                       : count_total);
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
      "  arcas triangles graph.txt --compare openmp\n"
      "  arcas triangles --kronecker 18 --trials 3 --check --json",
      [](CLI::App& arguments, triangles_arguments& given) {
        arguments.add_flag(
            "--vertices", given.by_vertex,
            "Also count at each vertex, with clustering coefficients; implied by --output");
        add_compare_option(arguments, given.compare);
        add_kernel_options(arguments, given,
                           "With --vertices: vertices to print, the most triangles first");
      },
      run_triangles);
}

}  // namespace cli
