// SPDX-License-Identifier: Apache-2.0
// arcas bc FILE: on how many shortest ways between others does each vertex lie?
#include "argument_values.h"
#include "figures.h"
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
  std::size_t sample = 0;  // sources to draw; 0: all vertices
  std::vector<std::string> sources;
  graph::betweenness_options options;
  std::string form = "auto";
  bool counts = false;
  graph::sampled_betweenness_options sampling = {.error = 0};  // 0: none
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

void rank(auto& run, const bc_arguments& given) {
  const auto& g = run.graph;
  const std::vector<vertex> sources = run.vertices_of(given.sample, given.sources);
  run.report.passes = sources.size();
  const auto result = run.timed("betweenness", [&](unsigned trial) {
    watched_sources watch(sources.size(), run.trial_text(trial, " "), run.current);
    graph::betweenness_options options = given.options;
    options.observer = &watch;
    options.locality = given.locality;
    return graph::betweenness(g, sources, options);
  });
  const betweenness_facts facts{.vertices = g.vertex_count(),
                                .sources = sources.size(),
                                .normalized = given.options.normalized,
                                .endpoints = given.options.endpoints,
                                .form = name_of(result.form)};
  describe_betweenness(run.report, highest_scores(result.scores.all(), given.top), facts,
                       run.ids());
  run.check([&]() -> std::string {
    if (sources.empty()) return "";
    const double factor = betweenness_factor(std::remove_cvref_t<decltype(g)>::directed, facts);
    const auto scores = result.scores.all();
    if constexpr (has_weights<std::remove_cvref_t<decltype(g)>>) {
      return fault_in_weighted_betweenness(g, sources, given.options.endpoints, factor, scores);
    } else {
      return fault_in_betweenness(g, sources, given.options.endpoints, factor, scores);
    }
  });
  run.write({{"betweenness", column_kind::real, [&](std::size_t v) { return result.scores[v]; }}});
}

class watched_samples final : public graph::sampling_observer {
 public:
  watched_samples(std::string prefix, session& s) : prefix_(std::move(prefix)), session_(s) {}
  void sampled(std::uint64_t samples, std::uint64_t most) override {
    session_.shown.reached(
        fmt::format("{}{} samples, at most {}", prefix_, grouped(samples), grouped(most)));
    if (session_.stop.stop_requested()) throw graph::interrupted();
  }

 private:
  const std::string prefix_;
  session& session_;
};

void rank_by_samples(auto& run, const bc_arguments& given) {
  const auto found = run.timed("betweenness", [&](unsigned trial) {
    watched_samples watch(run.trial_text(trial, " "), run.current);
    graph::sampled_betweenness_options options = given.sampling;
    options.seed = given.graph.seed;
    options.observer = &watch;
    return graph::sampled_betweenness(run.graph, options);
  });
  const score_table shown =
      top_scores(highest_scores(found.scores.all(), given.top), run.ids(), "betweenness");
  run.report.text =
      shown.text + fmt::format("within {:.2g} of the exact scores with {} % confidence, {}\n",
                               found.error, 100 * given.sampling.confidence,
                               counted(found.samples, "sample"));
  if (given.sampling.certain_top != 0) {
    run.report.text += fmt::format("the {} highest are {}\n", grouped(given.sampling.certain_top),
                                   found.certain ? "certain" : "not certain: a smaller --error is");
  }
  run.report.parameters = {{"error", given.sampling.error},
                           {"confidence", given.sampling.confidence},
                           {"certain_top", given.sampling.certain_top},
                           {"seed", given.graph.seed}};
  run.report.result = {{"exact", false},
                       {"samples", found.samples},
                       {"error", found.error},
                       {"certain", found.certain},
                       {"scores", shown.listed}};
  run.check([&] {
    return graph::fault_in_sampled_betweenness(run.graph, found.scores.all(), found.error);
  });
  run.write({{"betweenness", column_kind::real, [&](std::size_t v) { return found.scores[v]; }}});
}

int run_bc(bc_arguments& given, session& s) {
  if (given.sampling.error != 0) {
    if (given.weighted || given.counts || given.options.endpoints || given.sample != 0 ||
        !given.sources.empty() || given.form != "auto")
      throw std::invalid_argument(
          "--error draws paths in steps: not with --weighted, --counts, --endpoints, --sources, "
          "--source and --form");
    return run_kernel<graph::any_graph>(open_graph(given.graph, s), given, s,
                                        [&](auto& run) { rank_by_samples(run, given); });
  }
  if (given.sampling.certain_top != 0)
    throw std::invalid_argument(
        "--certain-top is of --error: say how near scores must be at least");
  given.options.normalized = !given.counts;
  for (const auto& [name, form] : forms) {
    if (name == given.form) given.options.form = form;
  }
  given.options.weighted = given.weighted;
  return run_kernel_by_weights<graph::any_graph, graph::any_weighted_graph, graph::any_real_graph>(
      open_graph(given.graph, s), given, s, [&](auto& run) { rank(run, given); });
}

void add_options(CLI::App& arguments, bc_arguments& given) {
  add_number(arguments, "--sources", given.sample,
             "Estimate from N sources, drawn by --seed. Without it the result is exact, from all "
             "vertices, which takes hours on large graphs",
             1);
  add_number(
      arguments, "--error", given.sampling.error,
      "Sample paths until each score is at most so far from the exact one, with --confidence", 1e-6,
      1);
  add_number(arguments, "--confidence", given.sampling.confidence,
             "Of --error: that no score is further off", 0.01, 1);
  add_number(arguments, "--certain-top", given.sampling.certain_top,
             "With --error: end when the N highest are certain to be above all others", 1);
  add_ids(arguments, "--source", given.sources,
          "Estimate from this vertex; may be repeated. Scores are those of "
          "all vertices: of k sources each counts vertices / k times");
  std::vector<std::string> names;
  for (const auto& [name, form] : forms) names.emplace_back(name);
  add_word(
      arguments, "--form", given.form,
      "What runs in parallel. sources: one search per worker; nested: one search per core, its "
      "loops on the core's hardware threads (ARCAS_LEVELS); inside: one search at a time, its "
      "loops on all workers; auto: sources where there are twice as many as workers. A search "
      "needs "
      "48 bytes per vertex",
      names);
  arguments.add_flag("--endpoints", given.options.endpoints,
                     "Count the end vertices of a path as on it");
  arguments.add_flag("--counts", given.counts, "Print counts of pairs instead of fractions");
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
                         "  arcas bc graph.txt --error 0.001 --certain-top 10\n"
                         "  arcas bc --kronecker 18 --sources 4 --trials 3 --json",
                         add_options, run_bc);
}

}  // namespace cli
