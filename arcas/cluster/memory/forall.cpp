// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/memory/forall.h>

#include <stdexcept>

namespace arcas::inline v0::cluster::detail {

void require_chunks(std::uint64_t most) {
  if (most == 0) {
    throw std::invalid_argument(
        "chunks of 0 iterations are out of range; {.most = n} must be at least 1");
  }
}

void require_threshold(std::uint64_t threshold) {
  if (threshold == 0) {
    throw std::invalid_argument(
        "forall_anywhere with a threshold of 0 iterations; it must be at least 1");
  }
}

}  // namespace arcas::inline v0::cluster::detail
