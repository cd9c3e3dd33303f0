// SPDX-License-Identifier: Apache-2.0
// arcas topological-order FILE: puts each vertex behind all vertices that lead to it.
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/topological_order.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

int run_topological_order(kernel_choice& given, session& s) {
  given.direction = graph_direction::directed;
  return run_kernel(given, s, [&](process_run& run) {
    const auto found = run.timed("topological order",
                                 [&](unsigned) { return graph::topological_order(run.links); });
    const std::vector<vertex_id> cycle = run.ids_of(found.cycle);
    const std::size_t shown = std::min(found.order.size(), given.top);
    run.report.text = found.cycle.empty()
                          ? fmt::format("{}; first: {}\n", counted(found.depth, "level"),
                                        words_of(run.ids_of(std::span(found.order).first(shown))))
                          : fmt::format(
                                "there is no topological order, since the graph has a "
                                "cycle: {} {}\n",
                                words_of(cycle), cycle.front().shown());
    run.report.result = {
        {"levels", found.depth}, {"ordered", found.order.size()}, {"cycle", json_list(cycle)}};
    run.check([&] { return fault_in_topological_order(run.links, found.order, found.cycle); });
    run.write({{"level", column_kind::whole, [&](std::size_t v) {
                  return found.levels[v] == graph::no_level ? table_cell()
                                                            : table_cell(found.levels[v]);
                }}});
  });
}

}  // namespace

subcommand topological_order_subcommand(command_line& program) {
  return make_subcommand(
      program, "topological-order", "Find a topological order of a directed graph, or a cycle",
      "Each vertex comes after all vertices with an edge to it. The order is by levels, and\n"
      "by ids within a level. --output has the level of each vertex; vertices that a cycle\n"
      "reaches have none.\n\n"
      "Examples:\n"
      "  arcas topological-order tasks.txt --check\n"
      "  arcas topological-order tasks.txt --output levels.csv",
      [](const options& arguments, kernel_choice& given) {
        add_kernel_options(arguments, given, "Vertices to print, in this order");
      },
      run_topological_order);
}

}  // namespace cli
