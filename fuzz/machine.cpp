// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: machine files, which `arcas predict --machine FILE` reads, with their
// synthetic topologies.
#include "whole_or_refused.h"

#include <sim/machine/model.h>

#include <stdexcept>

// hwloc 2.9 leaks 32 bytes for each "[numa]" that it reads.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libhwloc";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto machine = arcas::sim::read_machine(text, "input.txt");
    fuzz::require(machine.places.thread_count() > 0, "a machine has hardware threads");
    fuzz::require(machine.gigahertz >= 0.1 && machine.gigahertz <= 10, "a machine has a clock");
    for (const auto price : machine.line_from)
      fuzz::require(price <= 1'000'000, "prices are within their limits");
  } catch (const std::invalid_argument& refusal) {
    fuzz::require_one_line(refusal.what(), "input.txt:");
  }
  return 0;
}
