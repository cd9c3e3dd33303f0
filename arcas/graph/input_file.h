// SPDX-License-Identifier: Apache-2.0
// What are the bytes of this file? Plain files are read; zstd and gzip files (known by their
// first bytes, not by their name) are unpacked. Neither format lets a second thread start anywhere
// but at a frame, and most published files are one frame; those that Arcas and pzstd write are many,
// and unpacked in parallel.
#pragma once

#include <arcas/graph/errors.h>
#include <arcas/graph/input_descriptor.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace arcas::inline v0::graph::detail {

// What bytes may be before they are refused, so that neither a small packed file nor a pipe that
// never ends fills the memory.
struct input_limits {
  // Bytes of what is unpacked or comes through a pipe; 0: three quarters of memory_limit(), or less (formats.h).
  std::uint64_t most = 0;
  // No NUL in the first block, and in the first megabytes a line that is neither empty nor a comment.
  bool text = true;
};

class input_file {
 public:
  // No bytes.
  input_file() = default;
  // "-" is standard input. Throws input_error for a file that is missing, unreadable, a directory,
  // packed in a way that cannot be unpacked, or beyond the limits; or interrupted.
  explicit input_file(const std::string& path, const loop_options& loops = {},
                      const input_limits& limits = {.text = false});

  explicit input_file(const input_descriptor& file, const loop_options& loops = {},
                      const input_limits& limits = {.text = false});

  input_file(std::shared_ptr<const void> storage, std::string_view bytes)
      : storage_(std::move(storage)), bytes_(bytes) {}

  // Valid as long as this object lives.
  std::string_view bytes() const noexcept { return bytes_; }

 private:
  std::shared_ptr<const void> storage_;
  std::string_view bytes_;
};

inline constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";
inline constexpr std::string_view gzip_magic = "\x1F\x8B";
// Whether a file that has a size begins as zstd or gzip does. Throws input_error for xz.
bool is_packed(const input_descriptor& file);
// Throws input_error for bytes that begin as those of xz do.
void refuse_xz(std::string_view bytes, const std::string& path);

// The content of bytes that begin as zstd or gzip does. Throws input_error, which names the path and the line up to which
// the data could be unpacked; and interrupted.
input_file unpacked(std::string_view packed, const std::string& path, const loop_options& loops,
                    const input_limits& limits = {.text = false});

// Gives the memory of some bytes of an input_file back to the system, but for what shares a page
// with others. They must not be read again. Any thread may call.
void forget_bytes(std::string_view bytes) noexcept;

}  // namespace arcas::inline v0::graph::detail
