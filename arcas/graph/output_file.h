// SPDX-License-Identifier: Apache-2.0
// A file that appears when it is whole, or not at all.
#pragma once

#include <arcas/base/whole_file.h>
#include <arcas/loops/options.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

class output_file {
 public:
  // A whole_file, which is beside the one that is meant until it gets its name; "-" is standard output. Packs what is
  // written, in parallel, where the path ends with .zst or .gz. Throws output_error, or interrupted after a request to
  // stop, as the other functions do, also while a pipe has no reader or its reader does not read.
  explicit output_file(const std::string& path, const loop_options& loops = {});
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  void write(std::string_view bytes);
  // The same in two steps, of which any thread may take the first.
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
  // Gives the file its name. A pipe, a device and standard output were written to at once.
  void finish();

 private:
  class pipe_with_reader {
   public:
    pipe_with_reader(const std::string& path, const stop_handle& stop);
    pipe_with_reader(const pipe_with_reader&) = delete;
    pipe_with_reader& operator=(const pipe_with_reader&) = delete;
    ~pipe_with_reader();

   private:
    int fd_ = -1;
  };
  output_file(const std::string& path, const loop_options& loops, const pipe_with_reader& pipe);

  [[noreturn]] void refuse(const std::string& what, int error) const;
  std::size_t room() const;

  std::string path_;
  loop_options loops_;
  arcas::detail::whole_file file_;
  std::string (*pack_)(std::string_view piece);  // null: bytes are stored as they are
  bool may_block_ = false;                       // a write waits for a reader, and may be stopped
};

// The bytes as a file of that name has them: packed where it ends with .zst or .gz, in frames of some megabytes each; nothing
// where it does not, and the file has them as they are. What is packed in several calls may stand end to end.
std::optional<std::string> packed_for(const std::string& path, std::string_view bytes);

// Throws as the constructor would, and leaves nothing: for programs that compute for long before they write.
void require_writable(const std::string& path);

}  // namespace arcas::inline v0::graph::detail
