// SPDX-License-Identifier: Apache-2.0
// Where does output go? To a file that has its name when it is whole, or not at all; or at once to a pipe, a device or
// an open descriptor of this process. Private to Arcas.
#pragma once

#include <string>
#include <string_view>

namespace arcas::inline v0::detail {

class whole_file {
 public:
  // Opens a file beside the one that the path names, behind symbolic links whether or not there is a file. It will get the
  // mode of a file that is there. /dev/stdout, /dev/stderr, /dev/fd/N and links to them are descriptors: what they have
  // open is written on from where it is, and never replaced.
  explicit whole_file(const std::string& path);
  whole_file(const whole_file&) = delete;
  whole_file& operator=(const whole_file&) = delete;
  // Removes what was written, unless finish() has been called.
  ~whole_file();

  // Why it cannot be written, as errno; 0: it can.
  int error() const { return error_; }
  // false: a pipe, a device or a descriptor, which are written to at once.
  bool appears_when_whole() const { return !beside_.empty(); }
  int descriptor() const { return fd_; }
  // Where it is until it is whole: other processes may open it there. Empty where it is written to at once.
  const std::string& place() const { return beside_; }
  // Writes all bytes, whatever signals interrupt. Returns errno or 0.
  int write(std::string_view bytes);
  // Gives the file its name. Returns errno or 0; then nothing is left.
  int finish();

 private:
  int fd_ = -1;
  int error_ = 0;
  std::string meant_;   // the file itself, behind links
  std::string beside_;  // empty where there is no renaming
};

}  // namespace arcas::inline v0::detail
