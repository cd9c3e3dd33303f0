// SPDX-License-Identifier: Apache-2.0
// arcas eigenvector FILE, katz FILE, hits FILE: how important is a vertex to which important ones lead?
#include "argument_values.h"
#include "kernel_run.h"
#include "passes_progress.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/spectral.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

struct spectral_arguments : kernel_choice {
  graph::katz_options options;
};

iteration_facts facts_of(const spectral_arguments& given, const graph::spectral_end& end) {
  return {given.options.tolerance, end.iterations, end.residual};
}

template <class Kernel>
graph::spectral_result measure(auto& run, const spectral_arguments& given, const char* what,
                               const Kernel& kernel) {
  auto result = run.timed(what, [&](unsigned trial) {
    watched_passes watch(run.graph.edge_count(), run.trial_text(trial, ", "), run.current);
    graph::katz_options options = given.options;
    options.weighted = given.weighted;
    options.observer = &watch;
    return kernel(run.graph, options);
  });
  describe_iteration(run.report, facts_of(given, result));
  return result;
}

void show_scores(auto& run, const spectral_arguments& given, std::span<const double> scores) {
  describe_scores(run.report, highest_scores(scores, given.top), run.ids());
  run.write({{"score", column_kind::real, [&](std::size_t v) { return scores[v]; }}});
}

void rank_by_eigenvector(auto& run, const spectral_arguments& given) {
  const auto result = measure(run, given, "eigenvector", [](const auto& g, const auto& options) {
    return graph::eigenvector_centrality(g, options);
  });
  run.check([&] {
    return graph::fault_in_eigenvector(graph::edges_of_graph(run.graph, given.weighted),
                                       result.scores.all(),
                                       facts_of(given, result).checked_tolerance());
  });
  show_scores(run, given, result.scores.all());
}

void rank_by_katz(auto& run, const spectral_arguments& given) {
  const auto result = measure(run, given, "Katz", [](const auto& g, const auto& options) {
    return graph::katz_centrality(g, options);
  });
  describe_alpha(run.report, result.alpha);
  run.check([&] {
    return graph::fault_in_katz(graph::edges_of_graph(run.graph, given.weighted),
                                result.scores.all(), result.alpha,
                                facts_of(given, result).checked_tolerance());
  });
  show_scores(run, given, result.scores.all());
}

void rank_by_hits(auto& run, const spectral_arguments& given) {
  const auto result = measure(run, given, "HITS", [](const auto& g, const auto& options) {
    return graph::hits(g, options);
  });
  const auto hubs = result.scores.all(), authorities = result.authorities.all();
  describe_hubs(run.report, highest_scores(hubs, given.top), highest_scores(authorities, given.top),
                run.ids());
  run.check([&] {
    return graph::fault_in_hits(graph::edges_of_graph(run.graph, given.weighted), hubs, authorities,
                                facts_of(given, result).checked_tolerance());
  });
  run.write({{"hub", column_kind::real, [&](std::size_t v) { return hubs[v]; }},
             {"authority", column_kind::real, [&](std::size_t v) { return authorities[v]; }}});
}

template <class Rank>
int run_spectral(spectral_arguments& given, session& s, const Rank& rank) {
  return run_kernel_by_weights<graph::any_graph, graph::any_weighted_graph, graph::any_real_graph>(
      open_graph(given.graph, s), given, s, [&](auto& run) { rank(run, given); });
}
int run_eigenvector(spectral_arguments& given, session& s) {
  return run_spectral(given, s, [](auto& run, const auto& g) { rank_by_eigenvector(run, g); });
}
int run_katz(spectral_arguments& given, session& s) {
  return run_spectral(given, s, [](auto& run, const auto& g) { rank_by_katz(run, g); });
}
int run_hits(spectral_arguments& given, session& s) {
  return run_spectral(given, s, [](auto& run, const auto& g) { rank_by_hits(run, g); });
}

void add_options(CLI::App& arguments, spectral_arguments& given) {
  add_number(arguments, "--tolerance", given.options.tolerance,
             "Stop when a pass changes the vector of the scores, of length 1, by at most this", 0);
  add_number(arguments, "--max-iterations", given.options.max_iterations,
             "Maximum number of passes", 1);
  add_weighted_option(arguments, given, "an edge counts as much as it weighs, 0 or more");
  add_plot_option(arguments, given, arguments.get_name() == "hits" ? "authority" : "score",
                  chart_form::at_least);
  add_kernel_options(arguments, given, "Vertices to print, the highest scores first");
}
void add_katz_options(CLI::App& arguments, spectral_arguments& given) {
  add_number(arguments, "--alpha", given.options.alpha,
             "Factor of each edge of a way; less than 1 / the greatest eigenvalue. 0: 1 / (1 + the "
             "most that leads to a vertex)",
             0);
  add_options(arguments, given);
}

}  // namespace

subcommand eigenvector_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "eigenvector", "Rank vertices by eigenvector centrality",
      "A vertex is as important as those that lead to it, added up. Scores are a vector of length "
      "1.\n\n"
      "Examples:\n"
      "  arcas eigenvector data/soc-Slashdot0902.txt.zst --check\n"
      "  arcas eigenvector graph.csv --weighted --output scores.npy",
      add_options, run_eigenvector);
}

subcommand katz_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "katz", "Rank vertices by Katz centrality",
      "All ways that end at a vertex, each edge of a way by a factor alpha. Scores are a vector of "
      "length 1.\n\n"
      "Examples:\n"
      "  arcas katz data/soc-Slashdot0902.txt.zst --alpha 0.005 --check\n"
      "  arcas katz graph.csv --weighted --output scores.csv",
      add_katz_options, run_katz);
}

subcommand hits_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "hits", "Rank vertices as hubs and as authorities",
      "A hub leads to authorities, an authority is led to by hubs. Each column adds up to 1.\n\n"
      "Examples:\n"
      "  arcas hits data/soc-Slashdot0902.txt.zst --check\n"
      "  arcas hits web.txt --top 20 --output hits.csv.zst",
      add_options, run_hits);
}

}  // namespace cli
