// SPDX-License-Identifier: Apache-2.0
// arcas independent-set FILE: finds vertices of which no two are neighbours.
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/colouring.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

int run_independent_set(kernel_choice& given, session& s) {
  given.graph.undirected = true;
  given.direction = graph_direction::undirected;
  return run_kernel(given, s, [&](process_run& run) {
    const graph::undirected_view g = run.undirected();
    const auto found = run.timed("independent set", [&](unsigned) {
      return graph::independent_set(g, {.seed = given.graph.seed});
    });
    run.report.text = fmt::format("{} in the set\n", counted(found.size, "vertex", "vertices"));
    run.report.parameters.push_back({"seed", given.graph.seed});
    run.report.result = {{"size", found.size}};
    run.check([&] { return fault_in_independent_set(g, found.members.all()); });
    run.write({{"member", column_kind::whole, [&](std::size_t v) { return found.members[v]; }}});
  });
}

}  // namespace

subcommand independent_set_subcommand(command_line& program) {
  return make_subcommand(
      program, "independent-set", "Find a maximal independent set",
      "A set of vertices of which no two are neighbours, and to which none can be added;\n"
      "larger sets may exist. --seed determines the set. Edges are taken as undirected,\n"
      "self-loops are ignored.\n\n"
      "Examples:\n"
      "  arcas independent-set data/soc-Slashdot0902.txt.zst --check\n"
      "  arcas independent-set graph.txt --output members.csv",
      [](const options& arguments, kernel_choice& given) {
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_independent_set);
}

}  // namespace cli
