// SPDX-License-Identifier: Apache-2.0
// Limits on the memory that a file may claim. Here the size of unpacked data is compared with that
// of the packed data. The counts of a header are compared with each other and with the number of
// lines (plausible() in formats.h), and the arrays of a .sg with its size (serialized.h).
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
