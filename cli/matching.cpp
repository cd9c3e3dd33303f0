// SPDX-License-Identifier: Apache-2.0
// arcas matching FILE: finds edges of which no two share a vertex.
#include "kernels_once.h"

#include <stdexcept>

namespace cli {
namespace {

namespace graph = arcas::graph;

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

int run_matching(matching_arguments& given, session& s) {
  if (given.maximum && given.weighted)
    throw std::invalid_argument("--maximum is not available with --weighted; remove one of them");
  return run_kernel(given, s, [&](process_run& run) {
    given.maximum ? find_largest(run) : find_maximal_matching(run, given);
  });
}

}  // namespace

subcommand matching_subcommand(command_line& program) {
  return matching_command(program, run_matching);
}

}  // namespace cli
