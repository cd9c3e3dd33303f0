// SPDX-License-Identifier: Apache-2.0
// What are the units of the other measurements on this machine? Prints a line of JSON:
//   base_cycles, step_cycles  cycles of an iteration (calibration in workload.h)
//   tsc_hz                    cycles of the time stamp counter in a second
//   round_trip_cycles         cycles of the shortest signal between two cores and its answer: each
//                             is a write to one cache line
//   together                  work of two threads as a multiple of the work of one (pace.h)
// and the fields of sample_line::origin().
#include "burden.h"
#include "pace.h"
#include "pin.h"

#include <arcas/base/cache_line.h>

#include <atomic>
#include <cstdio>
#include <thread>

namespace {

using ball = arcas::padded<std::atomic<std::uint64_t>>;

// relaxed, here and in throw_to: the value publishes nothing; the transfer of its line is timed.
void wait_for(const ball& b, std::uint64_t value) {
  while (b.value.load(std::memory_order_relaxed) != value) {
  }
}

// relaxed: as in wait_for, its partner.
void throw_to(ball& b, std::uint64_t value) {
  b.value.store(value, std::memory_order_relaxed);
}

// Cycles until a write of this thread has been answered by a write of its partner to the same line.
double round_trip_cycles(const cpu_set_t& allowed) {
  constexpr std::uint64_t batches = 200, trips = 500;
  ball line;
  bench::pin_to(allowed, 0);
  std::jthread partner([&] {
    bench::pin_to(allowed, 1);
    for (std::uint64_t trip = 1; trip <= batches * trips; ++trip) {
      wait_for(line, 2 * trip - 1);
      throw_to(line, 2 * trip);
    }
  });
  std::vector<double> costs;
  for (std::uint64_t trip = 1; trip <= batches * trips;) {
    const std::uint64_t start = arcas::cycles();
    for (std::uint64_t t = 0; t < trips; ++t, ++trip) {
      throw_to(line, 2 * trip - 1);
      wait_for(line, 2 * trip);
    }
    costs.push_back(static_cast<double>(arcas::cycles() - start) / trips);
  }
  return bench::median(std::move(costs));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string commit = argc > 1 ? argv[1] : "unknown";
  const bench::calibration cost = bench::calibrate();
  bench::sample_line line;
  line.text("measure", "machine")
      .number("base_cycles", cost.base)
      .number("step_cycles", cost.step)
      .number("tsc_hz", bench::measure_tsc_hz());
  // With one processor there is no second core: the figure is left out.
  const cpu_set_t allowed = bench::allowed_processors();
  if (CPU_COUNT(&allowed) > 1) {
    line.number("round_trip_cycles", round_trip_cycles(allowed))
        .number("together", bench::pace_together(allowed));
  }
  line.origin(commit).print();
  return 0;
}
