// SPDX-License-Identifier: Apache-2.0
// A file that is open for reading during the lifetime of an object; "-" is standard input. Files
// are read, never mapped: if another program shortens a mapped file, this process ends with SIGBUS,
// and if the program writes to the file, a second read sees other bytes. Bytes that were read
// belong to this process; a file that has become shorter is an input_error.
#pragma once

#include <arcas/base/stop_handle.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace arcas::inline v0::graph::detail {

class input_descriptor {
 public:
  // Throws input_error for a file that is missing, unreadable or a directory. Opening a named pipe
  // does not wait for its writer.
  explicit input_descriptor(const std::string& path, const stop_handle& stop = {});
  input_descriptor(const input_descriptor&) = delete;
  input_descriptor& operator=(const input_descriptor&) = delete;
  ~input_descriptor();
  operator int() const { return fd_; }

  const std::string& path() const { return path_; }
  // True for a regular file that is not empty and is read from its start; false for pipes, devices
  // and files of /proc, which report a size of 0.
  bool has_size() const;
  // Whether the file is a device, whose bytes may have no end.
  bool is_device() const { return S_ISCHR(opened_.st_mode) || S_ISBLK(opened_.st_mode); }
  std::uint64_t size() const { return static_cast<std::uint64_t>(opened_.st_size); }

  // Reads bytes of a regular file. Throws input_error if the file has become shorter. Callable from
  // any thread.
  void read(std::uint64_t position, char* to, std::size_t bytes) const;
  // Reads the next bytes and returns their number, at most `most`; 0 at the end. Waits for the
  // writer of a pipe without a timeout; throws interrupted if a stop is requested.
  std::size_t read_some(char* to, std::size_t most) const;
  // Throws input_error if the file was modified since it was opened: the bytes read may then be of
  // two versions.
  void require_unchanged() const;

 private:
  void wait_for_bytes() const;

  std::string path_;
  stop_handle stop_;
  int fd_;
  struct stat opened_ = {};
};

}  // namespace arcas::inline v0::graph::detail
