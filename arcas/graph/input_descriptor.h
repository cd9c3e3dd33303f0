// SPDX-License-Identifier: Apache-2.0
// A file that is open for reading as long as an object lives; "-" is standard input.
#pragma once

#include <arcas/graph/errors.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace arcas::inline v0::graph::detail {

class input_descriptor {
 public:
  explicit input_descriptor(const std::string& path)
      : fd_(path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) {
      const char* remedy = errno == ENOENT ? "; check the path" : "; check its permissions";
      throw input_error(path + ": cannot open it (" + std::strerror(errno) + ")" + remedy);
    }
  }
  input_descriptor(const input_descriptor&) = delete;
  input_descriptor& operator=(const input_descriptor&) = delete;
  ~input_descriptor() { close(fd_); }
  operator int() const { return fd_; }

 private:
  int fd_;
};

}  // namespace arcas::inline v0::graph::detail
