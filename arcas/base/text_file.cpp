// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/base/text_file.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace arcas::inline v0::detail {
namespace {

constexpr std::size_t block = std::size_t{1} << 16;

[[noreturn]] void refuse(const std::string& path, const std::string& fault) {
  throw unreadable_file(visible(path) + ": " + fault);
}

[[noreturn]] void refuse_reading(const std::string& path) {
  refuse(path, std::string("cannot be read (") + std::strerror(errno) + ")");
}

class open_file {
 public:
  explicit open_file(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) refuse_reading(path);
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file() { close(fd_); }
  operator int() const { return fd_; }

 private:
  int fd_;
};

// Appends the next bytes of the file; returns false at its end.
bool append_some(std::string& text, const open_file& file, const std::string& path) {
  const std::size_t before = text.size();
  text.resize(before + block);
  ssize_t got = 0;
  do {
    got = read(file, text.data() + before, block);
  } while (got < 0 && errno == EINTR);
  if (got < 0) refuse_reading(path);
  text.resize(before + static_cast<std::size_t>(got));
  if (before < block && text.find('\0', before) < block)
    refuse(path, "has NUL bytes at its start, as no text has");
  return got != 0;
}

}  // namespace

std::string text_of_file(const std::string& path, std::uint64_t most) {
  const open_file file(path);
  std::string text;
  while (append_some(text, file, path)) {
    if (text.size() > most) {
      refuse(path, "has more than " + std::to_string(most) + " bytes, the limit for this file");
    }
  }
  return text;
}

void require_text_file(const std::string& path) {
  struct stat status = {};
  const bool known = stat(path.c_str(), &status) == 0;
  if (known && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    if (access(path.c_str(), R_OK) != 0) refuse_reading(path);
    return;
  }
  std::string start;
  append_some(start, open_file(path), path);
}

}  // namespace arcas::inline v0::detail
