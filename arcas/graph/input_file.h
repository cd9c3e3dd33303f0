// SPDX-License-Identifier: Apache-2.0
// What are the bytes of this file? Plain files are mapped; zstd and gzip files (known by their
// first bytes, not by their name) are unpacked.
#pragma once

#include <arcas/graph/errors.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace arcas::graph::detail {

class input_file {
 public:
  // No bytes.
  input_file() = default;
  // Throws input_error for a file that is missing, unreadable, a directory, or packed in a way that
  // cannot be unpacked; or interrupted.
  explicit input_file(const std::string& path, const loop_options& loops = {});

  // Valid as long as this object lives.
  std::string_view bytes() const noexcept { return bytes_; }

 private:
  std::shared_ptr<const void> storage_;
  std::string_view bytes_;
};

// Gives the memory of some bytes of an input_file back to the system, but for what shares a page
// with others. They must not be read again. Any thread may call.
void forget_bytes(std::string_view bytes) noexcept;

}  // namespace arcas::graph::detail
