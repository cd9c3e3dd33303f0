// SPDX-License-Identifier: Apache-2.0
// Eight sites at once: as the compiler has them, as wide as the processor can.
#pragma once

#include "grid.h"

namespace bench::jacobi {

using line = double __attribute__((vector_size(arcas::cache_line)));
using line_anywhere =
    double __attribute__((vector_size(arcas::cache_line), aligned(alignof(double))));

inline line line_at(const double* first) {
  return *reinterpret_cast<const line_anywhere*>(first);
}

// Of sites that begin a cache line.
inline const line& whole_line_at(const double* first) {
  return *reinterpret_cast<const line*>(first);
}

// What a site and the sum of its neighbours are multiplied by: c1 and c2 of the paper.
inline constexpr double own_weight = 0.4;
inline constexpr double neighbour_weight = 0.1;

// Of one site, or of a line of them. Compiled without contraction to fused operations, which differ from one place to
// the next, so that all variants have the same bits.
template <class Sites>
inline Sites updated(const Sites& own, const Sites& neighbours) {
  return own_weight * own + neighbour_weight * neighbours;
}

// A line that is written is read first, and stays in the caches.
struct ordinary_stores {
  static void store(double* to, const line& sites) { *reinterpret_cast<line*>(to) = sites; }
  static void finish() {}
};

}  // namespace bench::jacobi
