// SPDX-License-Identifier: Apache-2.0
// The options of `arcas bc`, in one process and on ranks.
#include "argument_values.h"
#include "commands_of_ranks.h"
#include "kernel_run.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace cli {
namespace {

constexpr std::pair<std::string_view, graph::betweenness_form> forms[] = {
    {"auto", graph::betweenness_form::automatic},
    {"sources", graph::betweenness_form::sources},
    {"nested", graph::betweenness_form::nested},
    {"inside", graph::betweenness_form::inside}};

void add_bc_options(const options& arguments, bc_arguments& given) {
  add_number(arguments, "--sources", given.sample,
             "Estimate from N sources, drawn at random by --seed. Without it, all vertices are "
             "sources: the scores are exact, and take hours on large graphs",
             1);
  add_number(arguments, "--error", given.sampling.error,
             "Sample shortest paths until each score is within this of the exact score, with the "
             "probability --confidence",
             1e-6, 1);
  add_number(
      arguments, "--confidence", given.sampling.confidence,
      "Probability that all scores are within --error, and that the --certain-top vertices are "
      "those with the highest exact scores",
      0.01, 1);
  add_number(
      arguments, "--certain-top", given.sampling.certain_top,
      "Sample shortest paths until it is certain, with the probability --confidence, which N "
      "vertices have the highest scores; or until --error is reached (0.001 if not given)",
      1);
  add_ids(arguments, "--source", given.sources,
          "Estimate from this source; may be repeated. The sum over k sources is scaled by the "
          "number of vertices / k");
  arguments.excludes("--sources", {"--source"});
  add_word(
      arguments, "--form", given.form,
      "Work that runs in parallel. sources: one search per worker; nested: one search per core, "
      "its loops on the core's hardware threads (ARCAS_LEVELS); inside: one search at a time, its "
      "loops on all workers; auto: sources if there are at least twice as many sources as "
      "workers, if memory suffices, and without --locality; otherwise inside. Each running search "
      "takes 48 bytes per vertex. On ranks always inside",
      {"auto", "sources", "nested", "inside"});
  arguments.add_flag("--endpoints", given.endpoints,
                     "Count the two ends of a path as vertices on it");
  arguments.add_flag("--counts", given.counts,
                     "Print sums over pairs of vertices instead of fractions of all pairs");
  given.draws = {"--sources", "--error", "--certain-top"};
  add_plot_option(arguments, given, "betweenness", chart_form::at_least);
  add_kernel_options(arguments, given, "Vertices to print, the highest scores first");
  add_locality_option(arguments, given);
  add_weighted_option(arguments, given,
                      "the length of an edge is its weight, above 0, and --form is sources");
  for (const char* const sampling : {"--error", "--certain-top"})
    arguments.excludes(
        sampling, {"--weighted", "--counts", "--endpoints", "--sources", "--source", "--form"});
  arguments.needs("--confidence", {"--error", "--certain-top"});
}

}  // namespace

graph::betweenness_form form_named(const std::string& name) {
  return std::ranges::find(forms, name, [](const auto& form) { return form.first; })->second;
}

std::string name_of(graph::betweenness_form form) {
  const auto second = [](const auto& named) { return named.second; };
  return std::string(std::ranges::find(forms, form, second)->first);
}

const command<bc_arguments> bc_command = {
    "bc", "Rank the vertices of a graph by betweenness centrality",
    "Examples:\n"
    "  arcas bc data/soc-Slashdot0902.txt.zst --sources 64 --form sources\n"
    "  arcas bc graph.txt --output betweenness.npy\n"
    "  arcas bc graph.txt --certain-top 10\n"
    "  arcas bc --kronecker 18 --sources 4 --trials 3 --json",
    add_bc_options};

}  // namespace cli
