// SPDX-License-Identifier: Apache-2.0
#include "beside_openmp.h"

#include "argument_values.h"

#include <arcas/runtime/runtime.h>
#include <arcas/workers/pool.h>
#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace cli {
namespace {

// Limit in seconds on the wait until workers of Arcas sleep. They sleep after a few milliseconds,
// except with ARCAS_WAIT=spin.
constexpr double time_to_fall_asleep = 0.2;

std::string fairness_note() {
  const auto& settings = arcas::runtime::default_runtime().configuration();
  if (settings.pool.wait != arcas::wait_policy::spin) return {};
  return "The comparison is not fair: ARCAS_WAIT=spin kept the workers of Arcas busy during "
         "OpenMP's turns\n";
}

}  // namespace

void await_sleeping_workers() {
  arcas::runtime& on = arcas::runtime::default_runtime();
  const stopwatch time;
  while (on.workers_pool().sleeping() + 1 < on.workers() && time.seconds() < time_to_fall_asleep) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

openmp_trials::openmp_trials()
    : schedule_(openmp_schedule()), threads_(arcas::runtime::default_runtime().workers()) {}

void openmp_trials::describe(kernel_report& report, const passes& made, const std::string& compared,
                             std::vector<json_member> members) const {
  // Above 1: Arcas is faster. The times are compared by pass, since the number of passes may differ
  // by chance.
  const double ratio = seconds_.median() / made.theirs * made.ours / report.seconds.median();
  report.notes += fmt::format(
      "OpenMP: {}, {} threads, schedule({})\n"
      "Arcas is {:.2f} times as fast as OpenMP{}\n{}",
      time_and_rate(seconds_, made.edges, made.theirs), threads_, schedule_, ratio, compared,
      fairness_note());
  members.insert(members.end(), {{"seconds", json_list(seconds_.all)},
                                 {"median_seconds", seconds_.median()},
                                 {"schedule", schedule_},
                                 {"ratio", ratio}});
  report.run.push_back({"openmp", json_object(members)});
}

void require_openmp(const std::string& compare) {
  if (!compare.empty()) openmp_schedule();
}

}  // namespace cli
