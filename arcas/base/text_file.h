// SPDX-License-Identifier: Apache-2.0
// What is in a file that a person or a small program wrote, as a list or the record of a machine?
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::detail {

// What is wrong with the file, in one sentence that names it.
class unreadable_file : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// All of its text, at most so many bytes. Throws unreadable_file for a file that cannot be read, a directory, more bytes,
// and a NUL byte in the first 64 KB, as /dev/zero and pictures have them.
std::string text_of_file(const std::string& path, std::uint64_t most);

}  // namespace arcas::inline v0::detail
