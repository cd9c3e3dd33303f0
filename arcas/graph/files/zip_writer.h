// SPDX-License-Identifier: Apache-2.0
// Arrays as numpy.savez writes them: the members of a zip archive, stored, with 64-bit sizes (zip64).
#pragma once

#include <arcas/graph/output_file.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

// The header of an array of numpy, format 1.0: type as "<i4", shape as "(5,)".
std::string numpy_header(std::string_view type, std::string_view shape);

class zip_writer {
 public:
  using sink = std::function<void(std::string_view piece)>;

  explicit zip_writer(output_file& file) : file_(file) {}

  // A member of what produce(sink) gives, which is called twice: the first time for the size and the check sum, which
  // stand before the bytes. Throws as output_file.
  void add(std::string_view name, const std::function<void(const sink&)>& produce);
  // The directory of all members, once, after the last.
  void finish();

 private:
  void write(std::string_view bytes);

  output_file& file_;
  std::uint64_t at_ = 0;
  std::uint64_t members_ = 0;
  std::string directory_;
};

}  // namespace arcas::inline v0::graph::detail
