// SPDX-License-Identifier: Apache-2.0
// The iterations of one member in a loop with a static schedule. A program compiled by Clang
// executes [lower, upper], then adds the stride to both bounds, up to the loop's upper bound.
#pragma once

#include <arcas/openmp/kmp/kmp.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace arcas::inline v0::detail::openmp::kmp {

// Both bounds are included.
template <class T>
struct static_share {
  using step_type = std::make_signed_t<T>;
  T lower;
  T upper;
  step_type stride;
  bool has_last;  // whether it contains the loop's last iteration

  // chunk: 0: one block of iterations for each member.
  static static_share of(T lower, T upper, step_type step, std::uint64_t chunk, unsigned rank,
                         unsigned members) {
    const std::uint64_t n = count_iterations(lower, upper, step);
    if (n == 0) return {lower, upper, step, false};
    const auto value = [&](std::uint64_t i) {
      return static_cast<T>(static_cast<std::uint64_t>(lower) +
                            i * static_cast<std::uint64_t>(step));
    };
    const auto span = [&](std::uint64_t iterations) {
      return static_cast<step_type>(iterations * static_cast<std::uint64_t>(step));
    };
    const std::uint64_t longer = n % members;
    const std::uint64_t first =
        chunk != 0 ? rank * chunk : n / members * rank + std::min<std::uint64_t>(rank, longer);
    const std::uint64_t size = chunk != 0 ? chunk : n / members + (rank < longer ? 1 : 0);
    const auto stride = span(chunk != 0 ? chunk * members : n);
    // A member without iterations gets bounds that are in the wrong order in each direction.
    if (first >= n || size == 0)
      return {static_cast<T>(step > 0 ? 1 : 0), static_cast<T>(step > 0 ? 0 : 1), stride, false};
    const std::uint64_t end = n - first < size ? n : first + size;
    const bool has_last = chunk != 0 ? (n - 1) / chunk % members == rank : end == n;
    return {value(first), value(end - 1), stride, has_last};
  }
};

}  // namespace arcas::inline v0::detail::openmp::kmp
