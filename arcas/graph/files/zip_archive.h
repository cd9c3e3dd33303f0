// SPDX-License-Identifier: Apache-2.0
// The members of a zip archive, as numpy.savez writes it: stored or deflated, without encryption, in
// one file. Sizes above 4 GB are in the extension for them (zip64).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

inline constexpr std::string_view zip_magic = "PK\x03\x04";

struct zip_member {
  std::string_view packed;
  std::uint64_t size = 0;  // unpacked
  std::uint32_t check = 0;
  bool deflated = false;
};

// By name. Throws input_error for bytes that are no such archive, and where all members together are
// more than `most` bytes.
std::map<std::string, zip_member> members_of(std::string_view archive, const std::string& name,
                                             std::uint64_t most);

// Throws input_error for a damaged member.
std::string unpacked(const zip_member& member, const std::string& name);

}  // namespace arcas::inline v0::graph::detail
