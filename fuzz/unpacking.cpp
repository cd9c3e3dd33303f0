// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: decompression of zstd or gzip, whichever the first bytes indicate.
#include "whole_or_refused.h"

#include <arcas/graph/input_file.h>
#include <arcas/graph/unpacker.h>

#include <cstddef>

namespace {

void unpack(std::string_view bytes) {
  try {
    const auto text = arcas::graph::detail::unpacked(bytes, "input", {});
    // Reads every byte, so that the sanitizer sees them all.
    std::uint64_t sum = 0;
    for (const char c : text.bytes()) sum += static_cast<unsigned char>(c);
    fuzz::require(sum <= text.bytes().size() * 255, "a byte is at most 255");
  } catch (const arcas::graph::input_error& refusal) {
    fuzz::require(std::string_view(refusal.what()).starts_with("input:"),
                  "an error begins with the name of the file");
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  setenv("ARCAS_WORKERS", "1", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // Larger inputs take more time and show nothing else.
  constexpr std::size_t most = 1 << 16;
  if (bytes.size() > most || !arcas::graph::detail::unpacker_of(bytes)) return 0;
  unpack(bytes);
  return 0;
}
