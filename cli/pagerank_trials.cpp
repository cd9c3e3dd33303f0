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

#include <arcas/runtime/runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>
#include <utility>

namespace cli {
namespace {

using namespace arcas::graph;
using clock = std::chrono::steady_clock;

// Jacobi's passes, as many of them, differ by the order of additions only; scores add up to 1.
constexpr double rounding = 1e-9;
// Workers of Arcas sleep after some milliseconds, but for ARCAS_WAIT=spin.
constexpr std::chrono::milliseconds time_to_fall_asleep{200};

// Tells the progress line of each pass, and ends a run that Ctrl-C has asked to stop.
class watched_passes final : public pagerank_observer {
 public:
  watched_passes(edge_index edges, std::string prefix, session& s)
      : edges_(static_cast<double>(edges)), prefix_(std::move(prefix)), session_(s) {}

  void iteration_done(unsigned iterations, double residual) override {
    const auto now = clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    session_.shown.reached(fmt::format("{}iteration {}, residual {:.1e}, {} edges/s", prefix_,
                                       iterations, residual, magnitude(edges_ / seconds)));
    last_ = now;
    if (session_.stop.stop_requested()) throw std::runtime_error("PageRank was interrupted");
  }

 private:
  double edges_;
  std::string prefix_;
  session& session_;
  clock::time_point last_ = clock::now();
};

template <class Kernel>
pagerank_result timed(const Kernel& kernel, pagerank_options options, trial_seconds& seconds) {
  pagerank_options untimed = options;
  untimed.max_iterations = 1;
  untimed.loops.statistics = nullptr;
  kernel(untimed);
  const auto start = clock::now();
  pagerank_result result = kernel(options);
  seconds.all.push_back(std::chrono::duration<double>(clock::now() - start).count());
  return result;
}

pagerank_options options_of(const pagerank_request& ask, watched_passes& watch) {
  return {.damping = ask.damping,
          .tolerance = ask.tolerance,
          .max_iterations = ask.max_iterations,
          .personalization = ask.personalization,
          .order = ask.order,
          .locality = ask.locality,
          .observer = &watch};
}

// Counting shares costs a worker two looks at the clock in each pass.
void time_arcas(const directed_graph& g, const pagerank_request& ask, watched_passes watch,
                pagerank_measurement& found) {
  found.shares = {};
  pagerank_options options = options_of(ask, watch);
  options.loops.statistics = &found.shares;
  found.arcas.result = timed([&](const pagerank_options& o) { return pagerank(g, o); }, options,
                             found.arcas.seconds);
}

void let_workers_sleep(arcas::runtime& on) {
  const auto deadline = clock::now() + time_to_fall_asleep;
  while (on.workers_pool().sleeping() + 1 < on.workers() && clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void time_openmp(const directed_graph& g, const pagerank_request& ask, watched_passes watch,
                 openmp_times& times) {
  arcas::runtime& on = arcas::runtime::default_runtime();
  let_workers_sleep(on);
  const auto kernel = [&](const pagerank_options& o) {
    return pagerank_by_openmp(g, o, on.workers());
  };
  times.result = timed(kernel, options_of(ask, watch), times.seconds);
  rest_openmp();
}

double difference(const pagerank_result& a, const pagerank_result& b) {
  double sum = 0;
  for (std::size_t v = 0; v < a.scores.size(); ++v) sum += std::abs(a.scores[v] - b.scores[v]);
  return sum;
}

// A result with residual r is at most r * d / (1 - d) from the exact scores (kernels/pagerank.h).
double allowed_difference(const pagerank_result& a, const pagerank_result& b,
                          const pagerank_request& ask) {
  const bool same_passes = ask.order == pagerank_order::jacobi && a.iterations == b.iterations;
  if (same_passes) return rounding;
  // Twice, since scaling to a sum of 1 may move them as far again.
  return rounding + 2 * (a.residual + b.residual) * ask.damping / (1 - ask.damping);
}

void require_agreement(const pagerank_measurement& found, const pagerank_request& ask) {
  const openmp_times& openmp = *found.openmp;
  const double allowed = allowed_difference(found.arcas.result, openmp.result, ask);
  // Also when the difference is no number.
  if (openmp.difference <= allowed) return;
  throw std::runtime_error(
      fmt::format("the scores under OpenMP differ by {:.3g} in sum, where {:.3g} is what rounding "
                  "explains; one of the two is wrong: please report it with the graph",
                  openmp.difference, allowed));
}

// Checked against the residual that was reached, where that is above the one asked for; twice,
// since scaling to a sum of 1 may add as much.
pagerank_verdict checked(const directed_graph& g, const pagerank_request& ask,
                         const pagerank_result& result) {
  const pagerank_verdict verdict =
      check_pagerank(g, result.scores.all(), ask.damping,
                     2 * std::max(ask.tolerance, result.residual), ask.personalization);
  if (!verdict.right()) throw std::runtime_error("--check: " + verdict.fault);
  return verdict;
}

}  // namespace

pagerank_measurement measure_pagerank(const directed_graph& g, const pagerank_request& ask,
                                      session& s) {
  pagerank_measurement found;
  if (ask.beside_openmp) found.openmp = openmp_times{{}, openmp_schedule(), 0};
  s.shown.begin("PageRank");
  for (unsigned trial = 1; trial <= ask.trials; ++trial) {
    const std::string prefix =
        ask.trials == 1 ? "" : fmt::format("trial {} of {}, ", trial, ask.trials);
    time_arcas(g, ask, {g.edge_count(), prefix, s}, found);
    if (found.openmp) time_openmp(g, ask, {g.edge_count(), prefix + "OpenMP, ", s}, *found.openmp);
  }
  if (found.openmp) {
    found.openmp->difference = difference(found.arcas.result, found.openmp->result);
    require_agreement(found, ask);
  }
  if (ask.check) {
    s.shown.begin("checking the scores");
    found.verdict = checked(g, ask, found.arcas.result);
  }
  s.shown.end();
  return found;
}

}  // namespace cli
