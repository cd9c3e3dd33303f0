// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: the reader of Parquet or of Arrow files, as ARCAS_FUZZ_NAME selects. Arrow
// itself is not instrumented; it takes its memory from malloc(), which AddressSanitizer watches.
#include "whole_or_refused.h"

#include <arcas/parquet/parquet.h>

#include <cstddef>

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  setenv("ARCAS_WORKERS", "1", 1);
  setenv("ARROW_DEFAULT_MEMORY_POOL", "system", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The limit of the readers, instead of a part of this machine's memory.
  constexpr std::uint64_t most_unpacked = std::uint64_t{64} << 20;
  fuzz::read_every_way({reinterpret_cast<const char*>(data), size}, ARCAS_FUZZ_NAME,
                       arcas::graph::with_parquet({.most_unpacked = most_unpacked}));
  return 0;
}
