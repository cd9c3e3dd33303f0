// SPDX-License-Identifier: Apache-2.0
// Which edge weights does a kernel accept if it uses their sum at a vertex (its strength)?
#pragma once

#include <arcas/graph/errors.h>
#include <arcas/graph/number_text.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace arcas::inline v0::graph::detail {

// The least strength by which scores can be divided.
inline constexpr double least_strength = 0x1p-960;

// Whether a vertex is accepted. total: the sum of the weights of its edges; NaN if the weight of an
// edge is negative or a NaN.
inline bool strength_is_usable(double total) {
  return total == 0 || (total >= least_strength && std::isfinite(total));
}

// Throws vertex_error. total: the sum of the weights of v, which is not accepted.
[[noreturn]] inline void refuse_strength(const std::string& kernel, std::uint64_t v, double total) {
  const std::string fault =
      std::isnan(total) || total < 0 ? "an edge of vertex {} has another weight"
      : std::isinf(total)
          ? "the weights of vertex {} add up to more than " +
                number_text(std::numeric_limits<double>::max()) + ". Divide all weights by a number"
          : "the weights of vertex {} add up to " + number_text(total) + ", which is less than " +
                number_text(least_strength) + ". Multiply all weights by a number";
  throw vertex_error(kernel + " requires finite edge weights of at least 0; " + fault, {v});
}

}  // namespace arcas::inline v0::graph::detail
