// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "line.h"

#include <emmintrin.h>

namespace bench::jacobi {

// A line goes to memory without being read, and into no cache. Four stores of 16 bytes were as fast
// as one of 64.
struct stores_past_caches {
  static void store(double* to, const line& sites) {
    _mm_stream_pd(to, __builtin_shufflevector(sites, sites, 0, 1));
    _mm_stream_pd(to + 2, __builtin_shufflevector(sites, sites, 2, 3));
    _mm_stream_pd(to + 4, __builtin_shufflevector(sites, sites, 4, 5));
    _mm_stream_pd(to + 6, __builtin_shufflevector(sites, sites, 6, 7));
  }
  // No later store orders these: whoever is told that they are done must find them.
  static void finish() { _mm_sfence(); }
};

}  // namespace bench::jacobi
