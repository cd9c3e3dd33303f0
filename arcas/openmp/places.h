// SPDX-License-Identifier: Apache-2.0
// OMP_PLACES, OMP_PROC_BIND and GOMP_CPU_AFFINITY: parses lists of processors, and assigns them to
// the members of a team.
#pragma once

#include <arcas/openmp/settings.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace arcas::inline v0::detail::openmp {

// The operating system's numbers of the processors of one place.
using place_processors = std::vector<unsigned>;

// Parses OMP_PLACES: a name such as cores(4), or processor lists such as {0:2},{4,6}. Returns an
// empty list if the text is wrong.
std::vector<place_processors> places_of(std::string_view text);
// Parses GOMP_CPU_AFFINITY, such as 0 3 1-2 4-15:2; each processor is a place.
std::vector<place_processors> places_of_numbers(std::string_view text);

// Numbers as text with ranges, such as "0-3,6".
std::string ranges_of(const std::set<unsigned>& numbers, std::string_view separator);

// The places of this process; empty if threads are not bound.
const std::vector<place_processors>& all_places();
// Consecutive places.
struct place_partition {
  unsigned first = 0;
  unsigned count = 0;
};
// The place that a thread is bound to, or -1, and the places available to its own regions.
struct placement {
  int place = -1;
  place_partition partition{};
};
// The placement of member `rank` of a team of `size` threads whose leader has the placement
// `leader`.
placement placement_of(binding how, unsigned rank, unsigned size, const placement& leader);

}  // namespace arcas::inline v0::detail::openmp
