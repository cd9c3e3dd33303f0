// SPDX-License-Identifier: Apache-2.0
// What a leader asks of its followers: a function, its context, and a few words of its own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arcas::detail {

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

}  // namespace arcas::detail
