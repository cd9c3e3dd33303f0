// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: the readers of Parquet and Arrow files, of which ARCAS_FUZZ_NAME is one. Arrow takes its memory from
// malloc(), which AddressSanitizer watches; the library itself is not instrumented.
#include "whole_or_refused.h"

#include <arcas/parquet/parquet.h>

#include <cstddef>

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  setenv("ARCAS_WORKERS", "1", 1);
  setenv("ARROW_DEFAULT_MEMORY_POOL", "system", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // As if the machine had this much.
  constexpr std::uint64_t most_unpacked = std::uint64_t{64} << 20;
  fuzz::read_every_way({reinterpret_cast<const char*>(data), size}, ARCAS_FUZZ_NAME,
                       arcas::graph::with_parquet({.most_unpacked = most_unpacked}));
  return 0;
}
