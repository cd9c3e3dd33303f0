// SPDX-License-Identifier: Apache-2.0
// The burden of a loop by the number of workers: the part of the loop's time that the busiest
// worker does not spend on iterations. Loops with fixed ranges and a half-barrier (Arif &
// Vandierendonck), and loops by claims, are compared with a team as in libgomp: its threads wait
// for one word, and meet at a barrier with one counter.
#include "figures.h"

#include <sim/machine/timed_atomic.h>

#include <arcas/base/cache_line.h>

namespace figures {
namespace {

using arcas::sim::iteration_costs;
using arcas::sim::placement;
using arcas::sim::timed_atomic;

// Work of each worker in cycles: more than the time for which the leader waits for a late follower,
// and less than a burden.
constexpr std::uint64_t cycles_each = 2'000;
constexpr unsigned calls = 6;

std::vector<unsigned> up_to(unsigned most) {
  std::vector<unsigned> workers;
  for (unsigned w = 2; w < most; w *= 2) workers.push_back(w);
  workers.push_back(most);
  return workers;
}

class central_barrier {
 public:
  explicit central_barrier(unsigned threads) : threads_(threads) {}
  void pass(unsigned round) {
    // acq_rel: pairs with the others' additions; the last thread releases all.
    if (arrived_.value.fetch_add(1, std::memory_order_acq_rel) + 1 == round * threads_) {
      open_.value.store(round, std::memory_order_release);  // release: pairs with the load below
      return;
    }
    // acquire: pairs with the release of the last thread.
    while (open_.value.load(std::memory_order_acquire) < round)
      arcas::sim::simulated_machine::current().lines().await_change();
  }

 private:
  unsigned threads_;
  arcas::padded<timed_atomic<unsigned>> arrived_;
  arcas::padded<timed_atomic<unsigned>> open_;
};

// Runs `calls` loops, each of which begins and ends with a barrier of all threads. Returns the
// burden of the last loop.
std::uint64_t burden_of_barriers(const placement& where) {
  arcas::sim::simulated_machine machine(where);
  central_barrier barrier(where.workers());
  std::uint64_t began = 0, ended = 0;
  for (unsigned w = 0; w < where.workers(); ++w) {
    machine.time().start(w, [&, w] {
      for (unsigned call = 0; call < calls; ++call) {
        if (w == 0) began = machine.time().now();
        barrier.pass(2 * call + 1);
        machine.compute(cycles_each);
        barrier.pass(2 * call + 2);
        if (w == 0) ended = machine.time().now();
      }
    });
  }
  machine.time().run();
  const auto of_core = static_cast<double>(where.workers()) /
                       static_cast<double>(where.places().places(arcas::place_kind::core).size());
  const double slowed = std::max(1.0, of_core / where.model().threads_at_full_speed);
  return ended - began - static_cast<std::uint64_t>(slowed * cycles_each);
}

}  // namespace

void burden(const request& ask) {
  table rows = {{"machine", "workers", "half-barrier (static)", "by claims",
                 "by claims, all asleep", "barriers of one counter"}};
  arcas::sim::line_chart chart;
  chart.title = "SIMULATED: burden of a loop of 2,000 cycles a worker";
  chart.x_title = "workers";
  chart.y_title = "cycles beyond the longest part";
  const std::vector<const char*> machines =
      ask.quick
          ? std::vector<const char*>{"numa-1024"}
          : std::vector<const char*>{"t5-8", "numa-1024", "epyc-2x96", "xeon-2x64", "arm-128"};
  for (const char* name : machines) {
    const auto model = arcas::sim::machine_named(name);
    chart.panels.push_back({name,
                            {{"fixed ranges (static)", {}},
                             {"claims (the default)", {}},
                             {"claims, all asleep", {}},
                             {"barriers of one counter", {}}}});
    for (const unsigned workers : up_to(model.places.thread_count())) {
      const placement where(model, workers);
      const auto costs = iteration_costs::even(workers, cycles_each);
      const std::uint64_t burdens[] = {
          arcas::sim::simulate(where, {.how = "static", .calls = calls}, costs).burden(),
          arcas::sim::simulate(where, {.calls = calls}, costs).burden(),
          arcas::sim::simulate(where, {.calls = calls, .sleeps = true}, costs).burden(),
          burden_of_barriers(where)};
      rows.push_back({name, std::to_string(workers)});
      for (std::size_t i = 0; i < std::size(burdens); ++i) {
        rows.back().push_back(std::to_string(burdens[i]));
        chart.panels.back().lines[i].points.push_back({workers, static_cast<double>(burdens[i])});
      }
    }
  }
  print(chart.title, rows);
  write(ask, "burden", rows, as_svg(chart));
}

}  // namespace figures
