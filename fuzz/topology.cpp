// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target: descriptions of machines in the form of ARCAS_TOPOLOGY.
#include "whole_or_refused.h"

#include <arcas/topology/topology.h>

#include <stdexcept>

namespace {

void require_places(const arcas::topology& machine) {
  for (std::size_t kind = 0; kind < arcas::place_kinds; ++kind) {
    unsigned next = 0;
    for (const arcas::place& p : machine.places(static_cast<arcas::place_kind>(kind))) {
      fuzz::require(p.first_thread == next && p.thread_count > 0, "places are runs of threads");
      next += p.thread_count;
    }
    fuzz::require(next == machine.thread_count(), "each thread is in a place of each kind");
  }
}

}  // namespace

// hwloc 2.9 leaks 32 bytes for each "[numa]" that it reads.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libhwloc";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    require_places(arcas::topology::synthetic(text));
  } catch (const std::invalid_argument& refusal) {
    fuzz::require_one_line(refusal.what(), "");
  }
  return 0;
}
