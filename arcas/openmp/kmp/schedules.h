// SPDX-License-Identifier: Apache-2.0
// The numbers by which Clang names schedules.
#pragma once

#include <cstdint>

namespace arcas::inline v0::detail::openmp::kmp {

enum schedule_number : std::int32_t {
  static_chunked = 33,
  static_blocks = 34,
  dynamic_chunked = 35,
  guided_chunked = 36,
  runtime = 37,
  automatic = 38,
  static_greedy = 40,
  static_balanced = 41,
  stealing = 44,
  static_balanced_chunked = 45,
  guided_simd = 46,
  runtime_simd = 47,
  first_ordered = 65,  // ordered loops: 32 more than without `ordered`
  last_ordered = 71,
  distribute_chunked = 91,
  distribute_blocks = 92,
  first_unmerged = 161,  // 128 more
};
inline constexpr std::int32_t monotonic_modifier = 1 << 29;
inline constexpr std::int32_t nonmonotonic_modifier = 1 << 30;

// Removes the modifiers and what has no meaning here.
inline std::int32_t plain_schedule(std::int32_t number) {
  number &= ~(monotonic_modifier | nonmonotonic_modifier);
  return number >= first_unmerged ? number - 128 : number;
}

}  // namespace arcas::inline v0::detail::openmp::kmp
