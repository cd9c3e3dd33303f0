// SPDX-License-Identifier: Apache-2.0
// What does a leader ask of its followers? A function, its context, and a few arguments.
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

// A range of another rank that a thread visits while it gathers (gathering::next()).
struct child_range {
  unsigned rank = 0;
  bool absent = false;  // its follower has not come: the visitor must run the range
  // Number of ranks below the visitor whose subtrees this visit completes: the visited rank, its
  // parent, and so on. 0: the children of the visited rank are visited next.
  unsigned ends = 0;
  range_value* left = nullptr;  // the result that the follower left, unless it is absent
};

class participant;

// `run` must not touch `context` before it has taken a part of the work; until then the leader
// may return, and the context may be gone. The arguments are copies and always safe to read.
struct work {
  using entry = void (*)(const work&, participant&);
  static constexpr std::size_t argument_count = 4;

  entry run = nullptr;
  void* context = nullptr;
  std::uint64_t arguments[argument_count]{};
};

}  // namespace arcas::inline v0::detail
