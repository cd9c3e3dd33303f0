// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: the reader of files that are called ARCAS_FUZZ_NAME.
#include "whole_or_refused.h"

#include <cstddef>

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // One thread: what it finds can be repeated.
  setenv("ARCAS_WORKERS", "1", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::read_every_way({reinterpret_cast<const char*>(data), size}, ARCAS_FUZZ_NAME);
  return 0;
}
