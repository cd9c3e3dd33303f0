// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/scan.h>
#include <arcas/graph/whole_loop.h>

namespace arcas::inline v0::graph::detail {

void whole_for(std::size_t n, const loop_options& loops, arcas::detail::chunk_call<void> body,
               arcas::detail::call_site& site, const std::source_location& where) {
  arcas::detail::called_for(n, body, loops, site, where);
  if (loops.stop.stop_requested()) throw interrupted();
}

void add_up(std::span<std::uint64_t> values, const loop_options& loops) {
  arcas::inclusive_scan(values, values, plus<std::uint64_t>{}, loops);
  if (loops.stop.stop_requested()) throw interrupted();
}

}  // namespace arcas::inline v0::graph::detail
