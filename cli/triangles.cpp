// SPDX-License-Identifier: Apache-2.0
// arcas triangles --compare openmp: how fast are triangles counted without Arcas?
#include "beside_openmp.h"
#include "command_table.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/triangles.h>

#include <stdexcept>

namespace cli {
namespace {

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

}  // namespace

void prepare(triangles_arguments& given) {
  require_openmp(given.compare);
}

bool runs_alone(process_run& run, const triangles_arguments& given) {
  if (given.compare.empty()) return false;
  compare_total(run);
  return true;
}

}  // namespace cli
