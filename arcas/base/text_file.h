// SPDX-License-Identifier: Apache-2.0
// Reads a file that a person or a small program wrote, such as a list or the record of a machine.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::detail {

// what(): one sentence that names the file and its fault.
class unreadable_file : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The whole text of the file. Throws unreadable_file if the file cannot be read, is a directory,
// has more than `most` bytes, or has a NUL byte in its first 64 KB, as /dev/zero and pictures do.
std::string text_of_file(const std::string& path, std::uint64_t most);
// Throws unreadable_file as text_of_file() would, except for the number of bytes: for programs that
// work for a long time before they read the file. Takes no byte from a pipe or a device.
void require_text_file(const std::string& path);

}  // namespace arcas::inline v0::detail
