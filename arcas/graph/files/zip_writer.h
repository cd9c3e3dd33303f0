// SPDX-License-Identifier: Apache-2.0
// Writes arrays as numpy.savez does: the members of a zip archive, stored, with 64-bit sizes
// (zip64).
#pragma once

#include <arcas/graph/output_file.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

// The header of a .npy array, format 1.0, for a type such as "'<i4'", or a list of named types, and
// a shape such as "(5,)".
std::string numpy_header(std::string_view type, std::string_view shape);

class zip_writer {
 public:
  using sink = std::function<void(std::string_view piece)>;

  explicit zip_writer(output_file& file) : file_(file) {}

  // Adds a member with the bytes that produce(sink) gives. produce is called twice: the first call
  // determines the size and the checksum, which precede the bytes. Throws as output_file does.
  void add(std::string_view name, const std::function<void(const sink&)>& produce);
  // Writes the directory of all members. Call once, after the last add().
  void finish();

 private:
  void write(std::string_view bytes);

  output_file& file_;
  std::uint64_t at_ = 0;
  std::uint64_t members_ = 0;
  std::string directory_;
};

}  // namespace arcas::inline v0::graph::detail
