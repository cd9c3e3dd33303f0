// SPDX-License-Identifier: Apache-2.0
// Two runtimes in one process must not disturb each other: idle threads of both spin for a while,
// in the hope of another loop, and on a machine whose processors all have a worker that would be in
// the other's time. So a trial begins only when the threads of the other runtime are gone (OpenMP's
// end with rest_openmp()) or asleep (those of Arcas go to sleep by themselves). Each keeps its own
// way of waiting while it runs: OMP_WAIT_POLICY=passive would have made OpenMP slower. And since
// its threads are then new or asleep, a trial starts with a pass that is not timed, which also
// brings back to the caches what the other has pushed out.
#include "pagerank_trials.h"

#include "figures.h"
#include "pagerank_openmp.h"
#include "stopwatch.h"

#include <chrono>
#include <cmath>
#include <thread>

namespace cli {
namespace {

using namespace arcas::graph;

// Jacobi's passes, as many of them, differ by the order of additions only; scores add up to 1.
constexpr double rounding = 1e-9;
// Workers of Arcas sleep after some milliseconds, except with ARCAS_WAIT=spin.
constexpr double time_to_fall_asleep = 0.2;

// Tells the progress line of each pass, and ends a run that Ctrl-C has asked to stop.
class watched_passes final : public pagerank_observer {
 public:
  watched_passes(edge_index edges, std::string prefix, session& s)
      : edges_(static_cast<double>(edges)), prefix_(std::move(prefix)), session_(s) {}

  void iteration_done(unsigned iterations, double residual) override {
    session_.shown.reached(fmt::format("{}iteration {}, residual {:.1e}, {} edges/s", prefix_,
                                       iterations, residual,
                                       magnitude(edges_ / since_last_.seconds())));
    since_last_ = {};
    if (session_.stop.stop_requested()) throw arcas::graph::interrupted();
  }

 private:
  double edges_;
  std::string prefix_;
  session& session_;
  stopwatch since_last_;
};

// kernel(options), after a pass that is not timed.
template <class Kernel>
pagerank_result timed(const Kernel& kernel, const pagerank_options& options,
                      trial_seconds& seconds) {
  pagerank_options untimed = options;
  untimed.max_iterations = 1;
  untimed.loops.statistics = nullptr;
  kernel(untimed);
  const stopwatch time;
  pagerank_result result = kernel(options);
  seconds.all.push_back(time.seconds());
  return result;
}

void let_workers_sleep(arcas::runtime& on) {
  const stopwatch time;
  while (on.workers_pool().sleeping() + 1 < on.workers() && time.seconds() < time_to_fall_asleep) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void time_openmp(const directed_graph& g, const pagerank_options& options,
                 openmp_measurement& found) {
  arcas::runtime& on = arcas::runtime::default_runtime();
  let_workers_sleep(on);
  const auto kernel = [&](const pagerank_options& o) {
    return pagerank_by_openmp(g, o, on.workers());
  };
  found.result = timed(kernel, options, found.seconds);
  rest_openmp();
}

// A result with residual r is at most r * d / (1 - d) from the exact scores (kernels/pagerank.h).
double allowed_difference(const pagerank_result& a, const pagerank_result& b,
                          const pagerank_options& options) {
  const bool same_passes = options.order == pagerank_order::jacobi && a.iterations == b.iterations;
  if (same_passes) return rounding;
  // Twice, since scaling to a sum of 1 may move them as far again.
  return rounding + 2 * (a.residual + b.residual) * options.damping / (1 - options.damping);
}

void compare(const pagerank_result& ours, openmp_measurement& openmp,
             const pagerank_options& options) {
  const auto& theirs = openmp.result;
  for (std::size_t v = 0; v < ours.scores.size(); ++v) {
    openmp.difference += std::abs(ours.scores[v] - theirs.scores[v]);
  }
  const double allowed = allowed_difference(ours, theirs, options);
  // Also when the difference is no number.
  if (openmp.difference <= allowed) return;
  throw std::runtime_error(
      fmt::format("the scores under OpenMP differ by {:.3g} in sum, where {:.3g} is what rounding "
                  "explains; one of the two is wrong: please report it with the graph",
                  openmp.difference, allowed));
}

}  // namespace

pagerank_measurement measure_pagerank(pagerank_run& run, const pagerank_options& options,
                                      bool beside_openmp) {
  const directed_graph& g = run.graph;
  session& s = run.current;
  pagerank_measurement found;
  if (beside_openmp) found.openmp.emplace().schedule = openmp_schedule();
  s.shown.begin("PageRank");
  for (unsigned trial = 1; trial <= run.choice.trials; ++trial) {
    const std::string prefix =
        run.choice.trials == 1 ? "" : fmt::format("trial {} of {}, ", trial, run.choice.trials);
    pagerank_options here = options;
    watched_passes watch(g.edge_count(), prefix, s);
    here.observer = &watch;
    // Counting shares costs a worker two looks at the clock in each pass.
    found.shares = {};
    here.loops.statistics = &found.shares;
    found.result =
        timed([&](const pagerank_options& o) { return pagerank(g, o); }, here, run.report.seconds);
    if (!found.openmp) continue;
    watched_passes watch_openmp(g.edge_count(), prefix + "OpenMP, ", s);
    here.observer = &watch_openmp;
    here.loops.statistics = nullptr;
    time_openmp(g, here, *found.openmp);
  }
  if (found.openmp) compare(found.result, *found.openmp, options);
  s.shown.end();
  return found;
}

}  // namespace cli
