// SPDX-License-Identifier: Apache-2.0
// Stores of whole cache lines that bypass the caches, so that the old contents are not read first.
// Useful for data larger than the caches that is written once, line by line.
#pragma once

#include <arcas/base/cache_line.h>

#include <cstddef>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace arcas::inline v0::detail {

#if defined(__x86_64__)

// Both pointers are aligned to a cache line. Other threads may read the line after
// streaming_fence() and a release that publishes it.
inline void stream_line(const void* from, void* to) noexcept {
  for (std::size_t i = 0; i < cache_line / sizeof(__m128i); ++i)
    _mm_stream_si128(static_cast<__m128i*>(to) + i, static_cast<const __m128i*>(from)[i]);
}

// A release does not order streaming stores with other stores; this fence, executed before it,
// does.
inline void streaming_fence() noexcept {
  _mm_sfence();
}

#else

// There is no portable instruction: an ordinary copy.
inline void stream_line(const void* from, void* to) noexcept {
  __builtin_memcpy(to, from, cache_line);
}
inline void streaming_fence() noexcept {}

#endif

}  // namespace arcas::inline v0::detail
