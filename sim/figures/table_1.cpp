// SPDX-License-Identifier: Apache-2.0
// Table 1 of Wittmann & Hager: a Jacobi sweep over 60 x 60 blocks on four NUMA nodes. Blocks lie
// where the threads of an initialisation loop have touched them first. The paper's tasks, with and
// without queues, are compared with static and dynamic loops, and with Arcas's locality queues
// (node_queues.h), which are complete when a loop begins.
#include "figures.h"

#include <sim/machine/timed_atomic.h>

#include <arcas/distribution/node_queues.h>

#include <deque>
#include <functional>
#include <string>

namespace figures {
namespace {

using arcas::sim::placement;
using arcas::sim::simulated_machine;

constexpr unsigned layers = 60, blocks = layers * layers, threads = 8;
constexpr std::uint64_t sites = 600 * 10 * 10;
constexpr std::uint64_t bytes_of_block = sites * 24;  // a load, a store, and the read of the stored
                                                      // line
constexpr unsigned most_tasks = 257;                  // limit of waiting tasks in the paper's
                                                      // compiler
constexpr std::uint64_t cycles_of_task = 500;         // to submit or take one; assumed

struct sweep_order {
  bool initialised_by_turns;  // by a loop with OpenMP's schedule(static,1)
  bool jki;
  // The layer k of the block with this number.
  unsigned layer_of(unsigned block) const { return jki ? block % layers : block / layers; }
  unsigned node_of(unsigned block) const {
    const unsigned k = layer_of(block);
    const unsigned thread = initialised_by_turns ? k % threads : k * threads / layers;
    return thread / 2;
  }
};

class sweep {
 public:
  sweep(const arcas::sim::machine_model& model, const sweep_order& order)
      : where_(model, threads), order_(order), machine_(where_) {}

  // Million updates per second, with each thread running `part(thread)`.
  double run(const std::function<void(unsigned)>& part) {
    for (unsigned t = 0; t < threads; ++t) machine_.time().start(t, [&part, t] { part(t); });
    const auto cycles = static_cast<double>(machine_.time().run());
    return static_cast<double>(blocks) * sites / (cycles / where_.model().gigahertz) * 1e3;
  }
  void update(unsigned block) { machine_.stream(bytes_of_block, order_.node_of(block)); }

  // by_ranges() and by_counter() divide the sweep into layers, like the loops that the paper
  // compares.
  double by_ranges() {
    return run([this](unsigned t) {
      for (unsigned k = t * layers / threads; k < (t + 1) * layers / threads; ++k) update_layer(k);
    });
  }
  double by_counter() {
    unsigned next = 0;
    return run([&](unsigned) {
      while (next < layers) update_layer(next++);
    });
  }
  double by_tasks(bool queues) {
    std::deque<unsigned> waiting[4];  // by node; without queues all are in the first
    unsigned tasks = 0;
    bool submitted = false;
    const auto take = [&](unsigned t) {
      if (tasks == 0) return false;
      --tasks;
      machine_.time().pass(cycles_of_task);
      unsigned q = queues ? where_.node_of(t) : 0;
      while (waiting[q].empty()) q = (q + 1) % 4;
      const unsigned block = waiting[q].front();
      waiting[q].pop_front();
      update(block);
      return true;
    };
    return run([&](unsigned t) {
      for (unsigned b = 0; t == 0 && b < blocks; ++b) {
        while (tasks == most_tasks) take(t);
        waiting[queues ? order_.node_of(b) : 0].push_back(b);
        ++tasks;
        machine_.time().pass(cycles_of_task);
      }
      submitted |= t == 0;
      while (take(t) || !submitted) machine_.time().pass(cycles_of_task);
    });
  }
  double by_node_queues() {
    using namespace arcas::detail;
    const locality_layout layout(where_.model().places, where_.places(),
                                 arcas::place_kind::numa_node, false);
    const arcas::home_map homes(
        0, blocks, [this](std::uint64_t b) { return order_.node_of(static_cast<unsigned>(b)); }, 1);
    node_queue_words<arcas::sim::timed_atomic> words(layout);
    const std::uint64_t tag = words.open(homes, 0, blocks);
    return run([&](unsigned t) {
      node_queue_cursor<arcas::sim::timed_atomic> mine(layout, words, tag, t, false);
      for (arcas::chunk c = mine.claim(1);; c = mine.claim(1)) {
        if (c.empty()) c = mine.claim_elsewhere(1);
        if (c.empty()) return;
        for (std::uint64_t b = c.first; b < c.last; ++b) update(static_cast<unsigned>(b));
      }
    });
  }

 private:
  void update_layer(unsigned k) {
    for (unsigned j = 0; j < layers; ++j) update(order_.jki ? j * layers + k : k * layers + j);
  }

  placement where_;
  sweep_order order_;
  simulated_machine machine_;
};

}  // namespace

void table_1(const request& ask) {
  const auto model = arcas::sim::machine_named("opteron-4x2");
  table rows = {{"initialised", "order", "static loop", "dynamic loop", "tasks", "paper: tasks",
                 "tasks and queues", "paper: queues", "Arcas: locality"}};
  const char* const of_paper[][2] = {
      {"149.8", "180.8"}, {"247.9", "598.2"}, {"205.9", "588.4"}, {"412.7", "594.6"}};
  arcas::sim::line_chart chart{.title = "SIMULATED: Jacobi, million updates a second",
                               .x_title = "row of the table",
                               .y_title = "million updates a second",
                               .columns = 1,
                               .panels = {{"static/kji, static/jki, static,1/kji, static,1/jki",
                                           {{"static loop", {}},
                                            {"dynamic loop", {}},
                                            {"tasks", {}},
                                            {"tasks and queues", {}},
                                            {"Arcas: locality", {}}}}}};
  for (unsigned row = 0; row < 4; ++row) {
    const sweep_order order{row >= 2, row % 2 == 1};
    const double speeds[] = {sweep(model, order).by_ranges(), sweep(model, order).by_counter(),
                             sweep(model, order).by_tasks(false),
                             sweep(model, order).by_tasks(true),
                             sweep(model, order).by_node_queues()};
    rows.push_back({order.initialised_by_turns ? "static,1" : "static", order.jki ? "jki" : "kji",
                    fixed(speeds[0], 0), fixed(speeds[1], 0), fixed(speeds[2], 0), of_paper[row][0],
                    fixed(speeds[3], 0), of_paper[row][1], fixed(speeds[4], 0)});
    for (unsigned i = 0; i < 5; ++i)
      chart.panels[0].lines[i].points.push_back({row + 1, speeds[i]});
  }
  print(chart.title, rows);
  write(ask, "table-1", rows, as_svg(chart));
}

}  // namespace figures
