// SPDX-License-Identifier: Apache-2.0
#include "calibration.h"

#include <sim/machine/simulated_loop.h>
#include <sim/machine/this_machine.h>

#include <arcas/base/processor.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/runtime/runtime.h>

#include <algorithm>
#include <cstdint>

namespace cli {
namespace {

constexpr std::uint64_t iterations = 20'000;
constexpr unsigned loops_in_a_row = 200;
constexpr unsigned burden_rounds = 9;

// Additions and multiplications, each of which requires the result of the one before: one chain
// through all chunks of a thread, to which each iteration adds its index. So a processor cannot
// overlap two iterations, or a claim and a body, and the other thread of the core does not slow an
// iteration down.
[[gnu::noinline]] void work(std::uint64_t begin, std::uint64_t end, unsigned steps) {
  static thread_local std::uint64_t chain = 1;
  std::uint64_t a = chain;
  for (std::uint64_t i = begin; i < end; ++i) {
    a += i | 1;
    for (unsigned s = 0; s < steps; ++s) a *= 0x9e3779b97f4a7c15u;
  }
  chain = a;
}

template <class Measure>
double median_of(unsigned times, const Measure& measure) {
  std::vector<double> found;
  for (unsigned t = 0; t < times; ++t) found.push_back(measure());
  std::ranges::sort(found);
  return found[times / 2];
}

template <class Run>
double median_cycles(unsigned times, const Run& run) {
  return median_of(times, [&] {
    const std::uint64_t start = arcas::cycles();
    run();
    return static_cast<double>(arcas::cycles() - start);
  });
}

double alone(std::uint64_t n, unsigned steps) {
  return median_cycles(41, [=] { work(0, n, steps); });
}

double measured_loop(std::uint64_t n, unsigned steps, const arcas::loop_options& options) {
  return median_cycles(41, [&] {
    arcas::parallel_for(
        std::uint64_t{0}, n,
        [steps](std::uint64_t begin, std::uint64_t end) { work(begin, end, steps); }, options);
  });
}

// Cycles of one loop in a row of loops, each of which begins as soon as the one before it has
// ended: the median of several rows, so that a row with an interrupt in it does not count.
double measured_in_a_row(std::uint64_t n, unsigned steps, const arcas::loop_options& options) {
  const auto row = [&] {
    for (unsigned l = 0; l < loops_in_a_row; ++l) {
      arcas::parallel_for(
          std::uint64_t{0}, n,
          [steps](std::uint64_t begin, std::uint64_t end) { work(begin, end, steps); }, options);
    }
  };
  return median_cycles(31, row) / loops_in_a_row;
}

class calibration {
 public:
  explicit calibration(const arcas::sim::machine_model& model) : model_(model) {}

  void add_long_loop(const char* what, unsigned workers, const char* how, std::size_t grain) {
    constexpr unsigned steps = 30;
    const double measured =
        measured_loop(iterations, steps, {.grain = grain, .distributor = how, .workers = workers});
    const auto each = static_cast<std::uint64_t>(alone(iterations, steps) / iterations + 0.5);
    const auto predicted =
        arcas::sim::simulate({model_, workers}, {.how = how, .grain = grain},
                             arcas::sim::iteration_costs::even(iterations, each));
    lines_.push_back({what, workers, measured, static_cast<double>(predicted.elapsed)});
  }
  // The burden: the time of a loop with fixed ranges minus that of a loop with one range and one
  // worker. The loop with one worker also includes the instructions of a call, which are not
  // simulated and so must not count. Ranges are so short that their times vary by less than the
  // burden.
  void add_burden(unsigned workers) {
    constexpr unsigned steps = 400;
    const double range = alone(1, steps);
    const double measured = median_of(burden_rounds, [=] {
      return measured_in_a_row(workers, steps, {.distributor = "static", .workers = workers}) -
             measured_in_a_row(1, steps, {.distributor = "static", .workers = 1});
    });
    const auto predicted = arcas::sim::simulate(
        {model_, workers}, {.how = "static", .calls = 8, .between_calls = 10},
        arcas::sim::iteration_costs::even(workers, static_cast<std::uint64_t>(range)));
    lines_.push_back(
        {"burden of a loop", workers, measured, static_cast<double>(predicted.burden())});
  }
  std::vector<calibration_line> lines() && { return std::move(lines_); }

 private:
  const arcas::sim::machine_model& model_;
  std::vector<calibration_line> lines_;
};

std::vector<calibration_line> calibrate(const arcas::sim::machine_model& model) {
  calibration found(model);
  const unsigned all = arcas::runtime::default_runtime().workers();
  std::vector<unsigned> counts = {1};
  if (all > 1) counts.push_back(2);
  if (all > 2) counts.push_back(all);
  for (const unsigned workers : counts) {
    found.add_long_loop("loop, default", workers, "auto", 0);
    if (workers == 1) continue;  // a loop with one worker makes no claims
    found.add_long_loop("loop, shared counter, grain 1", workers, "shared", 1);
    found.add_long_loop("loop, counter a thread, grain 1", workers, "striped:thread", 1);
    found.add_burden(workers);
  }
  return std::move(found).lines();
}

}  // namespace

calibrated_machine calibrate_this_machine() {
  constexpr unsigned most_tries = 6;
  for (unsigned tries = 1;; ++tries) {
    calibrated_machine found{arcas::sim::this_machine(), {}};
    found.lines = calibrate(found.model);
    if (!arcas::sim::has_moved(found.model)) return found;
    if (tries < most_tries) continue;
    found.model.about +=
        ", whose host moved the processors during the measurement: prices and loops may have "
        "been measured on different processors";
    return found;
  }
}

}  // namespace cli
