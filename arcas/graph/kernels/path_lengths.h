// SPDX-License-Identifier: Apache-2.0
// How are lengths of paths added up, and which are refused? A sum beyond the greatest length
// becomes the greatest length: it does no harm if a shorter path leads to the same vertex. A vertex
// whose distance is the greatest length is refused.
#pragma once

#include <arcas/graph/errors.h>
#include <arcas/graph/kernels/sssp.h>
#include <arcas/graph/number_text.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace arcas::inline v0::graph::detail {

template <class D>
inline constexpr D greatest_length =
    std::is_integral_v<D> ? std::numeric_limits<D>::max() - 1 : std::numeric_limits<D>::max();

inline void require_delta(double delta) {
  if (!(delta >= 0 && std::isfinite(delta)))
    throw std::invalid_argument("delta " + number_text(delta) + " must be at least 0");
}

// The sum of a length and a weight, both at least 0 and not NaN.
template <class W>
distance<W> sum_of_lengths(distance<W> length, W weight) {
  using D = distance<W>;
  if constexpr (std::is_integral_v<W>) {
    D sum = 0;
    return __builtin_add_overflow(length, D{weight}, &sum) ? greatest_length<D>
                                                           : std::min(sum, greatest_length<D>);
  } else {
    return std::min(length + D{weight}, greatest_length<D>);
  }
}

template <class W>
[[noreturn]] void refuse_weight(W weight) {
  throw std::invalid_argument(
      "shortest paths require finite edge weights of at least 0; an edge has weight " +
      number_text(weight));
}

// Throws std::invalid_argument for a weight that is negative or a NaN.
template <class W>
distance<W> lengthened_by(distance<W> length, W weight) {
  if (!(weight >= 0)) refuse_weight(weight);
  return sum_of_lengths<W>(length, weight);
}

// limit: all distances must be below it.
template <class D>
[[noreturn]] void refuse_distance(std::uint64_t v, D limit = greatest_length<D>) {
  throw vertex_error(
      "shortest paths require distances below " + number_text(limit) +
          "; the weights on the way to vertex {} add up to more. Divide all weights by a number",
      {v});
}
template <class D>
void require_distance(std::uint64_t v, D length) {
  if (length == greatest_length<D>) [[unlikely]]
    refuse_distance<D>(v);
}

// An edge that does not lengthen a path would make two neighbours each other's predecessors.
template <class W, class D>
[[noreturn]] void refuse_length(W weight, D distance) {
  throw std::invalid_argument(
      "betweenness by weights requires weights above 0 that lengthen a path; an edge has weight " +
      number_text(weight) + " at distance " + number_text(distance));
}

}  // namespace arcas::inline v0::graph::detail
