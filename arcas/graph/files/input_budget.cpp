// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/memory_limit.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/files/input_budget.h>

#include <algorithm>

namespace arcas::inline v0::graph::detail {

std::uint64_t most_bytes(std::uint64_t asked) {
  return asked != 0 ? asked : arcas::detail::memory_limit() / 4 * 3;
}

std::uint64_t most_grown(std::uint64_t packed, std::uint64_t asked) {
  constexpr std::uint64_t harmless = std::uint64_t{64} << 20, greatest_growth = 1000;
  return asked != 0 ? asked : std::max(harmless, packed * greatest_growth);
}

std::uint64_t most_unpacked(std::uint64_t packed, std::uint64_t asked) {
  return std::min(most_bytes(asked), most_grown(packed, asked));
}

void require_budget(const std::string& path, std::uint64_t size, std::uint64_t most) {
  if (size <= most) return;
  throw input_error(path + ": has more than " + std::to_string(most) +
                    " bytes when unpacked; raise the limit by most_unpacked (arcas: "
                    "--most-unpacked), or unpack the file on disk");
}

}  // namespace arcas::inline v0::graph::detail
