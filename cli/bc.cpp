// SPDX-License-Identifier: Apache-2.0
// arcas bc FILE: on how many shortest paths between other vertices does each vertex lie?
#include "commands_of_ranks.h"
#include "kernel_checks.h"
#include "kernel_run.h"
#include "source_progress.h"

#include <arcas/graph/check/check.h>
#include <arcas/graph/kernels/betweenness.h>

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

void rank(process_run& run, const bc_arguments& given) {
  const std::vector<vertex> sources = run.vertices_of(given.asked.sample, given.asked.sources);
  run.report.passes = sources.size();
  graph::betweenness_options options = options_of(given);
  const auto result = run.timed("betweenness", [&](unsigned trial) {
    watched_sources watch(sources.size(), run.trial_text(trial, " "), run.current);
    options.observer = &watch;
    return run.with_graph<graph::betweenness_result>(
        [&](const auto& g) { return graph::betweenness(g, sources, options); });
  });
  const auto scores = result.scores.all();
  const betweenness_facts facts{.vertices = run.graph.vertex_count(),
                                .sources = sources.size(),
                                .normalized = options.normalized,
                                .endpoints = options.endpoints,
                                .form = name_of(result.form)};
  describe_betweenness(run.report, highest_scores(scores, given.top), facts, run.ids());
  run.tell_named("sources", "--source", given.asked.sources);
  run.check([&] { return fault_in_betweenness_of(run, sources, facts, scores); });
  run.write({{"betweenness", column_kind::real, [&](std::size_t v) { return scores[v]; }}});
}

void rank_by_samples(process_run& run, const bc_arguments& given) {
  const auto found = run.timed("betweenness", [&](unsigned trial) {
    watched_samples watch(run.trial_text(trial, " "), run.current);
    graph::sampled_betweenness_options options = given.asked.sampling_options();
    options.seed = given.graph.seed;
    options.observer = &watch;
    return graph::sampled_betweenness(run.links, options);
  });
  const auto scores = found.scores.all();
  describe_sampled_betweenness(run.report, highest_scores(scores, given.top), found, given.asked,
                               given.graph.seed, run.ids());
  run.check([&] { return graph::fault_in_sampled_betweenness(run.links, scores, found.error); });
  run.write({{"betweenness", column_kind::real, [&](std::size_t v) { return scores[v]; }}});
}

int run_bc(bc_arguments& given, session& s) {
  require_sense(given.asked, given.weighted);
  return run_kernel(given, s, [&](process_run& run) {
    given.asked.is_sampled() ? rank_by_samples(run, given) : rank(run, given);
  });
}

}  // namespace

subcommand bc_subcommand(command_line& program) {
  return bc_command(program, run_bc);
}

}  // namespace cli
