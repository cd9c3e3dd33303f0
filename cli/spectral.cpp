// SPDX-License-Identifier: Apache-2.0
// arcas eigenvector FILE, katz FILE, hits FILE: how central is a vertex, by the scores of the
// vertices that lead to it?
#include "commands_of_ranks.h"
#include "kernel_run.h"
#include "passes_progress.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/spectral.h>

namespace cli {
namespace {

namespace graph = arcas::graph;

iteration_facts facts_of(const spectral_arguments& given, const graph::spectral_end& end) {
  return {given.options.tolerance, end.iterations, end.residual};
}

// Runs kernel(g, options), where g is the graph in the C++ type in which it is stored.
template <class Kernel>
graph::spectral_result measure(process_run& run, const spectral_arguments& given, const char* what,
                               const Kernel& kernel) {
  auto result = run.timed(what, [&](unsigned trial) {
    watched_passes watch(run.graph.edge_count(), run.trial_text(trial, ", "), run.current);
    graph::katz_options options = given.options;
    options.weighted = given.weighted;
    options.observer = &watch;
    return run.with_graph<graph::spectral_result>(
        [&](const auto& g) { return kernel(g, options); });
  });
  describe_iteration(run.report, facts_of(given, result));
  return result;
}

void show_scores(process_run& run, std::span<const double> scores) {
  describe_scores(run.report, highest_scores(scores, run.choice.top), run.ids());
  run.write({{"score", column_kind::real, [&](std::size_t v) { return scores[v]; }}});
}

void rank_by_eigenvector(process_run& run, const spectral_arguments& given) {
  const auto result = measure(run, given, "eigenvector", [](const auto& g, const auto& options) {
    return graph::eigenvector_centrality(g, options);
  });
  const auto scores = result.scores.all();
  run.check([&] {
    return graph::fault_in_eigenvector(run.edges(), scores,
                                       facts_of(given, result).checked_tolerance());
  });
  show_scores(run, scores);
}

void rank_by_katz(process_run& run, const spectral_arguments& given) {
  const auto result = measure(run, given, "Katz", [](const auto& g, const auto& options) {
    return graph::katz_centrality(g, options);
  });
  describe_alpha(run.report, result.alpha);
  const auto scores = result.scores.all();
  run.check([&] {
    return graph::fault_in_katz(run.edges(), scores, result.alpha,
                                facts_of(given, result).checked_tolerance());
  });
  show_scores(run, scores);
}

void rank_by_hits(process_run& run, const spectral_arguments& given) {
  const auto result = measure(run, given, "HITS", [](const auto& g, const auto& options) {
    return graph::hits(g, options);
  });
  const auto hubs = result.scores.all(), authorities = result.authorities.all();
  describe_hubs(run.report, highest_scores(hubs, given.top), highest_scores(authorities, given.top),
                run.ids());
  run.check([&] {
    return graph::fault_in_hits(run.edges(), hubs, authorities,
                                facts_of(given, result).checked_tolerance());
  });
  run.write({{"hub", column_kind::real, [&](std::size_t v) { return hubs[v]; }},
             {"authority", column_kind::real, [&](std::size_t v) { return authorities[v]; }}});
}

template <void (*rank)(process_run&, const spectral_arguments&)>
int run_spectral(spectral_arguments& given, session& s) {
  return run_kernel(given, s, [&](process_run& run) { rank(run, given); });
}

}  // namespace

subcommand eigenvector_subcommand(command_line& program) {
  return eigenvector_command(program, run_spectral<rank_by_eigenvector>);
}

subcommand katz_subcommand(command_line& program) {
  return katz_command(program, run_spectral<rank_by_katz>);
}

subcommand hits_subcommand(command_line& program) {
  return hits_command(program, run_spectral<rank_by_hits>);
}

}  // namespace cli
