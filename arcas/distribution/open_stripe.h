// SPDX-License-Identifier: Apache-2.0
// A stripe that its claimers have opened: one fetch-and-add claims. Apart from the rest of
// stripes.h because this is all of it that is compiled into a user's loop.
#pragma once

#include <arcas/base/index_range.h>

#include <atomic>
#include <cstdint>

namespace arcas::detail {

template <template <class> class Atom = std::atomic>
struct open_stripe {
  Atom<std::uint64_t>* word = nullptr;
  std::uint64_t opened = 0;  // what the word held at position 0
  std::uint64_t base = 0;    // the stripe's first iteration
  std::uint64_t length = 0;  // its iterations
  std::uint64_t position =
      0;          // the first unclaimed one, when last seen; length: drained, or none yet
  chunk taken{};  // what the claim added to the word that came to length or beyond it

  // Up to `grain` iterations; empty: drained.
  chunk claim(std::uint64_t grain) noexcept {
    // relaxed: a claim needs atomicity alone; what the loop reads was published with the loop, and
    // what it writes is published by its completion.
    const std::uint64_t at = word->fetch_add(grain, std::memory_order_relaxed) - opened;
    if (at + grain < length) {
      position = at + grain;
      return {base + at, base + position};
    }
    position = length;
    taken = {at, at + grain};
    return at < length ? chunk{base + at, base + length} : chunk{};
  }
};

}  // namespace arcas::detail
