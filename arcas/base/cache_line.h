// SPDX-License-Identifier: Apache-2.0
// What two threads may touch without disturbing each other.
#pragma once

#include <cstddef>

namespace arcas::inline v0 {

// Bytes that travel together between caches.
inline constexpr std::size_t cache_line = 64;

// Bytes between words of different owners: x86 prefetches lines in pairs, so neighbours of a line
// suffer with it.
inline constexpr std::size_t no_sharing = 128;

// A value that shares no cache line, nor its prefetched neighbour, with anything else.
template <class T>
struct alignas(no_sharing) padded {
  T value{};
};

}  // namespace arcas::inline v0
