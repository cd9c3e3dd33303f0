// SPDX-License-Identifier: Apache-2.0
// A file that is open for reading as long as an object lives; "-" is standard input. Files are read, never mapped: a
// mapped file that another program shortens ends this one by SIGBUS, and one that it writes to has other bytes at a
// second look. What is read here is this process's own; a file that became shorter is an input_error.
#pragma once

#include <arcas/base/stop_handle.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace arcas::inline v0::graph::detail {

class input_descriptor {
 public:
  // Throws input_error for a file that is missing, unreadable or a directory. Does not wait for the writer of a named pipe.
  explicit input_descriptor(const std::string& path, const stop_handle& stop = {});
  input_descriptor(const input_descriptor&) = delete;
  input_descriptor& operator=(const input_descriptor&) = delete;
  ~input_descriptor();
  operator int() const { return fd_; }

  const std::string& path() const { return path_; }
  // A regular file with bytes that is read from its start: not a pipe or a device, nor a file of /proc, which says that it
  // has none.
  bool has_size() const;
  // Its bytes may have no end.
  bool is_device() const { return S_ISCHR(opened_.st_mode) || S_ISBLK(opened_.st_mode); }
  std::uint64_t size() const { return static_cast<std::uint64_t>(opened_.st_size); }

  // These bytes of a regular file. Throws input_error where it has become shorter. Any thread may call.
  void read(std::uint64_t position, char* to, std::size_t bytes) const;
  // Reads the next bytes and returns their number, at most `most`; 0 at the end. Waits for the writer of a pipe without a limit
  // of time; throws interrupted if a stop is requested.
  std::size_t read_some(char* to, std::size_t most) const;
  // Throws input_error where the file has been written to since it was opened, so that what was read is of two versions.
  void require_unchanged() const;

 private:
  void wait_for_bytes() const;

  std::string path_;
  stop_handle stop_;
  int fd_;
  struct stat opened_ = {};
};

}  // namespace arcas::inline v0::graph::detail
