// SPDX-License-Identifier: Apache-2.0
// What a leader asks of its followers: a function, its context, and a few words.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::detail {

// The result of a fixed range, for the thread that waits for it.
struct range_value {
  static constexpr std::size_t size = 32;

  std::uint64_t busy = 0;  // cycles in the range, if the loop measures them
  bool holds = false;      // `bytes` holds a value
  alignas(std::max_align_t) std::byte bytes[size]{};
};

// A range that a waiting thread visits.
struct child_range {
  unsigned rank = 0;
  bool absent = false;  // its follower has not come: the visitor must run the range
  // Number of participants below the visitor that this range completes: its own, the rank that
  // waits for it, and so on.
  unsigned ends = 0;
  range_value* left = nullptr;
};

class participant;

// `run` may touch `context` only after it has taken a share of the work: before that the leader may
// have returned, and the context with it. The arguments are copies and always safe to read.
struct work {
  using entry = void (*)(const work&, participant&);
  static constexpr std::size_t argument_count = 4;

  entry run = nullptr;
  void* context = nullptr;
  std::uint64_t arguments[argument_count]{};
};

}  // namespace arcas::inline v0::detail
