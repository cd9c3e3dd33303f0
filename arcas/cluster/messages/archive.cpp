// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/messages/archive.h>

namespace arcas::cluster {

void writer::raw(const void* from, std::size_t n) {
  const auto* first = static_cast<const std::byte*>(from);
  bytes_.insert(bytes_.end(), first, first + n);
}

}  // namespace arcas::cluster
