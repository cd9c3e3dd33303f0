// SPDX-License-Identifier: Apache-2.0
// arcas bc FILE: on how many shortest ways between others does each vertex lie?
#include "betweenness_choice.h"
#include "kernel_run.h"
#include "source_progress.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/sampled_betweenness.h>

#include <string_view>
#include <type_traits>
#include <utility>

namespace cli {
namespace {

namespace graph = arcas::graph;

constexpr std::pair<std::string_view, graph::betweenness_form> forms[] = {
    {"auto", graph::betweenness_form::automatic},
    {"sources", graph::betweenness_form::sources},
    {"nested", graph::betweenness_form::nested},
    {"inside", graph::betweenness_form::inside}};

struct bc_arguments : kernel_choice {
  betweenness_choice asked;
};

class watched_sources final : public graph::betweenness_observer, source_progress {
 public:
  using source_progress::source_progress;
  void source_done() override { done(1); }
};

std::string name_of(graph::betweenness_form form) {
  for (const auto& [name, of_name] : forms) {
    if (of_name == form) return std::string(name);
  }
  return "";
}

graph::betweenness_options options_of(const bc_arguments& given) {
  graph::betweenness_options options{.weighted = given.weighted,
                                     .normalized = !given.asked.counts,
                                     .endpoints = given.asked.endpoints,
                                     .locality = given.locality};
  for (const auto& [name, form] : forms) {
    if (name == given.asked.form) options.form = form;
  }
  return options;
}

void rank(auto& run, const bc_arguments& given) {
  const auto& g = run.graph;
  const std::vector<vertex> sources = run.vertices_of(given.asked.sample, given.asked.sources);
  run.report.passes = sources.size();
  graph::betweenness_options options = options_of(given);
  const auto result = run.timed("betweenness", [&](unsigned trial) {
    watched_sources watch(sources.size(), run.trial_text(trial, " "), run.current);
    options.observer = &watch;
    return graph::betweenness(g, sources, options);
  });
  const betweenness_facts facts{.vertices = g.vertex_count(),
                                .sources = sources.size(),
                                .normalized = options.normalized,
                                .endpoints = options.endpoints,
                                .form = name_of(result.form)};
  describe_betweenness(run.report, highest_scores(result.scores.all(), given.top), facts,
                       run.ids());
  run.tell_named("sources", "--source", given.asked.sources);
  run.check([&]() -> std::string {
    if (sources.empty()) return "";
    const double factor = betweenness_factor(std::remove_cvref_t<decltype(g)>::directed, facts);
    const auto scores = result.scores.all();
    if constexpr (has_weights<std::remove_cvref_t<decltype(g)>>) {
      return fault_in_weighted_betweenness(g, sources, options.endpoints, factor, scores);
    } else {
      return fault_in_betweenness(g, sources, options.endpoints, factor, scores);
    }
  });
  run.write({{"betweenness", column_kind::real, [&](std::size_t v) { return result.scores[v]; }}});
}

void rank_by_samples(auto& run, const bc_arguments& given) {
  const auto found = run.timed("betweenness", [&](unsigned trial) {
    watched_samples watch(run.trial_text(trial, " "), run.current);
    graph::sampled_betweenness_options options = given.asked.sampling_options();
    options.seed = given.graph.seed;
    options.observer = &watch;
    return graph::sampled_betweenness(run.graph, options);
  });
  describe_sampled_betweenness(run.report, highest_scores(found.scores.all(), given.top), found,
                               given.asked, given.graph.seed, run.ids());
  run.check([&] {
    return graph::fault_in_sampled_betweenness(run.graph, found.scores.all(), found.error);
  });
  run.write({{"betweenness", column_kind::real, [&](std::size_t v) { return found.scores[v]; }}});
}

int run_bc(bc_arguments& given, session& s) {
  require_sense(given.asked, given.weighted);
  if (given.asked.is_sampled())
    return run_kernel<graph::any_graph>(open_graph(given.graph, s), given, s,
                                        [&](auto& run) { rank_by_samples(run, given); });
  return run_kernel_by_weights<graph::any_graph, graph::any_weighted_graph, graph::any_real_graph>(
      open_graph(given.graph, s), given, s, [&](auto& run) { rank(run, given); });
}

void add_options(CLI::App& arguments, bc_arguments& given) {
  add_betweenness_options(arguments, given.asked);
  add_plot_option(arguments, given, "betweenness", chart_form::at_least);
  add_kernel_options(arguments, given, "Vertices to print, the highest scores first");
  add_locality_option(arguments, given);
  add_weighted_option(arguments, given, "lengths above 0; --form is sources");
}

}  // namespace

subcommand bc_subcommand(CLI::App& program) {
  return make_subcommand(program, "bc", "Rank the vertices of a graph by betweenness centrality",
                         "Examples:\n"
                         "  arcas bc data/soc-Slashdot0902.txt.zst --sources 64 --form sources\n"
                         "  arcas bc graph.txt --output betweenness.npy\n"
                         "  arcas bc graph.txt --certain-top 10\n"
                         "  arcas bc --kronecker 18 --sources 4 --trials 3 --json",
                         add_options, run_bc);
}

}  // namespace cli
