// SPDX-License-Identifier: Apache-2.0
// While a file is being unpacked, checks whether it starts as a text of edges does: any other file
// is refused before the rest of it takes time and memory.
#pragma once

#include <arcas/graph/errors.h>
#include <arcas/graph/files/edge_columns.h>
#include <arcas/graph/files/formats.h>
#include <arcas/graph/files/zip_archive.h>
#include <arcas/graph/input_file.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace arcas::inline v0::graph::detail {

class text_start {
 public:
  explicit text_start(const std::string& path) : path_(path) {}

  // Call with all bytes that have arrived, and again with more bytes, until the function returns
  // true: the start is then accepted.
  bool look(std::string_view bytes) {
    constexpr std::size_t first_block = 1 << 16;
    constexpr std::size_t most_empty = std::size_t{16} << 20;
    if (is_utf16(bytes)) return true;  // GraphML may be UTF-16; other formats refuse it
    // Packed and columnar files have other checks.
    if (bytes.starts_with(zstd_magic) || bytes.starts_with(gzip_magic) ||
        bytes.starts_with(zip_magic) || looks_like_columns(bytes)) {
      return true;
    }
    refuse_xz(bytes, path_);
    bytes = bytes.substr(0, most_empty);
    const std::string_view block = bytes.substr(0, first_block);
    const std::size_t without_nul = std::exchange(without_nul_, block.size());
    if (block.substr(without_nul).find('\0') != std::string_view::npos) {
      throw input_error(
          path_ +
          ": has NUL bytes at its start, so it is not a text; check that this is a graph, "
          "and that the ending of its name is that of its format");
    }
    while (seen_ < bytes.size()) {
      seen_ = std::min(
          in_comment_ ? bytes.find('\n', seen_) : bytes.find_first_not_of(" \t\r\n", seen_),
          bytes.size());
      if (seen_ == bytes.size()) break;
      if (!in_comment_ && bytes[seen_] != '#' && bytes[seen_] != '%') return true;
      in_comment_ = !in_comment_;
    }
    if (bytes.size() < most_empty) return false;
    throw input_error(path_ +
                      ": has no edge in its first 16 MB; check that this is the right file");
  }

 private:
  const std::string& path_;
  // Positions where the next search starts: each byte is examined once, even if the text arrives in
  // small pieces.
  std::size_t without_nul_ = 0;
  std::size_t seen_ = 0;  // only blanks and comments precede this position
  bool in_comment_ = false;
};

}  // namespace arcas::inline v0::graph::detail
