// SPDX-License-Identifier: Apache-2.0
// arcas communities FILE: finds groups of vertices with many edges inside and few between them.
#include "communities.h"

#include "argument_values.h"

#include <utility>

namespace cli {
namespace {

constexpr std::pair<std::string_view, graph::community_method> methods[] = {
    {"leiden", graph::community_method::leiden},
    {"louvain", graph::community_method::louvain},
    {"label-propagation", graph::community_method::label_propagation}};
constexpr std::pair<std::string_view, graph::community_quality> qualities[] = {
    {"modularity", graph::community_quality::modularity}, {"cpm", graph::community_quality::cpm}};

void add_communities_options(const options& arguments, communities_arguments& given) {
  take_undirected_graph(given);
  given.draws = {"FILE"};
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
             "Resolution of --quality, above 0; a higher one gives smaller communities", 1e-300,
             1e100);
  add_number(arguments, "--iterations", given.options.iterations,
             "Maximum number of iterations, each of which improves the last partition", 1);
  arguments.excludes("--iterations", {"--method label-propagation"});
  add_weighted_option(arguments, given, "an edge counts by its weight, 0 or more");
  add_plot_option(arguments, given, "community", chart_form::groups);
  add_kernel_options(arguments, given, "Communities to print, the largest first");
}

}  // namespace

graph::communities_options options_of(const communities_arguments& given) {
  graph::communities_options options = given.options;
  for (const auto& [name, method] : methods)
    if (name == given.method) options.method = method;
  for (const auto& [name, quality] : qualities)
    if (name == given.quality) options.quality = quality;
  options.weighted = given.weighted;
  options.seed = given.graph.seed;
  return options;
}

const command<communities_arguments> communities_command = {
    "communities", "Find communities: groups with many edges inside and few between",
    "Edges are taken as undirected. The result depends on --seed and on the number of ranks, "
    "not\n"
    "on the number of workers.\n"
    "Community 0 is the largest. `arcas conductance --help` defines conductance.\n\n"
    "Examples:\n"
    "  arcas communities data/soc-Slashdot0902.txt.zst --check\n"
    "  arcas communities graph.csv --weighted --quality cpm --resolution 0.05 --output "
    "groups.csv",
    add_communities_options};

}  // namespace cli
