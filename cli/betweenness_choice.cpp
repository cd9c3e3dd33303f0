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
             "Estimate from N sources, drawn at random by --seed. Without it, all vertices are "
             "sources: the scores are exact, and take hours on large graphs",
             1);
  add_number(arguments, "--error", choice.sampling.error,
             "Sample shortest paths until each score is within this of the exact score, with the "
             "probability --confidence",
             1e-6, 1);
  add_number(
      arguments, "--confidence", choice.sampling.confidence,
      "Probability that all scores are within --error, and that the --certain-top vertices are "
      "those with the highest exact scores",
      0.01, 1);
  add_number(
      arguments, "--certain-top", choice.sampling.certain_top,
      "Sample shortest paths until it is certain, with the probability --confidence, which N "
      "vertices have the highest scores; or until --error is reached (0.001 if not given)",
      1);
  add_ids(arguments, "--source", choice.sources,
          "Estimate from this source; may be repeated. The sum over k sources is scaled by the "
          "number of vertices / k");
  add_word(
      arguments, "--form", choice.form,
      "Work that runs in parallel. sources: one search per worker; nested: one search per core, "
      "its loops on the core's hardware threads (ARCAS_LEVELS); inside: one search at a time, its "
      "loops on all workers; auto: sources if there are at least twice as many sources as "
      "workers, if memory suffices, and without --locality; otherwise inside. Each running search "
      "takes 48 bytes per vertex. On ranks always inside",
      {"auto", "sources", "nested", "inside"});
  arguments.add_flag("--endpoints", choice.endpoints,
                     "Count the two ends of a path as vertices on it");
  arguments.add_flag("--counts", choice.counts,
                     "Print sums over pairs of vertices instead of fractions of all pairs");
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
          fmt::format("{} is not available with {}; remove one of them",
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
    report.text +=
        fmt::format("the {} highest are {}\n", grouped(asked.certain_top),
                    end.certain ? "certain" : "not certain; a smaller --error takes more samples");
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
