// SPDX-License-Identifier: Apache-2.0
// arcas communities FILE: finds groups of vertices with many edges inside and few between them.
#include "argument_values.h"
#include "commands_of_ranks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/communities.h>

#include <utility>

namespace cli {
namespace {

namespace graph = arcas::graph;

constexpr std::pair<std::string_view, graph::community_method> methods[] = {
    {"leiden", graph::community_method::leiden},
    {"louvain", graph::community_method::louvain},
    {"label-propagation", graph::community_method::label_propagation}};
constexpr std::pair<std::string_view, graph::community_quality> qualities[] = {
    {"modularity", graph::community_quality::modularity}, {"cpm", graph::community_quality::cpm}};

struct communities_arguments : kernel_choice {
  graph::communities_options options;
  std::string method = "leiden";
  std::string quality = "modularity";
};

void describe(process_run& run, const communities_arguments& given,
              const graph::communities_result& found) {
  std::vector<std::size_t> sizes(found.count);
  for (const vertex label : found.labels) ++sizes[label];
  const auto leaving =
      run.with_graph<std::vector<double>>([&]<class W>(const graph::basic_undirected_graph<W>& g) {
        return graph::conductances(g, found.labels.all(), found.count, given.options);
      });
  std::vector<std::vector<std::string>> rows;
  for (std::size_t c = 0; c < std::min<std::size_t>(sizes.size(), given.top); ++c) {
    rows.push_back({grouped(c), grouped(sizes[c]), fmt::format("{:.4f}", leaving[c])});
  }
  run.report.text = as_table({"community", "vertices", "conductance"}, rows);
  run.report.text += fmt::format("{}, {} {}\n", counted(found.count, "community", "communities"),
                                 given.quality, decimals(found.quality, 6));
  run.report.parameters.push_back({"method", given.method});
  run.report.parameters.push_back({"quality", given.quality});
  run.report.parameters.push_back({"resolution", given.options.resolution});
  run.report.parameters.push_back({"seed", given.graph.seed});
  run.report.result = {{"count", found.count},
                       {"quality", found.quality},
                       {"iterations", found.iterations},
                       {"sizes", json_list(sizes)},
                       {"conductances", json_list(leaving)}};
}

void find(process_run& run, const communities_arguments& given) {
  const auto found = run.timed("communities", [&](unsigned) {
    return run.with_graph<graph::communities_result>(
        [&]<class W>(const graph::basic_undirected_graph<W>& g) {
          return graph::communities(g, given.options);
        });
  });
  describe(run, given, found);
  const graph::partition_claim claim{
      .quality = found.quality,
      .cpm = given.options.quality == graph::community_quality::cpm,
      .resolution = given.options.resolution,
      .weighted = given.weighted,
      .connected = given.options.method == graph::community_method::leiden};
  run.check([&] {
    return run.with_graph<std::string>([&]<class W>(const graph::basic_undirected_graph<W>& g) {
      return fault_in_communities(g, found.labels.all(), found.count, claim);
    });
  });
  run.write({{"community", column_kind::whole, [&](std::size_t v) { return found.labels[v]; }}});
}

int run_communities(communities_arguments& given, session& s) {
  take_undirected_graph(given);
  for (const auto& [name, method] : methods)
    if (name == given.method) given.options.method = method;
  for (const auto& [name, quality] : qualities)
    if (name == given.quality) given.options.quality = quality;
  given.options.weighted = given.weighted;
  given.options.seed = given.graph.seed;
  return run_kernel(given, s, [&](process_run& run) { find(run, given); });
}

void add_options(const options& arguments, communities_arguments& given) {
  add_word(arguments, "--method", given.method,
           "leiden: communities are connected; louvain: faster, but communities may be "
           "disconnected; label-propagation: fastest, of low quality",
           {"leiden", "louvain", "label-propagation"});
  add_word(
      arguments, "--quality", given.quality,
      "Function that leiden and louvain maximise. cpm (constant Potts model): the edges inside "
      "communities minus --resolution times the pairs of vertices inside",
      {"modularity", "cpm"});
  add_number(arguments, "--resolution", given.options.resolution,
             "Resolution of --quality, above 0; a higher one gives smaller communities", 1e-300);
  add_number(arguments, "--iterations", given.options.iterations,
             "Maximum number of iterations, each of which improves the last partition", 1);
  add_weighted_option(arguments, given, "an edge counts by its weight, 0 or more");
  add_plot_option(arguments, given, "community", chart_form::groups);
  add_kernel_options(arguments, given, "Communities to print, the largest first");
}

}  // namespace

subcommand communities_subcommand(command_line& program) {
  return make_subcommand(
      program, "communities", "Find communities: groups with many edges inside and few between",
      "Edges are taken as undirected. The result depends on --seed, not on the number of workers.\n"
      "Community 0 is the largest. `arcas conductance --help` defines conductance.\n\n"
      "Examples:\n"
      "  arcas communities data/soc-Slashdot0902.txt.zst --check\n"
      "  arcas communities graph.csv --weighted --quality cpm --resolution 0.05 --output "
      "groups.csv",
      add_options, run_communities);
}

}  // namespace cli
