// SPDX-License-Identifier: Apache-2.0
// arcas triangles FILE: how many triangles does the graph have, and how clustered is it?
#include "beside_openmp.h"
#include "commands_of_ranks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/triangles.h>

#include <stdexcept>

namespace cli {
namespace {

namespace graph = arcas::graph;

void count_total(process_run& run) {
  const graph::undirected_view g = run.undirected();
  const std::uint64_t total =
      run.timed("triangles", [&](unsigned) { return graph::count_triangles(g); });
  describe_triangles(run.report, total);
  run.check([&] { return fault_in_triangles(g, total); });
}

// Arcas and OpenMP count the triangles by turns.
void compare_total(process_run& run) {
  const auto& g = std::get<graph::undirected_graph>(run.stored);
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
          "the numbers of triangles of Arcas and of OpenMP differ; one of the two is wrong: please "
          "report it with the graph");
    }
    if (run.current.stop.stop_requested()) throw graph::interrupted();
  }
  run.current.shown.end();
  describe_triangles(run.report, total);
  openmp.describe(run.report, {g.edge_count()}, "");
  run.check([&] { return fault_in_triangles(g, total); });
}

void count_by_vertex(process_run& run) {
  const graph::undirected_view g = run.undirected();
  const auto result =
      run.timed("triangles", [&](unsigned) { return graph::triangles_by_vertex(g); });
  triangle_facts facts{{}, result.total, result.average_clustering, result.transitivity};
  const auto triangles = [&](vertex v) { return static_cast<double>(result.triangles[v]); };
  for (const vertex v : highest(run.graph.vertex_count(), run.choice.top, triangles))
    facts.most.push_back({v, result.triangles[v], result.clustering[v]});
  describe_vertex_triangles(run.report, facts, run.ids());
  run.check([&] {
    return fault_in_triangles(g, result.total, result.triangles.all(), result.clustering.all());
  });
  run.write(
      {{"triangles", column_kind::whole, [&](std::size_t v) { return result.triangles[v]; }},
       {"clustering", column_kind::real, [&](std::size_t v) { return result.clustering[v]; }}});
}

int run_triangles(triangles_arguments& given, session& s) {
  const bool by_vertex = given.by_vertex || !given.output.empty();
  const bool compare = !given.compare.empty();
  if (by_vertex && compare) {
    throw std::invalid_argument(
        "--compare is not available with --vertices or --output; remove one of them");
  }
  require_openmp(given.compare);
  return run_kernel(given, s, by_vertex ? count_by_vertex : compare ? compare_total : count_total);
}

}  // namespace

subcommand triangles_subcommand(command_line& program) {
  return triangles_command(program, run_triangles);
}

}  // namespace cli
