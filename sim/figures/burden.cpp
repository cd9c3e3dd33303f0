// SPDX-License-Identifier: Apache-2.0
// The burden of a loop by the number of workers: its time beyond the longest part, with fixed ranges
// at a half-barrier and by claims, for machines that come with Arcas.
#include "figures.h"

namespace figures {
namespace {

using arcas::sim::iteration_costs;
using arcas::sim::placement;

// Each worker has so much work: more than a late follower waits, less than a burden.
constexpr std::uint64_t cycles_each = 2'000;

std::vector<unsigned> up_to(unsigned most) {
  std::vector<unsigned> workers;
  for (unsigned w = 2; w < most; w *= 2) workers.push_back(w);
  workers.push_back(most);
  return workers;
}

}  // namespace

void burden(const request& ask) {
  table rows = {{"machine", "workers", "static", "by claims"}};
  arcas::sim::line_chart chart;
  chart.title = "SIMULATED: burden of a loop of 2,000 cycles a worker";
  chart.x_title = "workers";
  chart.y_title = "cycles beyond the longest part";
  for (const char* name : {"t5-8", "numa-1024", "epyc-2x96", "xeon-2x64", "arm-128"}) {
    const auto model = arcas::sim::machine_named(name);
    chart.panels.push_back({name, {{"fixed ranges (static)", {}}, {"claims (the default)", {}}}});
    for (const unsigned workers : up_to(model.places.thread_count())) {
      const placement where(model, workers);
      const auto costs = iteration_costs::even(workers, cycles_each);
      const auto fixed_ranges = arcas::sim::simulate(where, {.how = "static", .calls = 6}, costs);
      const auto claimed = arcas::sim::simulate(where, {.calls = 6}, costs);
      rows.push_back({name, std::to_string(workers), std::to_string(fixed_ranges.burden()),
                      std::to_string(claimed.burden())});
      auto& lines = chart.panels.back().lines;
      lines[0].points.push_back({workers, static_cast<double>(fixed_ranges.burden())});
      lines[1].points.push_back({workers, static_cast<double>(claimed.burden())});
    }
  }
  print(chart.title, rows);
  write(ask, "burden", rows, chart);
}

}  // namespace figures
