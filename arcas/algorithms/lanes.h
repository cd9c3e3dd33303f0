// SPDX-License-Identifier: Apache-2.0
// Folds of numbers: a chain of operations takes as long as all of them one after the other, while a
// processor could do several at once. So consecutive values go to lanes in turn, which are combined
// at the end. Private to algorithms/.
#pragma once

#include <arcas/algorithms/monoid.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace arcas::detail {

// Values are small, and any order will do.
template <monoid M>
inline constexpr bool has_lanes = is_commutative<M> && std::is_arithmetic_v<typename M::value_type>;

// Four vectors of two 64-bit numbers: as many additions as are under way at once, of floating point
// numbers, too. A sum of 64-bit integers takes 0.08 ns an element so, and 0.14 as a plain loop.
inline constexpr std::size_t lanes = 8;

// sum . get(0) . get(1) … of `count` values, asked for in their order. What is combined with what
// depends on `count` alone.
template <monoid M, class Get>
typename M::value_type fold(typename M::value_type sum, std::size_t count, const M& m,
                            const Get& get) {
  using value = typename M::value_type;
  std::size_t k = 0;
  if constexpr (has_lanes<M>) {
    if (count >= 2 * lanes) {
      value lane[lanes];
      for (value& v : lane) v = m.identity();
      for (; count - k >= lanes; k += lanes) {
        for (std::size_t l = 0; l != lanes; ++l) lane[l] = m(lane[l], get(k + l));
      }
      for (const value& v : lane) sum = m(sum, v);
    }
  }
  for (; k != count; ++k) sum = m(std::move(sum), get(k));
  return sum;
}

}  // namespace arcas::detail
