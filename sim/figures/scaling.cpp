// SPDX-License-Identifier: Apache-2.0
// Efficiency by the number of workers, with iterations of 1,000 cycles on average. Six
// distributors are compared; only "shared" gets a grain, which is 1.
#include "figures.h"

namespace figures {
namespace {

using arcas::sim::iteration_costs;
using arcas::sim::placement;

struct way {
  const char* name;
  const char* how;
  std::uint64_t grain;
};
constexpr way ways[] = {{"default, no grain", "auto", 0},
                        {"biased, no grain", "biased", 0},
                        {"striped:thread, no grain", "striped:thread", 0},
                        {"async:core/striped:core, no grain", "async:core/striped:core", 0},
                        {"static", "static", 0},
                        {"shared, grain 1", "shared", 1}};

struct loop_case {
  const char* name;
  iteration_costs costs;
};

constexpr std::uint64_t cycles_on_average = 1'000;

std::vector<loop_case> loops(unsigned workers, bool quick) {
  const std::uint64_t n = std::uint64_t{workers} * (quick ? 256 : 1'000);
  return {{"even", iteration_costs::even(n, cycles_on_average)},
          {"skewed", iteration_costs::heavy_first(n * 4, cycles_on_average)},
          {"heavy tail 1.5", iteration_costs::heavy_tailed(n, cycles_on_average, 1.5)}};
}

}  // namespace

void scaling(const request& ask) {
  for (const char* name : {"t5-8", "numa-1024", "epyc-2x96", "xeon-2x64", "arm-128"}) {
    const auto model = arcas::sim::machine_named(name);
    table rows = {{"loop", "workers", "distributor", "efficiency", "beginning", "claiming",
                   "sharing cores", "ending"}};
    arcas::sim::line_chart chart{
        .title = std::string("SIMULATED: ") + name + ", iterations of 1,000 cycles on average",
        .x_title = "workers",
        .y_title = "efficiency",
        .columns = 3,
        .panels = {{"even", {}}, {"skewed", {}}, {"heavy tail 1.5", {}}}};
    for (auto& panel : chart.panels)
      for (const way& w : ways) panel.lines.push_back({w.name, {}});
    const unsigned most = model.places.thread_count();
    for (unsigned workers = most / 32; workers <= most; workers *= 2) {
      const placement where(model, workers);
      const auto cases = loops(workers, ask.quick);
      for (std::size_t c = 0; c < cases.size(); ++c) {
        for (std::size_t w = 0; w < std::size(ways); ++w) {
          const auto r = arcas::sim::simulate(where, {.how = ways[w].how, .grain = ways[w].grain},
                                              cases[c].costs);
          const auto part = [&](std::uint64_t spent) {
            return fixed(static_cast<double>(spent) / static_cast<double>(r.spent.all()), 3);
          };
          rows.push_back({cases[c].name, std::to_string(workers), ways[w].name,
                          fixed(r.efficiency(), 3), part(r.spent.beginning), part(r.spent.claiming),
                          part(r.spent.sharing), part(r.spent.ending)});
          chart.panels[c].lines[w].points.push_back({workers, r.efficiency()});
        }
      }
    }
    print(chart.title, rows);
    write(ask, std::string("scaling-") + name, rows, as_svg(chart));
  }
}

}  // namespace figures
