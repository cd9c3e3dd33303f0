// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/base/text_file.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace arcas::inline v0::detail {
namespace {

constexpr std::size_t block = std::size_t{1} << 16;

[[noreturn]] void refuse(const std::string& path, const std::string& fault) {
  throw unreadable_file(visible(path) + ": " + fault);
}

class open_file {
 public:
  explicit open_file(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) refuse(path, std::string("cannot be read (") + std::strerror(errno) + ")");
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file() { close(fd_); }
  operator int() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

std::string text_of_file(const std::string& path, std::uint64_t most) {
  const open_file file(path);
  std::string text;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + block);
    const ssize_t got = read(file, text.data() + before, block);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse(path, std::string("cannot be read (") + std::strerror(errno) + ")");
    if (got == 0) return text;
    if (before < block && text.find('\0', before) < block)
      refuse(path, "has NUL bytes at its start, as no text has");
    if (text.size() > most) {
      refuse(path, "has more than " + std::to_string(most) + " bytes, the limit for this file");
    }
  }
}

}  // namespace arcas::inline v0::detail
