// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/monoid.h>
#include <arcas/algorithms/scan.h>
#include <arcas/graph/prefix_sum.h>
#include <arcas/graph/whole_loop.h>

namespace arcas::graph {

void add_up(std::span<std::uint64_t> values, const loop_options& loops) {
  arcas::inclusive_scan(values, values, plus<std::uint64_t>{}, loops);
  if (loops.stop.stop_requested()) throw interrupted();
}

}  // namespace arcas::graph
