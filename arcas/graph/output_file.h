// SPDX-License-Identifier: Apache-2.0
// A file that appears when it is whole, or not at all.
#pragma once

#include <arcas/loops/options.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace arcas::inline v0::graph::detail {

class output_file {
 public:
  // Makes a file beside the one that is meant, so that a rename puts it there: with the mode of a file that is
  // there, and behind the symbolic link that names it. Packs what is
  // written, in parallel, where the path ends with .zst or .gz. Throws output_error, as the others
  // do; they throw interrupted as well.
  explicit output_file(const std::string& path, const loop_options& loops = {});
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  // Removes what was written, unless finish() has been called.
  ~output_file();

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
  // Gives the file its name. A pipe or a device, such as /dev/stdout, was written to at once.
  void finish();

 private:
  [[noreturn]] void refuse(const std::string& what, int error) const;

  std::string path_;
  loop_options loops_;
  std::string meant_;   // the file itself, behind links
  std::string beside_;  // empty where there is no renaming
  int fd_ = -1;
  std::string (*pack_)(std::string_view piece);  // null: bytes are stored as they are
};

// Throws as the constructor would, and leaves nothing: for programs that compute for long before they write.
void require_writable(const std::string& path);

}  // namespace arcas::inline v0::graph::detail
