// SPDX-License-Identifier: Apache-2.0
// Limits on the memory that a file may claim. This header compares the size of unpacked data with
// the size of the packed data. Two other checks are elsewhere: plausible() in formats.h compares
// the counts of a file's header, and layout_of() in serialized.h compares the size of a .sg file
// with its header.
#pragma once

#include <cstdint>
#include <string>

namespace arcas::inline v0::graph::detail {

// The maximum number of bytes of a pipe, or of other data of unknown size: `asked`, or three
// quarters of memory_limit() if `asked` is 0.
std::uint64_t most_bytes(std::uint64_t asked);

// The maximum number of bytes to which `packed` bytes of a graph may expand: `asked`. If `asked` is
// 0, a thousand times `packed`, which is more than any graph compresses, and at least 64 MiB.
std::uint64_t most_grown(std::uint64_t packed, std::uint64_t asked);
// As most_grown(), but at most most_bytes(): for data that is in memory all at once.
std::uint64_t most_unpacked(std::uint64_t packed, std::uint64_t asked);

// Throws input_error if `size` exceeds `most`.
void require_budget(const std::string& path, std::uint64_t size, std::uint64_t most);

}  // namespace arcas::inline v0::graph::detail
