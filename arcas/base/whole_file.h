// SPDX-License-Identifier: Apache-2.0
// Where is output written? To a file that gets its name only when it is complete, or directly to a
// pipe, a device or an open descriptor of this process. Private to Arcas.
#pragma once

#include <arcas/base/stop_handle.h>

#include <string>
#include <string_view>

namespace arcas::inline v0::detail {

// Where an incomplete file is. unnamed: it has no name, so that nothing remains however the process
// ends. beside: in the same folder, named NAME.partial.PID (NAME.partial.PID.1 and so on if that
// exists), where other processes can open it. A NAME that leaves no room for the ending is cut.
enum class until_whole { unnamed, beside };

// Milliseconds between two checks for a stop while a pipe has no reader or no room.
inline constexpr int between_looks = 20;

struct listed_file;

class whole_file {
 public:
  // Opens a file in the folder of `path`, following symbolic links whether or not their target
  // exists. If the target exists, its mode must allow writing, and the new file gets its mode. A
  // later chdir() has no effect. Without unnamed files (NFS) or linkat() (sandboxes) the file is
  // `beside`.
  // /dev/stdout, /dev/stderr, /dev/fd/N and links to them are descriptors: output continues at
  // their current position, and their file is never replaced.
  // A named pipe is opened when it has a reader; a request to stop ends that wait with an error.
  explicit whole_file(const std::string& path, until_whole where = until_whole::unnamed,
                      const stop_handle& stop = {});
  whole_file(const whole_file&) = delete;
  whole_file& operator=(const whole_file&) = delete;
  // Removes the file unless finish() has been called. In a forked child the destructor does not
  // remove the parent's file.
  ~whole_file();

  // Why the file cannot be written, as errno; 0: it can be written.
  int error() const { return error_; }
  // false for a pipe, a device or a descriptor, which are written directly.
  bool appears_when_whole() const { return !beside_.empty(); }
  int descriptor() const { return fd_; }
  // The name of the incomplete file if it is `beside`. Empty if output is written directly.
  const std::string& place() const { return beside_; }
  // Writes all bytes, and continues after signals. Returns errno or 0.
  int write(std::string_view bytes);
  // Gives the file its name. Returns errno or 0. After an error no file remains.
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
  std::string meant_;       // path of the file, with links resolved
  std::string beside_;      // path until it is complete; empty if the output is written directly
  bool is_beside_ = false;  // whether the file exists at beside_
  int made_by_ = 0;         // the process that created the file at beside_
  listed_file* listed_ = nullptr;
};

// Removes this process's incomplete `beside` files. For the program's handlers of signals that end
// the process; the library installs none. Async-signal-safe.
void remove_unfinished_files() noexcept;

}  // namespace arcas::inline v0::detail
