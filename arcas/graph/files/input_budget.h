// SPDX-License-Identifier: Apache-2.0
// How much memory may a file cost before it is believed? What it states is compared with what it has: the counts of a header
// by plausible() and the number of its lines (formats.h), the arrays of a .sg with its size (serialized.h), and here the
// bytes that packed data becomes with the bytes that they are.
#pragma once

#include <cstdint>
#include <string>

namespace arcas::inline v0::graph::detail {

// Bytes of a pipe, or of other data whose size is not known beforehand: those that are asked for; 0: three quarters of
// memory_limit().
std::uint64_t most_bytes(std::uint64_t asked);

// The number of bytes that `packed` bytes of a graph may become: `asked`, or if it is 0 a thousand times `packed`, more than
// any graph shrinks, or 64 MiB if that is more.
std::uint64_t most_grown(std::uint64_t packed, std::uint64_t asked);
// The same if all of them are in memory at one time: at most most_bytes().
std::uint64_t most_unpacked(std::uint64_t packed, std::uint64_t asked);

// Throws input_error where the size is above the most.
void require_budget(const std::string& path, std::uint64_t size, std::uint64_t most);

}  // namespace arcas::inline v0::graph::detail
