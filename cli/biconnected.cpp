// SPDX-License-Identifier: Apache-2.0
// arcas biconnected FILE: which vertices and edges hold a graph together?
#include "figures.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/components.h>

namespace cli {
namespace {

// Number of edges of each block, the largest first.
std::vector<std::size_t> block_sizes(const graph::biconnected_result& found) {
  std::vector<std::size_t> sizes(found.block_count);
  for (const graph::edge_index block : found.blocks) ++sizes[block];
  std::ranges::sort(sizes, std::greater<>());
  return sizes;
}

void describe(process_run& run, const kernel_choice& given,
              const graph::biconnected_result& found) {
  std::vector<std::size_t> sizes = block_sizes(found);
  const auto points = static_cast<std::size_t>(
      std::ranges::count_if(found.articulation, [](auto flag) { return flag != 0; }));
  const std::size_t largest = sizes.empty() ? 0 : sizes.front();
  sizes.resize(std::min<std::size_t>(sizes.size(), given.top));
  std::vector<std::vector<std::string>> rows;
  for (const std::size_t size : sizes) rows.push_back({grouped(rows.size() + 1), grouped(size)});
  run.report.text = as_table({"rank", "edges"}, rows);
  run.report.text +=
      fmt::format("{}, the largest of {}; {}; {}\n", counted(found.block_count, "block"),
                  counted(largest, "edge"), counted(found.bridge_count, "bridge"),
                  counted(points, "articulation point"));
  run.report.result = {{"blocks", found.block_count},
                       {"bridges", found.bridge_count},
                       {"articulation_points", points},
                       {"sizes", json_list(sizes)}};
}

int run_biconnected(kernel_choice& given, session& s) {
  given.graph.simple = true;
  given.direction = graph_direction::undirected;
  return run_kernel(given, s, [&](process_run& run) {
    const graph::undirected_view g = run.undirected();
    const auto found = run.timed("biconnected components",
                                 [&](unsigned) { return graph::biconnected_components(g); });
    describe(run, given, found);
    run.check([&] {
      return fault_in_biconnected_components(g, found.edges.all(), found.blocks.all(),
                                             found.articulation.all());
    });
    const auto at = [&](graph::vertex v) { return found.articulation[v] != 0 ? 1 : 0; };
    run.write_rows(found.edges.size(),
                   {run.id_column("vertex", found.edges.size(),
                                  [&](std::size_t e) { return found.edges[e].from; }),
                    run.id_column("other", found.edges.size(),
                                  [&](std::size_t e) { return found.edges[e].to; }),
                    {"block", column_kind::whole, [&](std::size_t e) { return found.blocks[e]; }},
                    {"vertex_is_articulation", column_kind::whole,
                     [&](std::size_t e) { return at(found.edges[e].from); }},
                    {"other_is_articulation", column_kind::whole,
                     [&](std::size_t e) { return at(found.edges[e].to); }}});
  });
}

}  // namespace

subcommand biconnected_subcommand(command_line& program) {
  return make_subcommand(
      program, "biconnected", "Find biconnected components, bridges and articulation points",
      "A biconnected component, or block, is a maximal set of edges any two of which lie on a\n"
      "common simple cycle. A bridge is a block of one edge; an articulation point is a vertex of\n"
      "several blocks. Edges are taken as undirected; parallel edges count once, self-loops are\n"
      "ignored. --output has a row for each edge.\n\n"
      "Examples:\n"
      "  arcas biconnected data/soc-Slashdot0902.txt.zst --check\n"
      "  arcas biconnected roads.gr --output blocks.csv",
      [](const options& arguments, kernel_choice& given) {
        add_plot_option(arguments, given, "block", chart_form::groups);
        add_kernel_options(arguments, given, "Blocks to print, the largest first");
      },
      run_biconnected);
}

}  // namespace cli
