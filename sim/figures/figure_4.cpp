// SPDX-License-Identifier: Apache-2.0
// Figure 4 of Callisto-RTS: the speedup of one large loop, even and skewed, by grain, on the
// paper's two machines. Beside the paper's distributors there are two levels of combining, and
// Arcas's default, which has no grain.
#include "figures.h"

#include <algorithm>

namespace figures {
namespace {

using arcas::sim::iteration_costs;
using arcas::sim::loop_result;
using arcas::sim::placement;

constexpr const char* distributors[] = {"shared",
                                        "striped:package",
                                        "striped:core",
                                        "striped:thread",
                                        "combine:core/striped:core",
                                        "async:core/striped:core",
                                        "async:core/combine:package/striped:package"};

struct machine_case {
  const char* name;
  std::uint64_t cycles;  // of one iteration, from Callisto-RTS §4.1
  std::vector<unsigned> workers;
};

// A number of iterations that gives each worker several chunks of the largest grain or, in the
// skewed loop, several heavy iterations.
std::uint64_t iterations(unsigned workers, std::uint64_t grain, bool skewed, bool quick) {
  const std::uint64_t each = skewed ? 2'048 : std::max<std::uint64_t>(256, 4 * grain);
  return workers * (quick ? std::min<std::uint64_t>(each, 512) : each);
}

class loop_by_grain {
 public:
  loop_by_grain(const request& ask, const machine_case& machine, bool skewed)
      : ask_(ask),
        machine_(machine),
        skewed_(skewed),
        model_(arcas::sim::machine_named(machine.name)) {
    rows_ = {
        {"workers", "distributor", "grain", "speedup", "chunks a claim", "swaps in vain a chunk"}};
    chart_.title = std::string("SIMULATED: ") + machine.name + ", " + name_of_loop() + " loop, " +
                   std::to_string(machine.cycles) + " cycles an iteration";
    chart_.x_title = "iterations in a claim";
    chart_.y_title = "speedup over sequential code";
  }

  void draw() {
    for (const unsigned workers : machine_.workers) {
      const placement where(model_, workers);
      chart_.panels.push_back({std::to_string(workers) + " workers", {}});
      for (const char* how : distributors) draw_line(where, how);
      draw_default(where);
    }
    print(chart_.title, rows_);
    write(ask_, std::string("figure-4-") + machine_.name + "-" + name_of_loop(), rows_,
          as_svg(chart_));
  }

 private:
  const char* name_of_loop() const { return skewed_ ? "skewed" : "even"; }
  std::vector<std::uint64_t> grains() const {
    return ask_.quick ? std::vector<std::uint64_t>{1, 16, 256}
                      : std::vector<std::uint64_t>{1, 4, 16, 64, 256, 1'024};
  }
  loop_result run(const placement& where, const char* how, std::uint64_t grain) const {
    const std::uint64_t n =
        iterations(where.workers(), grain == 0 ? 256 : grain, skewed_, ask_.quick);
    const auto costs = skewed_ ? iteration_costs::heavy_first(n, machine_.cycles)
                               : iteration_costs::even(n, machine_.cycles);
    return arcas::sim::simulate(where, {.how = how, .grain = grain, .calls = grain == 0 ? 2u : 1u},
                                costs);
  }
  void draw_line(const placement& where, const char* how) {
    chart_.panels.back().lines.push_back({how, {}});
    for (const std::uint64_t grain : grains()) {
      const loop_result r = run(where, how, grain);
      add_row(where, how, std::to_string(grain), r);
      chart_.panels.back().lines.back().points.push_back(
          {static_cast<double>(grain), r.speedup(where.workers())});
    }
  }
  void draw_default(const placement& where) {
    const loop_result r = run(where, "auto", 0);
    add_row(where, "auto: biased", "none", r);
    chart_.panels.back().lines.push_back({"default, no grain", {}});
    for (const std::uint64_t grain : grains())
      chart_.panels.back().lines.back().points.push_back(
          {static_cast<double>(grain), r.speedup(where.workers())});
  }
  void add_row(const placement& where, const std::string& how, const std::string& grain,
               const loop_result& r) {
    const auto chunks = static_cast<double>(std::max<std::uint64_t>(1, r.chunks));
    rows_.push_back({std::to_string(where.workers()), how, grain,
                     fixed(r.speedup(where.workers()), 1), fixed(r.chunks_a_claim, 2),
                     fixed(static_cast<double>(r.events.swaps_in_vain) / chunks, 2)});
  }

  const request& ask_;
  const machine_case& machine_;
  bool skewed_;
  arcas::sim::machine_model model_;
  table rows_;
  arcas::sim::line_chart chart_;
};

}  // namespace

void figure_4(const request& ask) {
  const machine_case machines[] = {{"t5-8", 140, {32, 128, 256, 512, 1'024}},
                                   {"x4-2", 50, {8, 16, 32}}};
  for (const machine_case& machine : machines)
    for (const bool skewed : {false, true}) loop_by_grain(ask, machine, skewed).draw();
}

}  // namespace figures
