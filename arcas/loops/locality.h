// SPDX-License-Identifier: Apache-2.0
// Loops whose iterations run where their data is:
//
//   parallel_for(0, n, body, {.distributor = locality(a)});                      a numa_array
//   parallel_for(0, n, body, {.distributor = locality(home)});                   home(i) → place
//   parallel_for(0, n, body, {.distributor = locality(a, {.mode = locality_mode::strict})});
//
// A worker takes the iterations that are at home where it sits; balanced, it then helps elsewhere,
// nearest first; strict, it is done. In strict mode a place none of whose workers comes is served
// by the leader after a tenth of a second, so that no loop waits for ever; places without workers
// are their nearest neighbours'. Where the machine has one place of that kind, the loop is shared
// out as by the automatic distributor. What is given must stay until the loop has returned.
#pragma once

#include <arcas/distribution/distributor.h>
#include <arcas/distribution/home_map.h>

namespace arcas::inline v0 {

struct locality_options {
  locality_mode mode = locality_mode::balanced;
  // What data is at home at: homes are numbers of these places, as `arcas topology` shows them.
  place_kind place = place_kind::numa_node;
  // So many neighbours, counted from the loop's first index, are taken to have one home: each loop
  // asks home() once for them, on the calling thread.
  std::uint64_t block = 1;
};

// homes: a function home(i), asked for each block of the loop as it begins, on the calling thread,
// for blocks of work or for a few thousand indices; an array, whose indices are the loop's; or, for
// a loop over more, or over the same again, a home_map, whose indices are the loop's.
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

}  // namespace arcas::inline v0
