// SPDX-License-Identifier: Apache-2.0
// What a leader asks of its followers: a function, its context, and a few words of its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail {

// What a fixed range leaves for the thread that waits for it.
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
  // With it ends what so many of those below the visitor answer for: its own part, that of the rank
  // that waits for it, and so on.
  unsigned ends = 0;
  range_value* left = nullptr;
};

class participant;

// `run` may touch `context` only after it has taken a share of the work: until then the leader may
// have returned, and the context with it. The arguments travel by value and are always safe to
// read.
struct work {
  using entry = void (*)(const work&, participant&);
  static constexpr std::size_t argument_count = 4;

  entry run = nullptr;
  void* context = nullptr;
  std::uint64_t arguments[argument_count]{};
};

}  // namespace arcas::inline v0::detail
