// SPDX-License-Identifier: Apache-2.0
// What a fixed range leaves for the thread that waits for it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcas::detail {

struct range_value {
  static constexpr std::size_t size = 32;

  std::uint64_t busy = 0;  // cycles in the range, where the loop asks for them
  bool holds = false;      // there is something in `bytes`
  alignas(std::max_align_t) std::byte bytes[size]{};
};

// A range that its waiter visits.
struct child_range {
  unsigned rank = 0;
  bool absent = false;  // its follower has not come: the range is the visitor's now
  // With it ends what so many of those below the visitor answer for: its own part, that of who
  // waits for it, and so on.
  unsigned ends = 0;
  range_value* left = nullptr;
};

}  // namespace arcas::detail
