// SPDX-License-Identifier: Apache-2.0
// The updates of cluster_updates, written for MPI alone.
#pragma once

#include <cstdint>

namespace bench {

// The i-th of a stream of well mixed numbers.
inline std::uint64_t random_number(std::uint64_t i) {
  std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Returns the millions of updates per second of all ranks. Called by all ranks; ends the job if the
// table is wrong afterwards.
double updates_by_hand(unsigned log2_of_elements, std::uint64_t updates);

}  // namespace bench
