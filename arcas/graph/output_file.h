// SPDX-License-Identifier: Apache-2.0
// A file that appears when it is complete, or not at all.
#pragma once

#include <arcas/base/whole_file.h>
#include <arcas/loops/options.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

// Number of bytes that are packed at a time, and that are written between two checks for a stop.
// Writing them takes a few milliseconds, packing them 0.1 s.
inline constexpr std::size_t frame_bytes = std::size_t{4} << 20;

class output_file {
 public:
  // Writes to a temporary file in the folder of the path (whole_file), which finish() moves to the
  // path; "-" is standard output. Packs the bytes, in parallel, if the path ends with .zst or .gz.
  // The constructor and the functions below throw output_error, and interrupted after a request to
  // stop, which also ends the wait for the reader of a pipe.
  explicit output_file(const std::string& path, const loop_options& loops = {});
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  void write(std::string_view bytes);
  // The two steps of write(), for one piece. Any thread may call packed().
  std::string packed(std::string bytes) const;
  void write_packed(std::string_view bytes);
  template <class T>
  void write_value(const T& value) {
    write({reinterpret_cast<const char*>(&value), sizeof value});
  }
  template <class Span>
  void write_array(const Span& values) {
    write({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  // Gives the file its name. Pipes, devices and standard output have received their bytes already.
  void finish();

 private:
  [[noreturn]] void refuse(const std::string& what, int error) const;
  std::size_t room() const;

  std::string path_;
  loop_options loops_;
  arcas::detail::whole_file file_;
  std::string (*pack_)(std::string_view piece);  // null: bytes are stored as they are
  bool may_block_ = false;  // whether a write may wait for a reader; a stop ends the wait
};

// Packs the bytes, frame_bytes at a time, if the path ends with .zst or .gz; otherwise returns
// nothing, since such a file is not packed. The results of several calls may be concatenated.
std::optional<std::string> packed_for(const std::string& path, std::string_view bytes);

// Throws as the constructor of output_file would, and leaves no file: for programs that compute for
// a long time before they write.
void require_writable(const std::string& path);

}  // namespace arcas::inline v0::graph::detail
