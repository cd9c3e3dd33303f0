// SPDX-License-Identifier: Apache-2.0
// The command diameter, in one process and on ranks (kernels_once.h): what is the greatest distance
// between two vertices of a component?
#pragma once

#include "commands_of_ranks.h"
#include "kernel_run.h"
#include "observers.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/distances.h>

#include <string>
#include <vector>

namespace cli {

struct diameter_arguments : kernel_choice {
  bool all = false;
};

// Reports how many vertices have each eccentricity.
inline void describe_eccentricities(kernel_run& run, const value_counts& counts) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t e = counts.size(); e-- > 0 && rows.size() < run.choice.top;)
    rows.push_back({grouped(e), grouped(counts[e])});
  run.report.text = as_table({"eccentricity", "vertices"}, rows);
  run.report.result.push_back({"eccentricities", json_list(counts)});
}

template <class Run>
void find_diameter(Run& run, const diameter_arguments& given) {
  const bool all = given.all || !given.output.empty();
  const auto found = run.timed("diameter", [&](unsigned trial) {
    watched_bounds watch(run.trial_text(trial, ", "), run.current);
    return all ? eccentricities(run.undirected(), {.observer = &watch})
               : diameter(run.undirected(), {.observer = &watch});
  });
  run.report.passes = found.searches;
  std::vector<vertex_id> ends;
  if (run.graph.vertex_count() != 0) ends = run.ids_of(std::vector{found.from, found.to});
  run.report.parameters = {{"all", all}};
  run.report.result = {
      {"diameter", found.diameter}, {"ends", json_list(ends)}, {"searches", found.searches}};
  if (all)
    describe_eccentricities(run, run.counts(found.eccentricities, found.diameter + std::size_t{1}));
  run.report.text += fmt::format("diameter {}, between {}; {}\n", found.diameter, words_of(ends),
                                 counted(found.searches, "search", "searches"));
  run.check_by([&](const process_run& whole) {
    const auto& g = whole.undirected();
    std::string fault =
        all ? fault_in_eccentricities(g, run.all(found.eccentricities)) : std::string();
    return fault.empty() ? fault_in_diameter(g, found.diameter, found.from, found.to) : fault;
  });
  if (all) run.write({run.column("eccentricity", column_kind::whole, found.eccentricities)});
}

inline constexpr command<diameter_arguments> diameter_command = {
    "diameter", "Find the diameter, or the eccentricity of each vertex",
    "The eccentricity of a vertex is the greatest number of steps from it to a vertex of\n"
    "its component; the diameter is the greatest eccentricity. Both are exact. Edges are\n"
    "taken as undirected.\n\n"
    "Examples:\n"
    "  arcas diameter data/soc-Slashdot0902.txt.zst\n"
    "  arcas diameter roads.gr --output eccentricities.csv",
    [](const options& arguments, diameter_arguments& given) {
      take_undirected_graph(given);
      arguments.add_flag(
          "--eccentricities", given.all,
          "Find the eccentricity of each vertex, which takes more searches; implied by "
          "--output");
      add_kernel_options(
          arguments, given,
          "With --eccentricities or --output: eccentricities to print, the greatest first");
      arguments.needs("--top", {"--eccentricities", "--output"});
    }};

}  // namespace cli
