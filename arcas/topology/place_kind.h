// SPDX-License-Identifier: Apache-2.0
// The kinds of places that a machine has, from the widest to the narrowest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arcas::inline v0 {

enum class place_kind : std::uint8_t {
  machine,
  package,
  numa_node,
  cache_group,
  l2_group,
  core,
  thread
};
inline constexpr std::size_t place_kinds = 7;

// "machine", "package", "numa", "cache", "l2", "core" or "thread": the words of ARCAS_LEVELS and of
// distributor names.
std::string_view name_of(place_kind kind);
// Throws std::invalid_argument with a sentence that lists the names.
place_kind place_kind_named(std::string_view name);

}  // namespace arcas::inline v0
