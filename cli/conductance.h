// SPDX-License-Identifier: Apache-2.0
// The command conductance, in one process and on ranks (kernels_once.h): how well is a set of
// vertices separated from the rest?
#pragma once

#include "argument_values.h"
#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/communities.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli {

struct conductance_arguments : kernel_choice {
  std::vector<std::string> sources;
};

// Called before the graph is read.
inline void prepare(const conductance_arguments& given) {
  if (given.list.empty() == given.sources.empty())
    throw std::invalid_argument("exactly one of --vertices LIST and --vertex is required");
}

template <class Run>
void find_conductance(Run& run, const conductance_arguments& given) {
  std::vector<vertex> set =
      given.list.empty() ? run.named("--vertex", given.sources) : run.listed(given.list);
  std::ranges::sort(set);
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const auto members = run.template marked<std::uint8_t>(set);
  const double found = run.timed("conductance", [&](unsigned) {
    return run.on_undirected_graph(
        [&](const auto& g) { return conductance(g, members, {.weighted = given.weighted}); });
  });
  run.report.text =
      fmt::format("conductance {:.6f}, of {}\n", found, counted(set.size(), "vertex", "vertices"));
  run.tell_named("named", "--vertex", given.sources);
  run.report.parameters.push_back(
      {"list", given.list.empty() ? json::raw("null") : json(given.list)});
  run.report.result = {{"conductance", found}, {"vertices", set.size()}};
  run.check_by([&](const process_run& whole) {
    std::vector<vertex> labels(run.graph.vertex_count());
    for (const vertex v : set) labels[v] = 1;
    return graph::fault_in_conductance(whole.edges(), labels, found);
  });
  run.write_rows(1, {{"conductance", column_kind::real, [&](std::size_t) { return found; }},
                     {"vertices", column_kind::whole, [&](std::size_t) { return set.size(); }}});
}

inline void add_conductance_options(const options& arguments, conductance_arguments& given) {
  take_undirected_graph(given);
  arguments
      .add_option("--vertices", given.list, "A file with the vertices of the set, one on each line")
      .type_name("LIST");
  add_ids(arguments, "--vertex", given.sources, "A vertex of the set; may be repeated");
  add_weighted_option(arguments, given, "an edge counts by its weight, 0 or more");
  add_kernel_options(arguments, given, nullptr);
}

inline constexpr command<conductance_arguments> conductance_command = {
    "conductance", "Measure how well a set of vertices is separated from the rest",
    "The conductance of a set is the number of edges that leave it, divided by the sum of the\n"
    "degrees of its vertices, or of all other vertices if that is less: 0 if no edge leaves the\n"
    "set, 1 if all do. Edges are taken as undirected.\n"
    "--output has one row, with the columns conductance and vertices.\n\n"
    "Examples:\n"
    "  arcas conductance data/soc-Slashdot0902.txt.zst --vertices group.txt --check\n"
    "  arcas conductance friends.csv --vertex ann --vertex bo --weighted",
    add_conductance_options};

}  // namespace cli
