// SPDX-License-Identifier: Apache-2.0
// How far apart must two words lie so that their threads do not slow each other down?
#pragma once

#include <cstddef>

namespace arcas::inline v0 {

// Number of bytes that move together between caches.
inline constexpr std::size_t cache_line = 64;

// Distance in bytes between words of different owners. x86 prefetches cache lines in pairs, so that
// a write to one line also disturbs readers of its neighbour.
inline constexpr std::size_t no_sharing = 128;

// A value that shares neither its cache line nor the neighbour line with other data.
template <class T>
struct alignas(no_sharing) padded {
  T value{};
};

}  // namespace arcas::inline v0
