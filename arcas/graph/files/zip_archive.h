// SPDX-License-Identifier: Apache-2.0
// The members of a zip archive as numpy.savez writes it: stored or deflated, without encryption, in
// one file. Sizes above 4 GB are in the zip64 extension.
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

// The members by name. Throws input_error for bytes that are not such an archive, and if all
// members together have more than `most` bytes unpacked.
std::map<std::string, zip_member> members_of(std::string_view archive, const std::string& name,
                                             std::uint64_t most);

// Throws input_error for a damaged member.
std::string unpacked(const zip_member& member, const std::string& name);

}  // namespace arcas::inline v0::graph::detail
