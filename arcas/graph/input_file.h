// SPDX-License-Identifier: Apache-2.0
// The bytes of a file. Plain files are read; zstd and gzip files (recognised by their first bytes,
// not by their name) are unpacked. In both formats unpacking can start only at the start of a frame
// (in gzip, a member). Most published files are a single frame; files that Arcas and pzstd write
// have many, and zstd frames are unpacked in parallel.
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

// Limits on the bytes of a file, so that neither a small packed file nor an endless pipe fills the
// memory.
struct input_limits {
  // Maximum number of bytes that are unpacked or read from a pipe; 0: three quarters of
  // memory_limit(), or less (file_options::most_unpacked).
  std::uint64_t most = 0;
  // Requires a text: no NUL in the first 64 KiB, and in the first 16 MiB a line that is neither
  // empty nor a comment (text_start.h).
  bool text = true;
};

class input_file {
 public:
  input_file() = default;
  // "-" is standard input. Throws input_error for a file that is missing, unreadable, a directory,
  // packed with xz, damaged, or beyond the limits; and interrupted.
  explicit input_file(const std::string& path, const loop_options& loops = {},
                      const input_limits& limits = {.text = false});

  explicit input_file(const input_descriptor& file, const loop_options& loops = {},
                      const input_limits& limits = {.text = false});

  input_file(std::shared_ptr<const void> storage, std::string_view bytes)
      : storage_(std::move(storage)), bytes_(bytes) {}

  // Valid during the lifetime of this object.
  std::string_view bytes() const noexcept { return bytes_; }

 private:
  std::shared_ptr<const void> storage_;
  std::string_view bytes_;
};

inline constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";
inline constexpr std::string_view gzip_magic = "\x1F\x8B";
// Whether a file that has a size starts with the magic number of zstd or gzip. Throws input_error
// for xz.
bool is_packed(const input_descriptor& file);
// Throws input_error for bytes that start with the magic number of xz.
void refuse_xz(std::string_view bytes, const std::string& path);

// Unpacks bytes that start with the magic number of zstd or gzip. Throws input_error, with the path
// and the line up to which the data could be unpacked; and interrupted.
input_file unpacked(std::string_view packed, const std::string& path, const loop_options& loops,
                    const input_limits& limits = {.text = false});

// Returns the memory of a part of an input_file to the system, except pages that are shared with
// other bytes. The bytes must not be read again. Callable from any thread.
void forget_bytes(std::string_view bytes) noexcept;

}  // namespace arcas::inline v0::graph::detail
