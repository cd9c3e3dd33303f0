// SPDX-License-Identifier: Apache-2.0
// Efficiency of a loop on all machines that come with Arcas, by the number of workers: undisturbed,
// with workers that come late, and with workers that are descheduled during the loop. An iteration
// takes 1,000 cycles.
#include "figures.h"

#include <algorithm>

namespace figures {
namespace {

using arcas::sim::disturbance;
using arcas::sim::iteration_costs;
using arcas::sim::placement;

constexpr const char* disturbed_ways[] = {"auto", "biased", "static", "shared"};
constexpr std::uint64_t cycles_of_iteration = 1'000;
constexpr std::uint64_t iterations_each = 2'000;  // iterations per worker
constexpr std::uint64_t slice = 3'000'000;        // cycles of another program: about a ms

// One worker in sixteen, at least one; never the leader, whose absence delays everything.
std::vector<disturbance> of_some(unsigned workers, std::uint64_t after) {
  std::vector<disturbance> all;
  for (unsigned w = 1; w < workers; w += 16) all.push_back({w, slice, after});
  return all;
}

}  // namespace

void disturbed(const request& ask) {
  table rows = {{"machine", "workers", "loop", "auto", "biased", "static", "shared, grain 1"}};
  arcas::sim::line_chart chart{.title = "SIMULATED: iterations of 1,000 cycles, 2,000 a worker",
                               .x_title = "workers",
                               .y_title = "efficiency",
                               .columns = 4,
                               .panels = {}};
  for (const auto& known : arcas::sim::known_machines()) {
    const auto model = arcas::sim::machine_named(std::string(known.name));
    const unsigned all = model.places.thread_count();
    std::vector<unsigned> counts;
    for (unsigned w = 2; w < all; w *= ask.quick ? 16 : 4) counts.push_back(w);
    counts.push_back(all);
    const char* const loops[] = {"even", "skewed", "late", "descheduled"};
    for (const char* loop : loops) {
      chart.panels.push_back({std::string(known.name) + ", " + loop, {}});
      for (const char* how : disturbed_ways) chart.panels.back().lines.push_back({how, {}});
    }
    for (const unsigned workers : counts) {
      const placement where(model, workers);
      for (std::size_t l = 0; l < std::size(loops); ++l) {
        const std::uint64_t n = std::uint64_t{workers} * iterations_each;
        const auto costs = l == 1 ? iteration_costs::heavy_first(n, cycles_of_iteration)
                                  : iteration_costs::even(n, cycles_of_iteration);
        std::vector<std::string> row = {std::string(known.name), std::to_string(workers), loops[l]};
        for (std::size_t d = 0; d < std::size(disturbed_ways); ++d) {
          const bool shared = std::string(disturbed_ways[d]) == "shared";
          const auto r = arcas::sim::simulate(
              where,
              {.how = disturbed_ways[d],
               .grain = shared ? 1u : 0u,
               .calls = shared ? 1u : 2u,
               .disturbances = l < 2 ? std::vector<disturbance>{}
                               : l == 2
                                   ? of_some(workers, 0)
                                   : of_some(workers, iterations_each * cycles_of_iteration / 4)},
              costs);
          row.push_back(fixed(r.efficiency(), 3));
          auto& panel = chart.panels[chart.panels.size() - std::size(loops) + l];
          panel.lines[d].points.push_back({workers, r.efficiency()});
        }
        rows.push_back(row);
      }
    }
  }
  print(chart.title, rows);
  write(ask, "disturbed", rows, as_svg(chart));
}

}  // namespace figures
