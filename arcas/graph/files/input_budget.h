// SPDX-License-Identifier: Apache-2.0
// Limits on the memory that a file may claim. Its claims are compared with its size: the counts of
// a header by plausible() and the number of its lines (formats.h), the arrays of a .sg with its
// size (serialized.h), and here the size of unpacked data with that of the packed data.
#pragma once

#include <cstdint>
#include <string>

namespace arcas::inline v0::graph::detail {

// The maximum number of bytes of a pipe, or of other data of unknown size: `asked`; if it is 0,
// three quarters of memory_limit().
std::uint64_t most_bytes(std::uint64_t asked);

// The maximum number of bytes to which `packed` bytes of a graph may expand: `asked`; if it is 0, a
// thousand times `packed`, more than any graph compresses, or 64 MiB if that is more.
std::uint64_t most_grown(std::uint64_t packed, std::uint64_t asked);
// As most_grown(), but at most most_bytes(): for data that is in memory all at once.
std::uint64_t most_unpacked(std::uint64_t packed, std::uint64_t asked);

// Throws input_error if `size` exceeds `most`.
void require_budget(const std::string& path, std::uint64_t size, std::uint64_t most);

}  // namespace arcas::inline v0::graph::detail
