// SPDX-License-Identifier: Apache-2.0
#include "betweenness_choice.h"

#include "argument_values.h"
#include "figures.h"

#include <arcas/graph/errors.h>
#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace cli {

void add_betweenness_options(const options& arguments, betweenness_choice& choice) {
  add_number(arguments, "--sources", choice.sample,
             "Estimate from N sources, drawn by --seed. Without it the result is exact, from all "
             "vertices, which takes hours on large graphs",
             1);
  add_number(
      arguments, "--error", choice.sampling.error,
      "Sample paths until each score differs from the exact one by at most this, with --confidence",
      1e-6, 1);
  add_number(
      arguments, "--confidence", choice.sampling.confidence,
      "That no score is further off than --error, and no vertex wrongly among the --certain-top",
      0.01, 1);
  add_number(
      arguments, "--certain-top", choice.sampling.certain_top,
      "Sample paths until the N highest are certain to be above all others, or until --error "
      "is met (0.001 if not given)",
      1);
  add_ids(arguments, "--source", choice.sources,
          "Estimate from this vertex; may be repeated. Scores are those of "
          "all vertices: of k sources each counts vertices / k times");
  add_word(
      arguments, "--form", choice.form,
      "What runs in parallel. sources: one search per worker; nested: one search per core, its "
      "loops on the core's hardware threads (ARCAS_LEVELS); inside: one search at a time, its "
      "loops on all workers; auto: sources where there are twice as many as workers. A search "
      "needs "
      "48 bytes per vertex. On ranks it is inside",
      {"auto", "sources", "nested", "inside"});
  arguments.add_flag("--endpoints", choice.endpoints, "Count the end vertices of a path as on it");
  arguments.add_flag("--counts", choice.counts, "Print counts of pairs instead of fractions");
}

void require_sense(const betweenness_choice& choice, bool weighted) {
  if (!choice.is_sampled()) return;
  const std::pair<bool, const char*> excluded[] = {{weighted, "--weighted"},
                                                   {choice.counts, "--counts"},
                                                   {choice.endpoints, "--endpoints"},
                                                   {choice.sample != 0, "--sources"},
                                                   {!choice.sources.empty(), "--source"},
                                                   {choice.form != "auto", "--form"}};
  for (const auto& [given, option] : excluded) {
    if (given)
      throw std::invalid_argument(
          fmt::format("{} draws paths in steps: not with {}; remove one of them",
                      choice.sampling.error != 0 ? "--error" : "--certain-top", option));
  }
}

void watched_samples::sampled(std::uint64_t samples, std::uint64_t most) {
  session_.shown.reached(
      fmt::format("{}{} samples, at most {}", prefix_, grouped(samples), grouped(most)));
  if (session_.stop.stop_requested()) throw arcas::graph::interrupted();
}

void describe_sampled_betweenness(kernel_report& report, std::span<const scored_vertex> highest,
                                  const arcas::graph::sampling_end& end,
                                  const betweenness_choice& choice, std::uint64_t seed,
                                  const id_of_vertex& id) {
  const auto asked = choice.sampling_options();
  const score_table shown = top_scores(highest, id, "betweenness");
  report.text =
      shown.text + fmt::format("within {:.2g} of the exact scores with {} % confidence, {}\n",
                               end.error, 100 * asked.confidence, counted(end.samples, "sample"));
  if (asked.certain_top != 0) {
    report.text += fmt::format("the {} highest are {}\n", grouped(asked.certain_top),
                               end.certain ? "certain" : "not certain: a smaller --error is");
  }
  report.parameters = {{"error", asked.error},
                       {"confidence", asked.confidence},
                       {"certain_top", asked.certain_top},
                       {"seed", seed}};
  report.result = {{"exact", false},
                   {"samples", end.samples},
                   {"error", end.error},
                   {"certain", end.certain},
                   {"scores", shown.listed}};
}

}  // namespace cli
