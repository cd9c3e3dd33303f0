// SPDX-License-Identifier: Apache-2.0
// Where does output go? To a file that has its name when it is whole, or not at all; or at once to a pipe, a device or
// an open descriptor of this process. Private to Arcas.
#pragma once

#include <string>
#include <string_view>

namespace arcas::inline v0::detail {

// Where a file is until it is whole. unnamed: nowhere, so that nothing is left of it however the process ends. beside: in
// the folder as NAME.partial.PID, or NAME.partial.PID.1 and so on where that is there, where other processes can open it; a
// NAME that leaves no room for the ending is cut.
enum class until_whole { unnamed, beside };

struct listed_file;

class whole_file {
 public:
  // Opens a file in the folder of the one that the path names, behind symbolic links whether or not there is a file. It will
  // get the mode of a file that is there. A later chdir() does not move it. Where the file system has no unnamed files (NFS),
  // and where a sandbox refuses linkat(), it is beside. /dev/stdout, /dev/stderr, /dev/fd/N and links to them are descriptors:
  // what they have open is written on from where it is, and never replaced.
  explicit whole_file(const std::string& path, until_whole where = until_whole::unnamed);
  whole_file(const whole_file&) = delete;
  whole_file& operator=(const whole_file&) = delete;
  // Removes what was written, unless finish() has been called; in a child of fork, not what its parent writes.
  ~whole_file();

  // Why it cannot be written, as errno; 0: it can.
  int error() const { return error_; }
  // false: a pipe, a device or a descriptor, which are written to at once.
  bool appears_when_whole() const { return !beside_.empty(); }
  int descriptor() const { return fd_; }
  // Where it is until it is whole, if it is beside. Empty where it is written to at once.
  const std::string& place() const { return beside_; }
  // Writes all bytes, whatever signals interrupt. Returns errno or 0.
  int write(std::string_view bytes);
  // Gives the file its name. Returns errno or 0; then nothing is left.
  int finish();

 private:
  std::string folder() const;
  bool name_beside(unsigned number);
  bool open_unnamed();
  void open_beside();
  template <class Make>
  int be_beside(const Make& make_it);
  void remove_beside();
  int give_name();

  int fd_ = -1;
  int error_ = 0;
  std::string meant_;       // the file itself, behind links
  std::string beside_;      // empty where there is no renaming
  bool is_beside_ = false;  // it has that name
  int made_by_ = 0;         // the process that gave it that name
  listed_file* listed_ = nullptr;
};

// Removes this process's files that are beside and not whole. For handlers of signals that end the process, which are the
// program's: the library installs none. Async-signal-safe.
void remove_unfinished_files() noexcept;

}  // namespace arcas::inline v0::detail
