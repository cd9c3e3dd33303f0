// SPDX-License-Identifier: Apache-2.0
// arcas matching FILE: finds edges of which no two share a vertex.
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/matching.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct matching_arguments : kernel_choice {
  bool maximum = false;
};

table_column mates_column(const graph::plain_array<vertex>& mates, const id_of_vertex& id) {
  return {"mate", column_kind::id, [&mates, id](std::size_t v) {
            return mates[v] == graph::no_vertex ? table_cell() : table_cell(id(mates[v]));
          }};
}

void find_largest(process_run& run) {
  const graph::undirected_view g = run.undirected();
  const auto found =
      run.timed("largest matching", [&](unsigned) { return graph::bipartite_matching(g); });
  run.report.text =
      fmt::format("{} matched, the maximum; {} are a minimum vertex cover\n",
                  counted(found.size, "edge"), counted(found.size, "vertex", "vertices"));
  run.report.parameters.push_back({"maximum", true});
  run.report.result = {{"size", found.size}, {"cover", found.size}};
  run.check(
      [&] { return graph::fault_in_bipartite_matching(g, found.mates.all(), found.cover.all()); });
  run.write({mates_column(found.mates, run.ids()),
             {"side", column_kind::whole, [&](std::size_t v) { return found.sides[v]; }},
             {"covers", column_kind::whole, [&](std::size_t v) { return found.cover[v]; }}});
}

void find_maximal(process_run& run) {
  const graph::matching_options how{.weighted = run.choice.weighted, .seed = run.choice.graph.seed};
  const auto found = run.timed("matching", [&](unsigned) {
    return run.with_graph<graph::matching_result>(
        [&]<class W>(const graph::basic_undirected_graph<W>& g) {
          return graph::matching(g, how);
        });
  });
  const std::size_t covered = 2 * found.size;
  run.report.text = fmt::format(
      "{} matched; their {} are a vertex cover, at most twice as large as a minimum one\n",
      counted(found.size, "edge"), counted(covered, "end"));
  run.report.parameters.push_back({"maximum", false});
  run.report.parameters.push_back({"seed", how.seed});
  run.report.result = {{"size", found.size}, {"cover", covered}};
  run.check([&] { return graph::fault_in_matching(run.edges(), found.mates.all()); });
  run.write({mates_column(found.mates, run.ids())});
}

int run_matching(matching_arguments& given, session& s) {
  given.graph.undirected = true;
  given.direction = graph_direction::undirected;
  if (given.maximum && given.weighted)
    throw std::invalid_argument("--maximum is not available with --weighted; remove one of them");
  return run_kernel(given, s, given.maximum ? find_largest : find_maximal);
}

}  // namespace

subcommand matching_subcommand(command_line& program) {
  return make_subcommand(
      program, "matching", "Find a maximal or a maximum matching, and with it a vertex cover",
      "A matching is a set of edges of which no two share a vertex. It is maximal if no edge\n"
      "can be added, and maximum if no other matching has more edges. --seed determines\n"
      "which maximal matching is found. Edges are taken as undirected, self-loops are\n"
      "ignored.\n\n"
      "Examples:\n"
      "  arcas matching data/soc-Slashdot0902.txt.zst --check\n"
      "  arcas matching jobs.csv --maximum --output jobs_of_workers.csv\n"
      "  arcas matching pairs.csv --weighted --output mates.csv",
      [](const options& arguments, matching_arguments& given) {
        arguments.add_flag("--maximum", given.maximum,
                           "Find a maximum matching; the graph must be bipartite");
        add_weighted_option(arguments, given, "the heaviest edges are taken first");
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_matching);
}

}  // namespace cli
