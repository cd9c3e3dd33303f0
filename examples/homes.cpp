// SPDX-License-Identifier: Apache-2.0
// Loops that run near their data: an array in blocks over the NUMA nodes; workers of each node fill
// and sum its block.
#include <arcas/algorithms/parallel_reduce.h>
#include <arcas/loops/locality.h>
#include <arcas/loops/parallel_for.h>
#include <arcas/loops/statistics.h>
#include <arcas/memory/numa_array.h>
#include <arcas/runtime/runtime.h>

#include <cstddef>
#include <cstdio>

int main() {
  constexpr std::size_t n = 4'000'000;
  const arcas::memory_nodes nodes(arcas::runtime::current());
  arcas::numa_array<double> a(n, arcas::placement::blocked, nodes);

  arcas::loop_statistics counts;
  const arcas::loop_options at_home{.distributor = arcas::locality(a), .statistics = &counts};
  arcas::parallel_for(std::size_t{0}, n, [&](std::size_t i) { a[i] = 1; }, at_home);
  const double sum = arcas::parallel_reduce(
      std::size_t{0}, n, arcas::plus<double>{}, [&](std::size_t i) { return a[i]; }, at_home);

  std::printf("NUMA nodes: %u, sum: %.0f\n", nodes.count(), sum);
  const arcas::worker_statistics all = counts.total();
  const unsigned long long homed = all.local + all.remote;
  if (homed != 0)
    std::printf("%.0f %% of the chunks local\n",
                100.0 * static_cast<double>(all.local) / static_cast<double>(homed));
  return sum == static_cast<double>(n) ? 0 : 1;
}
