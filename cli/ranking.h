// SPDX-License-Identifier: Apache-2.0
// The commands pagerank and bc, in one process and on ranks (kernels_once.h).
#pragma once

#include "commands_of_ranks.h"
#include "figures.h"
#include "kernel_checks.h"
#include "kernel_run.h"
#include "observers.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/pagerank.h>

#include <string>
#include <utility>
#include <vector>

namespace cli {

// Runs the trials, and reports how loops were shared out and how fast OpenMP is. `jumps` are the
// weights of the vertices to which jumps lead; empty: all are equal.
graph::pagerank_result measure_pagerank(process_run& run, const pagerank_arguments& given,
                                        const graph::plain_array<double>& jumps);
template <class Run>
void rank_by_pagerank(Run& run, const pagerank_arguments& given) {
  const graph::pagerank_options& options = given.options;
  // Jumps lead to the named vertices with equal probabilities.
  const std::vector<vertex> named = run.named("--jump-to", given.jumps);
  using values = decltype(run.template marked<double>(named));
  const values jumps = named.empty() ? values() : run.template marked<double>(named);
  const auto found = measure_pagerank(run, given, jumps);
  const iteration_facts facts{options.tolerance, found.iterations, found.residual};
  run.report.parameters.push_back({"damping", options.damping});
  describe_iteration(run.report, facts);
  score_table shown = top_scores(run.highest(found.scores), run.ids(), "score");
  run.report.text = std::move(shown.text);
  run.report.result.push_back({"scores", shown.listed});
  run.tell_named("jump_to", "--jump-to", given.jumps);
  run.report.parameters.push_back({"order", given.order});
  run.check_by([&](const process_run& whole) {
    // The factor 2: scaling to a sum of 1 may add the same amount again.
    const auto verdict = verdict_on_pagerank(whole, run.all(found.scores), options.damping,
                                             2 * facts.checked_tolerance(), run.all(jumps));
    run.report.verdict =
        fmt::format("right; the scores add up to {:.9f} and satisfy the definition within {:.1e}",
                    verdict.total, verdict.residual);
    return verdict.fault;
  });
  run.write({run.column("score", column_kind::real, found.scores)});
}

template <class Run>
void rank_by_samples(Run& run, const bc_arguments& given) {
  graph::sampled_betweenness_options options = given.sampling_options();
  options.seed = given.graph.seed;
  const auto found = run.timed("betweenness", [&](unsigned trial) {
    watched_samples watch(run.trial_text(trial, " "), run.current);
    options.observer = &watch;
    return sampled_betweenness(run.links, options);
  });
  const score_table shown = top_scores(run.highest(found.scores), run.ids(), "betweenness");
  run.report.text =
      shown.text + fmt::format("within {:.2g} of the exact scores with {} % confidence, {}\n",
                               found.error, 100 * options.confidence,
                               counted(found.samples, "sample"));
  if (options.certain_top != 0) {
    run.report.text += fmt::format(
        "the {} highest are {}\n", grouped(options.certain_top),
        found.certain ? "certain" : "not certain; a smaller --error takes more samples");
  }
  run.report.parameters = {{"error", options.error},
                           {"confidence", options.confidence},
                           {"certain_top", options.certain_top},
                           {"seed", options.seed}};
  run.report.result = {{"exact", false},
                       {"samples", found.samples},
                       {"error", found.error},
                       {"certain", found.certain},
                       {"scores", shown.listed}};
  run.check_by([&](const process_run& whole) {
    return graph::fault_in_sampled_betweenness(whole.links, run.all(found.scores), found.error);
  });
  run.write({run.column("betweenness", column_kind::real, found.scores)});
}

template <class Run>
void rank_by_paths(Run& run, const bc_arguments& given) {
  const std::vector<vertex> sources = run.vertices_of(given.sample, given.sources);
  run.report.passes = sources.size();
  graph::betweenness_options options{.weighted = given.weighted,
                                     .normalized = !given.counts,
                                     .endpoints = given.endpoints,
                                     .form = form_named(given.form),
                                     .locality = given.locality};
  const auto found = run.timed("betweenness", [&](unsigned trial) {
    watched_sources watch(sources.size(), run.trial_text(trial, " "), run.current);
    options.observer = &watch;
    return run.on_graph([&](const auto& g) { return betweenness(g, sources, options); });
  });
  const bool exact = sources.size() == run.graph.vertex_count();
  const std::string form = name_of(found.form);
  const score_table shown = top_scores(run.highest(found.scores), run.ids(), "betweenness");
  run.report.text =
      shown.text + fmt::format("{} {}, {}\n", exact ? "exact, from all" : "estimated from",
                               counted(sources.size(), "source"), form);
  run.report.parameters = {{"source_count", sources.size()},
                           {"normalized", options.normalized},
                           {"endpoints", options.endpoints}};
  run.report.run.push_back({"form", form});
  run.report.result = {{"exact", exact}, {"scores", shown.listed}};
  run.tell_named("sources", "--source", given.sources);
  run.check_by([&](const process_run& whole) {
    return fault_in_betweenness_of(whole, sources, given, run.all(found.scores));
  });
  run.write({run.column("betweenness", column_kind::real, found.scores)});
}

template <class Run>
void rank_by_betweenness(Run& run, const bc_arguments& given) {
  given.is_sampled() ? rank_by_samples(run, given) : rank_by_paths(run, given);
}

}  // namespace cli
