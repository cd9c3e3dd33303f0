// SPDX-License-Identifier: Apache-2.0
// arcas matching FILE: edges of which no two share a vertex.
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/bipartite_matching.h>
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

int run_maximum(const matching_arguments& given, session& s) {
  return run_kernel<graph::undirected_graph>(open_graph(given.graph, s), given, s, [&](auto& run) {
    const auto found = run.timed("largest matching",
                                 [&](unsigned) { return graph::bipartite_matching(run.graph); });
    run.report.text =
        fmt::format("{} matched, the most that can be; {} are a least vertex cover\n",
                    counted(found.size, "edge"), counted(found.size, "vertex", "vertices"));
    run.report.parameters.push_back({"maximum", true});
    run.report.result = {{"size", found.size}, {"cover", found.size}};
    run.check([&] {
      return graph::fault_in_bipartite_matching(run.graph, found.mates.all(), found.cover.all());
    });
    run.write({mates_column(found.mates, run.ids()),
               {"side", column_kind::whole, [&](std::size_t v) { return found.sides[v]; }},
               {"covers", column_kind::whole, [&](std::size_t v) { return found.cover[v]; }}});
  });
}

int run_matching(matching_arguments& given, session& s) {
  given.graph.undirected = true;
  if (given.maximum && given.weighted)
    throw std::invalid_argument("--maximum is of the number of edges: not with --weighted");
  if (given.maximum) return run_maximum(given, s);
  return run_kernel_by_weights<graph::undirected_graph, graph::weighted_undirected_graph,
                               graph::real_undirected_graph>(
      open_graph(given.graph, s), given, s, [&](auto& run) {
        const auto found = run.timed("matching", [&](unsigned) {
          return graph::matching(run.graph, {.weighted = given.weighted, .seed = given.graph.seed});
        });
        const std::size_t covered = 2 * found.size;
        run.report.text = fmt::format(
            "{} matched; their {} are a vertex cover, at most twice as large as the least\n",
            counted(found.size, "edge"), counted(covered, "end"));
        run.report.parameters.push_back({"maximum", false});
        run.report.parameters.push_back({"seed", given.graph.seed});
        run.report.result = {{"size", found.size}, {"cover", covered}};
        run.check([&] {
          return graph::fault_in_matching(graph::edges_of_graph(run.graph, given.weighted),
                                          found.mates.all());
        });
        run.write({mates_column(found.mates, run.ids())});
      });
}

}  // namespace

subcommand matching_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "matching", "Find a matching, maximal or largest, and with it a vertex cover",
      "Edges of which no two share a vertex, and to which none can be added; of a bipartite graph "
      "also as\n"
      "many as possible. --seed decides which. Edges are taken as undirected, self-loops are "
      "ignored.\n\n"
      "Examples:\n"
      "  arcas matching data/soc-Slashdot0902.txt.zst --check\n"
      "  arcas matching jobs.csv --maximum --output jobs_of_workers.csv\n"
      "  arcas matching pairs.csv --weighted --output mates.csv",
      [](CLI::App& arguments, matching_arguments& given) {
        arguments.add_flag("--maximum", given.maximum,
                           "As many edges as possible, of a bipartite graph");
        add_weighted_option(arguments, given, "the heaviest edges are taken first");
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_matching);
}

}  // namespace cli
