// SPDX-License-Identifier: Apache-2.0
// The command topological-order, in one process and on ranks (kernels_once.h): puts each vertex
// behind all vertices that lead to it.
#pragma once

#include "commands_of_ranks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/topological_order.h>

#include <vector>

namespace cli {

template <class Run>
void find_topological_order(Run& run, const kernel_choice& given) {
  const auto found =
      run.timed("topological order", [&](unsigned) { return topological_order(run.view()); });
  const std::vector<vertex_id> cycle = run.ids_of(found.cycle);
  run.report.text =
      found.cycle.empty()
          ? fmt::format("{}; first: {}\n", counted(found.depth, "level"),
                        words_of(run.ids_of(found.first(given.top))))
          : fmt::format("there is no topological order, since the graph has a cycle: {} {}\n",
                        words_of(cycle), cycle.front().shown());
  run.report.result = {
      {"levels", found.depth}, {"ordered", found.ordered}, {"cycle", json_list(cycle)}};
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_topological_order(whole.links, found.first(found.ordered), found.cycle);
  });
  run.write({run.column("level", column_kind::whole, found.levels, graph::no_level)});
}

inline constexpr command<kernel_choice> topological_order_command = {
    "topological-order", "Find a topological order of a directed graph, or a cycle",
    "Each vertex comes after all vertices with an edge to it. The order is by levels, and\n"
    "by ids within a level. --output has the level of each vertex; vertices that a cycle\n"
    "reaches have none.\n\n"
    "Examples:\n"
    "  arcas topological-order tasks.txt --check\n"
    "  arcas topological-order tasks.txt --output levels.csv",
    [](const options& arguments, kernel_choice& given) {
      given.direction = graph_direction::directed;
      add_kernel_options(arguments, given, "Vertices to print, in this order");
    }};

}  // namespace cli
