// SPDX-License-Identifier: Apache-2.0
// Loops whose iterations run where their data is:
//
//   parallel_for(0, n, body, {.distributor = locality(a)});                      a numa_array
//   parallel_for(0, n, body, {.distributor = locality(home)});                   home(i) → place
//   parallel_for(0, n, body, {.distributor = locality(a, {.mode = locality_mode::strict})});
//
// A worker takes the iterations that are at home at its place. In balanced mode it then helps other
// places, nearest first; in strict mode it does not. A place without workers is served by the
// nearest place with workers. If no worker of a place has come to a strict loop within a tenth of a
// second, since all are busy elsewhere, the leader serves that place: so no loop waits for ever. On
// a machine with one place of the kind that the options name, the automatic distributor runs the
// loop. The argument of locality() must exist until the loop has returned.
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/distribution/distributor.h>
#include <arcas/distribution/home_map.h>

namespace arcas::inline v0 {

struct locality_options {
  locality_mode mode = locality_mode::balanced;
  // The kind of place at which data has its home. A home is the number of such a place, as `arcas
  // topology` shows it.
  place_kind place = place_kind::numa_node;
  // Number of consecutive iterations, counted from the loop's first index, that are assumed to have
  // one home: each loop calls home() once for them, on the calling thread.
  std::uint64_t block = 1;
};

// homes is one of:
// - a function home(i), which the calling thread calls for each block when a loop begins: good for
//   blocks of work or for a few thousand indices
// - an array: iteration i has the home of element i
// - a home_map: good for more indices, or for several loops over them
template <class H>
  requires home_function<H> || homed_array<H> || std::same_as<H, home_map>
distributor locality(const H& homes, const locality_options& options = {}) {
  const auto open = [](const detail::home_source& from, std::uint64_t first, std::uint64_t n,
                       detail::homes_of_loop& found) {
    const H& given = *static_cast<const H*>(from.what);
    found.first = first;
    if constexpr (std::same_as<H, home_map>) {
      found.map = &given;
    } else if constexpr (homed_array<H>) {
      found.map = &found.made.emplace(given);
    } else {
      found.map = &found.made.emplace(first, n, given, from.block);
      found.first = 0;
    }
  };
  return distributor::local({&homes, options.block == 0 ? 1 : options.block, open}, options.place,
                            options.mode);
}

// A wrong call.
template <class = void>
distributor locality(detail::anything, detail::anything = 0) ARCAS_WRONG(
    "locality takes a numa_array, a home_map, or a function that returns the home of iteration i, "
    "[&](std::uint64_t i) { return 0u; }");

}  // namespace arcas::inline v0
