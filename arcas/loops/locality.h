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

namespace arcas {

struct locality_options {
  locality_mode mode = locality_mode::balanced;
  // What data is at home at: homes are numbers of these places, as `arcas topology` shows them.
  place_kind place = place_kind::numa_node;
  // So many neighbours, counted from the loop's first index, are taken to have one home: each loop
  // asks home() once for them, on the calling thread.
  std::uint64_t block = 1;
};

// home(i) is asked for each block of the loop as it begins, on the calling thread: for blocks of
// work, or for a few thousand indices. A loop over more, or over the same again, has a home_map.
template <home_function Home>
distributor locality(const Home& home, const locality_options& options = {}) {
  const auto open = [](const home_source& from, std::uint64_t first, std::uint64_t n,
                       detail::homes_of_loop& found) {
    found.made.emplace(first, n, *static_cast<const Home*>(from.what), from.block);
    found.map = &*found.made;
    found.first = 0;
  };
  return distributor::local({&home, options.block == 0 ? 1 : options.block, open}, options.place,
                            options.mode);
}

// The homes of an array's values; the loop's indices are the array's.
template <homed_array A>
distributor locality(const A& a, const locality_options& options = {}) {
  const auto open = [](const home_source& from, std::uint64_t first, std::uint64_t,
                       detail::homes_of_loop& found) {
    found.made.emplace(*static_cast<const A*>(from.what));
    found.map = &*found.made;
    found.first = first;
  };
  return distributor::local({&a, 1, open}, options.place, options.mode);
}

// Known already; the loop's indices are the map's.
inline distributor locality(const home_map& map, const locality_options& options = {}) {
  const auto open = [](const home_source& from, std::uint64_t first, std::uint64_t,
                       detail::homes_of_loop& found) {
    found.map = static_cast<const home_map*>(from.what);
    found.first = first;
  };
  return distributor::local({&map, 1, open}, options.place, options.mode);
}

}  // namespace arcas
