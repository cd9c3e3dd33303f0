// SPDX-License-Identifier: Apache-2.0
// The commands eigenvector, katz and hits on ranks.
#include "../passes_progress.h"
#include "ranks_run.h"

#include <arcas/cluster_graph/kernels.h>
#include <arcas/graph/check/check.h>

namespace cli::ranks {
namespace {

namespace graph = arcas::graph;
namespace spread = arcas::cluster_graph;

iteration_facts facts_of(const spectral_arguments& given, const graph::spectral_end& end) {
  return {given.options.tolerance, end.iterations, end.residual};
}

template <class Kernel>
spread::distributed_spectral_result measure(ranks_run& run, const spectral_arguments& given,
                                            const char* what, const Kernel& kernel) {
  const auto found = run.timed(what, [&](unsigned trial) {
    watched_passes watch(run.graph.edge_count(), run.trial_text(trial, ", "), run.current);
    graph::katz_options options = given.options;
    options.weighted = given.weighted;
    options.observer = &watch;
    return kernel(run.spread, options);
  });
  describe_iteration(run.report, facts_of(given, found));
  return found;
}

void show_scores(ranks_run& run, const spread::vertex_values<double>& scores) {
  describe_scores(run.report, scores.highest(run.choice.top), run.ids());
  run.write({{"score", column_kind::real, scores}});
}

}  // namespace

void rank_by_eigenvector(ranks_run& run, const spectral_arguments& given) {
  const auto found = measure(run, given, "eigenvector", [](const auto& g, const auto& options) {
    return spread::eigenvector_centrality(g, options);
  });
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_eigenvector(whole.edges(), found.scores.gathered(),
                                       facts_of(given, found).checked_tolerance());
  });
  show_scores(run, found.scores);
}

void rank_by_katz(ranks_run& run, const spectral_arguments& given) {
  const auto found = measure(run, given, "Katz", [](const auto& g, const auto& options) {
    return spread::katz_centrality(g, options);
  });
  describe_alpha(run.report, found.alpha);
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_katz(whole.edges(), found.scores.gathered(), found.alpha,
                                facts_of(given, found).checked_tolerance());
  });
  show_scores(run, found.scores);
}

void rank_by_hits(ranks_run& run, const spectral_arguments& given) {
  const auto found = measure(run, given, "HITS", [](const auto& g, const auto& options) {
    return spread::hits(g, options);
  });
  describe_hubs(run.report, found.scores.highest(run.choice.top),
                found.authorities.highest(run.choice.top), run.ids());
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_hits(whole.edges(), found.scores.gathered(),
                                found.authorities.gathered(),
                                facts_of(given, found).checked_tolerance());
  });
  run.write({{"hub", column_kind::real, found.scores},
             {"authority", column_kind::real, found.authorities}});
}

}  // namespace cli::ranks
