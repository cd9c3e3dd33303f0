// SPDX-License-Identifier: Apache-2.0
// The scheduling side of figure 6 of Callisto-RTS: PageRank by number of workers, in batches of 32
// iterations, as in Galois. Galois hands out blocks of iterations from a queue for each package;
// here each of these queues is replaced by a counter.
#include <sim/figures/graph_costs.h>

namespace figures {
namespace {

using arcas::sim::placement;

constexpr std::uint64_t galois_batch = 32;

struct scaling_case {
  const char* name;
  std::vector<unsigned> workers;
  const char* of_the_paper;  // the distributor that the paper chooses for the machine
};

}  // namespace

void figure_6(const request& ask) {
  const scaling_case machines[] = {
      {"x4-2", {1, 2, 4, 8, 16, 32}, "striped:thread"},
      {"t5-8", {1, 32, 128, 256, 512, 1'024}, "async:core/striped:core"}};
  const graph_loop loop = pagerank_of(ask);
  table rows = {{"machine", "workers", "distributor", "grain", "speedup"}};
  arcas::sim::line_chart chart{.title = "SIMULATED: PageRank in batches of 32",
                               .x_title = "workers",
                               .y_title = "speedup",
                               .columns = 2,
                               .panels = {}};
  for (const scaling_case& machine : machines) {
    const auto model = arcas::sim::machine_named(machine.name);
    chart.panels.push_back({machine.name, {}});
    const std::pair<std::string, const char*> lines[] = {
        {"shared", "shared"},
        {"striped:package", "striped:package"},
        {"the paper's choice", machine.of_the_paper},
        {"default, no grain", "auto"}};
    for (const auto& [name, how] : lines) {
      chart.panels.back().lines.push_back({name, {}});
      const std::uint64_t grain = std::string(how) == "auto" ? 0 : galois_batch;
      for (const unsigned workers : machine.workers) {
        const auto r = arcas::sim::simulate(placement(model, workers),
                                            {.how = how, .grain = grain, .calls = 1}, loop.costs);
        rows.push_back({machine.name, std::to_string(workers), name,
                        grain == 0 ? "none" : std::to_string(grain), fixed(r.speedup(workers), 1)});
        chart.panels.back().lines.back().points.push_back({workers, r.speedup(workers)});
      }
    }
  }
  print(chart.title, rows);
  write(ask, "figure-6", rows, as_svg(chart));
}

}  // namespace figures
