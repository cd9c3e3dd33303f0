// SPDX-License-Identifier: Apache-2.0
// arcas pagerank in one process: how fast is the kernel, and how fast is it without Arcas?
#include "beside_openmp.h"
#include "command_table.h"
#include "observers.h"

#include <arcas/graph/kernels/pagerank.h>
#include <arcas/loops/statistics.h>

#include <cmath>
#include <optional>
#include <ranges>

namespace cli {
namespace {

struct openmp_measurement {
  openmp_trials trials;
  graph::pagerank_result result;  // of the last trial
  double difference = 0;          // sum over the vertices of |score - score under Arcas|
};

// After the same number of Jacobi passes, the results differ by the order of additions only; the
// scores add up to 1.
constexpr double rounding = 1e-9;

// The options of the untimed run that precedes a trial: it has one pass.
graph::pagerank_options one_pass_of(graph::pagerank_options options) {
  options.max_iterations = 1;
  options.loops.statistics = nullptr;
  return options;
}

void time_openmp(const graph::directed_graph& g, const graph::pagerank_options& options,
                 openmp_measurement& openmp) {
  const auto kernel = [&](const auto& o) {
    return pagerank_by_openmp(g, o, openmp.trials.threads());
  };
  openmp.result =
      openmp.trials.timed([&] { kernel(one_pass_of(options)); }, [&] { return kernel(options); });
}

// A result with residual r is at most r * d / (1 - d) from the exact scores (kernels/pagerank.h).
double allowed_difference(const graph::pagerank_result& a, const graph::pagerank_result& b,
                          const graph::pagerank_options& options) {
  const bool jacobi = options.order == graph::pagerank_order::jacobi;
  if (jacobi && a.iterations == b.iterations) return rounding;
  // The factor 2: scaling to a sum of 1 may move the scores by the same amount again.
  return rounding + 2 * (a.residual + b.residual) * options.damping / (1 - options.damping);
}

// Throws std::runtime_error if the scores of the two runtimes differ by more than is allowed.
void compare(const graph::pagerank_result& ours, openmp_measurement& openmp,
             const graph::pagerank_options& options) {
  const auto& theirs = openmp.result;
  for (std::size_t v = 0; v < ours.scores.size(); ++v) {
    openmp.difference += std::abs(ours.scores[v] - theirs.scores[v]);
  }
  const double allowed = allowed_difference(ours, theirs, options);
  // A NaN is refused as well.
  if (openmp.difference <= allowed) return;
  throw std::runtime_error(fmt::format(
      "the scores of Arcas and of OpenMP differ by {:.3g} in sum, and rounding explains "
      "at most {:.3g}; one of the two is wrong: please report it with the graph",
      openmp.difference, allowed));
}

// The shares of the workers that took part in a loop.
json shares_json(const arcas::loop_statistics& shares) {
  const auto& workers = shares.workers();
  return json_list(std::views::iota(std::size_t{0}, workers.size()), [&](std::size_t w) {
    const arcas::worker_statistics& s = workers[w];
    if (s.loops == 0) return json();
    return json_object({{"worker", w},
                        {"chunks", s.chunks},
                        {"iterations", s.iterations},
                        {"own", s.own},
                        {"helped", s.helped},
                        {"combined", s.combined},
                        {"ahead", s.ahead}});
  });
}

void describe_openmp(process_run& run, unsigned iterations, const openmp_measurement& openmp) {
  const unsigned theirs = openmp.result.iterations;
  openmp.trials.describe(run.report, {run.graph.edge_count(), iterations, theirs},
                         fmt::format(" per iteration ({} and {}); scores differ by {:.1e} in sum",
                                     iterations, counted(theirs, "iteration"), openmp.difference),
                         {{"iterations", theirs}, {"difference", openmp.difference}});
}

graph::pagerank_result pagerank_of(const process_run& run, const graph::pagerank_options& options) {
  return run.with_graph<graph::pagerank_result>(
      [&]<class W>(const graph::basic_directed_graph<W>& g) { return pagerank(g, options); });
}

// Runs the trials, by turns with trials under OpenMP if a comparison was asked for; returns the
// last result. `shares` becomes the shares of the workers in all passes of the last trial.
graph::pagerank_result measure(process_run& run, const graph::pagerank_options& options,
                               arcas::loop_statistics& shares,
                               std::optional<openmp_measurement>& openmp) {
  const std::uint64_t edges = run.graph.edge_count();
  graph::pagerank_result result;
  run.current.shown.begin("PageRank");
  for (unsigned trial = 1; trial <= run.choice.trials; ++trial) {
    graph::pagerank_options here = options;
    watched_passes watch(edges, run.trial_text(trial, ", "), run.current);
    here.observer = &watch;
    // Counting shares costs a worker two readings of the clock in each pass.
    shares = {};
    here.loops.statistics = &shares;
    result = run.on_this_graph([&] {
      return timed_after([&] { pagerank_of(run, one_pass_of(here)); },
                         [&] { return pagerank_of(run, here); }, run.report.seconds);
    });
    if (!openmp) continue;
    watched_passes watch_openmp(edges, run.trial_text(trial, ", ") + "OpenMP, ", run.current);
    here.observer = &watch_openmp;
    here.loops.statistics = nullptr;
    time_openmp(std::get<graph::directed_graph>(run.stored), here, *openmp);
  }
  run.current.shown.end();
  return result;
}

}  // namespace

graph::pagerank_result measure_pagerank(process_run& run, const pagerank_arguments& given,
                                        const graph::plain_array<double>& jumps) {
  graph::pagerank_options options = given.options;
  options.personalization = jumps.all();
  if (given.order == "jacobi") options.order = graph::pagerank_order::jacobi;
  options.locality = given.locality;
  options.weighted = given.weighted;
  std::optional<openmp_measurement> openmp;
  if (!given.compare.empty()) openmp.emplace();
  arcas::loop_statistics shares;
  auto result = measure(run, options, shares, openmp);
  if (openmp) compare(result, *openmp, options);
  run.report.notes = fmt::format("Shared out: {}\n", shares.shares());
  run.report.run.push_back({"shares", shares_json(shares)});
  if (openmp) describe_openmp(run, result.iterations, *openmp);
  return result;
}

void prepare(pagerank_arguments& given) {
  require_openmp(given.compare);
}

}  // namespace cli
