// SPDX-License-Identifier: Apache-2.0
// The program arcas-predict, by which `arcas predict` replaces itself: how long would a loop take
// on another machine? The loops of Arcas run in simulated time (sim/machine); the whole answer is
// simulated, and says so.
#include "calibration.h"
#include "predicted_loop.h"

#include <cli/figures.h>
#include <cli/json.h>
#include <cli/kernel_report.h>
#include <cli/predict.h>
#include <cli/program.h>
#include <cli/read_files.h>
#include <sim/machine/line_chart.h>
#include <sim/machine/simulated_loop.h>
#include <sim/machine/this_machine.h>

#include <arcas/graph/errors.h>
#include <arcas/graph/output_file.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace cli {
namespace {

using arcas::sim::loop_result;
using arcas::sim::machine_model;

struct prediction {
  unsigned workers;
  std::string distributor;
  loop_result result;
};

struct report {
  const predict_arguments& given;
  machine_model model;
  predicted_loop loop;
  std::vector<calibration_line> calibration;
  std::vector<prediction> predictions;
};

double part_of_all(const loop_result& r, std::uint64_t spent) {
  return static_cast<double>(spent) / static_cast<double>(r.spent.all());
}
double seconds_of(const report& shown, const loop_result& r) {
  return static_cast<double>(r.elapsed) / (shown.model.gigahertz * 1e9);
}

std::string title_of(const report& shown) {
  return fmt::format("SIMULATED: {}, on {}", shown.loop.about, shown.model.name);
}

// A line on the origin of the machine's numbers: how many of them are assumed.
std::string origin_of_prices(const report& shown) {
  const auto assumed = std::ranges::count_if(
      shown.model.origins, [](const auto& origin) { return origin.source.starts_with("assumed"); });
  std::string text = fmt::format("{}: {}; {} of its {} numbers are assumed\n", shown.model.name,
                                 shown.model.about, assumed, shown.model.origins.size());
  if (!shown.calibration.empty()) return text;
  return text +
         "To measure the error of the simulation on this machine: arcas predict --machine this\n";
}

std::string calibration_text(const report& shown) {
  if (shown.calibration.empty()) return "";
  std::vector<std::vector<std::string>> rows;
  for (const calibration_line& line : shown.calibration) {
    rows.push_back({line.what, std::to_string(line.workers),
                    grouped(static_cast<std::uint64_t>(std::max(0.0, line.measured))),
                    grouped(static_cast<std::uint64_t>(std::max(0.0, line.predicted))),
                    fmt::format("{:+.0f} %", 100 * line.error())});
  }
  return "\nCalibration, in cycles, measured here and now\n" +
         as_table({"", "workers", "measured", "simulated", "error"}, rows);
}

std::string as_text(const report& shown) {
  std::vector<std::vector<std::string>> rows;
  const auto percent = [](double part) { return fmt::format("{:.1f} %", 100 * part); };
  for (const prediction& p : shown.predictions) {
    const loop_result& r = p.result;
    rows.push_back(
        {std::to_string(p.workers), p.distributor, duration(seconds_of(shown, r)),
         fmt::format("{:.2f}", r.speedup(p.workers)), percent(r.efficiency()),
         percent(part_of_all(r, r.spent.beginning)), percent(part_of_all(r, r.spent.claiming)),
         percent(part_of_all(r, r.spent.sharing)), percent(part_of_all(r, r.spent.ending))});
  }
  return title_of(shown) + '\n' + origin_of_prices(shown) + '\n' +
         as_table({"workers", "distributor", "time", "speedup", "work", "beginning", "claims",
                   "shared cores", "end"},
                  rows) +
         "Shares of the workers' time: work; beginning: before the first claim; claims; shared "
         "cores: longer work since threads share a core; end: waiting for the last worker\n" +
         calibration_text(shown);
}

json lost_json(const loop_result& r) {
  return json_object({{"beginning", part_of_all(r, r.spent.beginning)},
                      {"claims", part_of_all(r, r.spent.claiming)},
                      {"shared_cores", part_of_all(r, r.spent.sharing)},
                      {"end", part_of_all(r, r.spent.ending)}});
}

std::string as_json(const report& shown) {
  const auto prediction_json = [&](const prediction& p) {
    return json_object({{"workers", p.workers},
                        {"distributor", p.distributor},
                        {"seconds", seconds_of(shown, p.result)},
                        {"speedup", p.result.speedup(p.workers)},
                        {"work", p.result.efficiency()},
                        {"lost", lost_json(p.result)}});
  };
  const auto calibration_json = [](const calibration_line& line) {
    return json_object({{"what", line.what},
                        {"workers", line.workers},
                        {"measured_cycles", line.measured},
                        {"simulated_cycles", line.predicted},
                        {"error", line.error()}});
  };
  const auto price_json = [](const machine_model::origin& price) {
    return json_object({{"key", price.key}, {"value", price.value}, {"source", price.source}});
  };
  return json_object({{"simulated", true},
                      {"machine", shown.model.name},
                      {"about", shown.model.about},
                      {"prices", json_list(shown.model.origins, price_json)},
                      {"iterations", shown.loop.costs.size()},
                      {"cycles", shown.loop.costs.total()},
                      {"longest_iteration", shown.loop.costs.longest()},
                      {"grain", shown.given.grain},
                      {"calibration", json_list(shown.calibration, calibration_json)},
                      {"predictions", json_list(shown.predictions, prediction_json)}})
             .text +
         '\n';
}

void draw(const report& shown) {
  arcas::sim::line_chart chart{.title = title_of(shown),
                               .x_title = "workers",
                               .y_title = "speedup, and share of work in the time",
                               .columns = 2,
                               .panels = {{"speedup", {}}, {"work", {}}}};
  for (const std::string& how : shown.given.distributors) {
    for (auto& panel : chart.panels) panel.lines.push_back({how, {}});
    for (const prediction& p : shown.predictions) {
      if (p.distributor != how) continue;
      chart.panels[0].lines.back().points.push_back({p.workers, p.result.speedup(p.workers)});
      chart.panels[1].lines.back().points.push_back({p.workers, p.result.efficiency()});
    }
  }
  arcas::graph::detail::output_file file(shown.given.out);
  file.write(arcas::sim::as_svg(chart));
  file.finish();
}

int predict(predict_arguments& given, session& s) {
  for (const std::string& how : given.distributors) arcas::distributor{how};
  refuse_overwriting(given.out, given.loop.trace, "the trace");
  refuse_overwriting(given.out, given.machine, "the machine file");
  if (!given.out.empty()) arcas::graph::detail::require_writable(given.out);
  const bool here = given.machine == "this";
  s.shown.begin(here ? "measuring this machine" : "reading the machine");
  calibrated_machine machine =
      here ? calibrate_this_machine()
           : calibrated_machine{arcas::sim::machine_named(given.machine), {}};
  predicted_loop loop = loop_of(given.loop, machine.model.gigahertz);
  report shown{given, std::move(machine.model), std::move(loop), std::move(machine.lines), {}};
  const auto counts = worker_counts(given.workers, shown.model.places.thread_count());
  s.shown.begin("simulating");
  for (const unsigned workers : counts) {
    const arcas::sim::placement where(shown.model, workers);
    for (const std::string& how : given.distributors) {
      s.shown.reached(fmt::format("{} workers, {}", workers, how));
      if (s.stop.stop_requested()) throw arcas::graph::interrupted();
      shown.predictions.push_back(
          {workers, how,
           arcas::sim::simulate(where, {.how = how, .grain = given.grain}, shown.loop.costs)});
    }
  }
  s.shown.end();
  fmt::print("{}", given.json ? as_json(shown) : as_text(shown));
  if (!given.out.empty()) draw(shown);
  return 0;
}

std::string footer() {
  std::string machines;
  for (const auto& known : arcas::sim::known_machines()) {
    const machine_model model = arcas::sim::machine_named(std::string(known.name));
    machines += fmt::format("  {:<12}{}\n", known.name, model.about);
  }
  return "Runs the loop engine of Arcas in simulated time, with a virtual thread for each worker.\n"
         "Transfers of cache lines, atomic operations and cores that threads share are\n"
         "simulated; the memory accesses of the loop's body are not. Each line of a trace\n"
         "has the cycles of an iteration, and may have, after a space, the number of such\n"
         "iterations. ARCAS_TRACE=OUT.costs records the longest loop of a program.\n\n"
         "Machines:\n"
         "  this        the machine at hand, measured, with the error of the simulation\n" +
         machines +
         "  FILE        a machine file: lines KEY = VALUE  # SOURCE, as in sim/machine/machines\n\n"
         "Examples:\n"
         "  arcas predict --machine epyc-2x96 --work 500cycles --iterations 1e6 --skew 1.2\n"
         "  arcas predict --machine t5-8 --workers 128,1024 --grain 16 --out t5.svg\n"
         "  arcas predict --machine this --work 2us --iterations 1e5 --json\n"
         "  ARCAS_TRACE=mine.costs ./my_program && arcas predict --machine arm-128 --trace "
         "mine.costs";
}

}  // namespace
}  // namespace cli

int main(int argc, char** argv) {
  cli::prepare_streams();
  cli::progress shown;
  cli::command_line program("Loops of Arcas on simulated machines.");
  try {
    const cli::subcommand predict = cli::predict_command(program, cli::footer(), cli::predict);
    if (const auto text = program.parse(std::vector<std::string>(argv + 1, argv + argc)))
      return cli::print_help(shown, *text);
    return cli::run_command(predict, program, shown);
  } catch (const std::exception& wrong) {
    return cli::tell_failure(shown, wrong);
  }
}
