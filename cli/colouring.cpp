// SPDX-License-Identifier: Apache-2.0
// arcas colouring FILE: finds a colour for each vertex that differs from those of its neighbours.
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/colouring.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

int run_colouring(kernel_choice& given, session& s) {
  given.graph.undirected = true;
  given.direction = graph_direction::undirected;
  return run_kernel(given, s, [&](process_run& run) {
    const graph::undirected_view g = run.undirected();
    const auto found = run.timed(
        "colouring", [&](unsigned) { return graph::colouring(g, {.seed = given.graph.seed}); });
    std::vector<std::size_t> sizes(found.count);
    for (const std::uint32_t colour : found.colours) ++sizes[colour];
    std::vector<std::vector<std::string>> rows;
    for (std::size_t c = 0; c < std::min<std::size_t>(sizes.size(), given.top); ++c)
      rows.push_back({grouped(c), grouped(sizes[c])});
    run.report.text = as_table({"colour", "vertices"}, rows);
    run.report.text += fmt::format("{}\n", counted(found.count, "colour"));
    run.report.parameters.push_back({"seed", given.graph.seed});
    run.report.result = {{"colours", found.count}, {"sizes", json_list(sizes)}};
    run.check([&] { return fault_in_colouring(g, found.colours.all(), found.count); });
    run.write({{"colour", column_kind::whole, [&](std::size_t v) { return found.colours[v]; }}});
  });
}

}  // namespace

subcommand colouring_subcommand(command_line& program) {
  return make_subcommand(
      program, "colouring", "Colour the vertices so that neighbours differ",
      "In the order of falling degrees, each vertex takes the least colour that no neighbour has.\n"
      "Edges are taken as undirected, self-loops are ignored.\n\n"
      "Examples:\n"
      "  arcas colouring data/soc-Slashdot0902.txt.zst --check\n"
      "  arcas colouring graph.txt --output colours.csv",
      [](const options& arguments, kernel_choice& given) {
        add_plot_option(arguments, given, "colour", chart_form::counts);
        add_kernel_options(arguments, given, "Colours to print, in ascending order");
      },
      run_colouring);
}

}  // namespace cli
