// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: the reader of files with the name ARCAS_FUZZ_NAME. With ARCAS_FUZZ_OPTIONS,
// the last byte of the input chooses the options of the reader.
#include "whole_or_refused.h"

#include <cstddef>

namespace {

arcas::graph::file_options options_in(unsigned bits) {
  constexpr const char* columns[] = {"", "1", "2", "3", "from", "to", "weight", "9"};
  arcas::graph::file_options options;
  options.text_ids = (bits & 1) != 0;
  options.from = columns[bits >> 1 & 3];
  options.to = columns[bits >> 3 & 3];
  options.weight = columns[bits >> 5 & 7];
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // One thread, so that findings can be repeated.
  setenv("ARCAS_WORKERS", "1", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  arcas::graph::file_options options;
  if (ARCAS_FUZZ_OPTIONS && !bytes.empty()) {
    options = options_in(data[size - 1]);
    bytes.remove_suffix(1);
  }
  fuzz::read_every_way(bytes, ARCAS_FUZZ_NAME, options);
  return 0;
}
