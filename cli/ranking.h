// SPDX-License-Identifier: Apache-2.0
// The commands pagerank and bc, in one process and on ranks (kernels_once.h).
#pragma once

#include "commands_of_ranks.h"
#include "kernel_checks.h"
#include "kernel_run.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/betweenness.h>
#include <arcas/graph/kernels/pagerank.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace cli {

// Runs the trials, and reports how loops were shared out and how fast OpenMP is. `jumps` are the
// weights of the vertices to which jumps lead; empty: all are equal.
arcas::graph::pagerank_result measure_pagerank(process_run& run, const pagerank_arguments& given,
                                               const arcas::graph::plain_array<double>& jumps);
// A trial with progress.
arcas::graph::betweenness_result betweenness_from(process_run& run,
                                                  const std::vector<vertex>& sources,
                                                  const bc_arguments& given, unsigned trial);
// The value of --form for the form that was used.
std::string form_of(const process_run& run, const arcas::graph::betweenness_result& found);

template <class Run>
void rank_by_pagerank(Run& run, const pagerank_arguments& given) {
  const arcas::graph::pagerank_options& options = given.options;
  // Jumps lead to the named vertices with equal probabilities.
  const std::vector<vertex> named = run.named("--jump-to", given.jumps);
  using values = decltype(run.template marked<double>(named));
  const values jumps = named.empty() ? values() : run.template marked<double>(named);
  const auto found = measure_pagerank(run, given, jumps);
  const iteration_facts facts{options.tolerance, found.iterations, found.residual};
  describe_pagerank(run.report, run.highest(found.scores), options.damping, facts, run.ids());
  run.tell_named("jump_to", "--jump-to", given.jumps);
  run.report.parameters.push_back({"order", given.order});
  run.check_by([&](const process_run& whole) {
    // The factor 2: scaling to a sum of 1 may add the same amount again.
    const auto verdict = verdict_on_pagerank(whole, run.all(found.scores), options.damping,
                                             2 * facts.checked_tolerance(), run.all(jumps));
    run.report.verdict = pagerank_verdict_text(verdict.total, verdict.residual);
    return verdict.fault;
  });
  run.write({run.column("score", column_kind::real, found.scores)});
}

template <class Run>
void rank_by_samples(Run& run, const bc_arguments& given) {
  const std::uint64_t seed = given.graph.seed;
  const auto found = run.timed("betweenness", [&](unsigned trial) {
    watched_samples watch(run.trial_text(trial, " "), run.current);
    arcas::graph::sampled_betweenness_options options = given.asked.sampling_options();
    options.seed = seed;
    options.observer = &watch;
    return sampled_betweenness(run.links, options);
  });
  describe_sampled_betweenness(run.report, run.highest(found.scores), found, given.asked, seed,
                               run.ids());
  run.check_by([&](const process_run& whole) {
    return arcas::graph::fault_in_sampled_betweenness(whole.links, run.all(found.scores),
                                                      found.error);
  });
  run.write({run.column("betweenness", column_kind::real, found.scores)});
}

template <class Run>
void rank_by_paths(Run& run, const bc_arguments& given) {
  const betweenness_choice& asked = given.asked;
  const std::vector<vertex> sources = run.vertices_of(asked.sample, asked.sources);
  run.report.passes = sources.size();
  const auto found = run.timed(
      "betweenness", [&](unsigned trial) { return betweenness_from(run, sources, given, trial); });
  const betweenness_facts facts{.vertices = run.graph.vertex_count(),
                                .sources = sources.size(),
                                .normalized = !asked.counts,
                                .endpoints = asked.endpoints,
                                .form = form_of(run, found)};
  describe_betweenness(run.report, run.highest(found.scores), facts, run.ids());
  run.tell_named("sources", "--source", asked.sources);
  run.check_by([&](const process_run& whole) {
    return fault_in_betweenness_of(whole, sources, facts, run.all(found.scores));
  });
  run.write({run.column("betweenness", column_kind::real, found.scores)});
}

template <class Run>
void rank_by_betweenness(Run& run, const bc_arguments& given) {
  given.asked.is_sampled() ? rank_by_samples(run, given) : rank_by_paths(run, given);
}

}  // namespace cli
