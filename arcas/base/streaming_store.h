// SPDX-License-Identifier: Apache-2.0
// Stores of whole cache lines that go to memory past the caches: what was there is not read first.
// Worth it for data beyond the caches that is written once, line by line.
#pragma once

#include <arcas/base/cache_line.h>

#include <cstddef>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace arcas::inline v0::detail {

#if defined(__x86_64__)

// Both aligned to a line. Other threads see it after streaming_fence() and what publishes it.
inline void stream_line(const void* from, void* to) noexcept {
  for (std::size_t i = 0; i < cache_line / sizeof(__m128i); ++i)
    _mm_stream_si128(static_cast<__m128i*>(to) + i, static_cast<const __m128i*>(from)[i]);
}

// Such stores are not ordered with others by a release: this is, before it.
inline void streaming_fence() noexcept {
  _mm_sfence();
}

#else

// As usual, for want of a portable instruction.
inline void stream_line(const void* from, void* to) noexcept {
  __builtin_memcpy(to, from, cache_line);
}
inline void streaming_fence() noexcept {}

#endif

}  // namespace arcas::inline v0::detail
