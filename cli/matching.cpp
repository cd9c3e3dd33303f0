// SPDX-License-Identifier: Apache-2.0
// arcas matching FILE: edges of which no two share a vertex.
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/matching.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

int run_matching(kernel_choice& given, session& s) {
  given.graph.undirected = true;
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
        run.report.parameters.push_back({"seed", given.graph.seed});
        run.report.result = {{"size", found.size}, {"cover", covered}};
        run.check([&] {
          return graph::fault_in_matching(graph::edges_of_graph(run.graph, given.weighted),
                                          found.mates.all());
        });
        const id_of_vertex id = run.ids();
        run.write({{"mate", column_kind::id, [&](std::size_t v) {
                      return found.mates[v] == graph::no_vertex ? table_cell()
                                                                : table_cell(id(found.mates[v]));
                    }}});
      });
}

}  // namespace

subcommand matching_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "matching", "Find a maximal matching, and with it a vertex cover",
      "Edges of which no two share a vertex, and to which none can be added; not the largest such "
      "set.\n"
      "--seed decides which. Edges are taken as undirected, self-loops are ignored.\n\n"
      "Examples:\n"
      "  arcas matching data/soc-Slashdot0902.txt.zst --check\n"
      "  arcas matching pairs.csv --weighted --output mates.csv",
      [](CLI::App& arguments, kernel_choice& given) {
        add_weighted_option(arguments, given, "the heaviest edges are taken first");
        add_kernel_options(arguments, given, "No effect for this command");
      },
      run_matching);
}

}  // namespace cli
