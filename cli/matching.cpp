// SPDX-License-Identifier: Apache-2.0
// arcas matching --maximum: finds as many edges as possible of which no two share a vertex.
#include "command_table.h"

namespace cli {
namespace {

void find_largest(process_run& run) {
  const graph::undirected_view g = run.undirected();
  const auto found =
      run.timed("largest matching", [&](unsigned) { return graph::bipartite_matching(g); });
  run.report.text =
      fmt::format("{} matched, the maximum; a minimum vertex cover has {}\n",
                  counted(found.size, "edge"), counted(found.size, "vertex", "vertices"));
  run.report.parameters.push_back({"maximum", true});
  run.report.result = {{"size", found.size}, {"cover", found.size}};
  run.check(
      [&] { return graph::fault_in_bipartite_matching(g, found.mates.all(), found.cover.all()); });
  run.write({run.id_column("mate", found.mates),
             {"side", column_kind::whole, [&](std::size_t v) { return found.sides[v]; }},
             {"covers", column_kind::whole, [&](std::size_t v) { return found.cover[v]; }}});
}

}  // namespace

bool runs_alone(process_run& run, const matching_arguments& given) {
  if (given.maximum) find_largest(run);
  return given.maximum;
}

}  // namespace cli
