// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/whole_file.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <optional>

namespace arcas::inline v0::detail {
namespace {

constexpr mode_t readable_by_all = 0666;  // as far as the umask lets

// The descriptor of this process that a path names.
std::optional<int> descriptor_named(std::string_view path) {
  if (path == "/dev/stdin") return STDIN_FILENO;
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const char* const end = path.data() + path.size();
    int number = 0;
    const auto [rest, error] = std::from_chars(path.data() + folder.size(), end, number);
    if (error == std::errc() && rest == end) return number;
  }
  return std::nullopt;
}

// What the links that begin at the path lead to: a descriptor, a file, or a place for one. Empty for
// links that lead to each other.
std::string behind_links(std::string path) {
  constexpr int most_links = 40;  // as Linux has it
  for (int links = 0; links <= most_links; ++links) {
    if (descriptor_named(path)) return path;
    std::array<char, PATH_MAX> target;
    const ssize_t length = readlink(path.c_str(), target.data(), target.size());
    if (length < 0) return path;
    const std::string_view to(target.data(), static_cast<std::size_t>(length));
    path.resize(to.starts_with('/') ? 0 : path.rfind('/') + 1);
    path += to;
  }
  return {};
}

}  // namespace

whole_file::whole_file(const std::string& path) : meant_(behind_links(path)) {
  struct stat status;
  if (const auto named = descriptor_named(meant_)) {
    constexpr int above_standard_streams = STDERR_FILENO + 1;
    fd_ = fcntl(*named, F_DUPFD_CLOEXEC, above_standard_streams);
  } else if (meant_.empty()) {
    errno = ELOOP;
  } else if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    fd_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    beside_ = meant_ + ".partial." + std::to_string(getpid());
    fd_ = open(beside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, readable_by_all);
    // Where the file system knows modes: elsewhere it is as all files there.
    if (fd_ >= 0 && stat(meant_.c_str(), &status) == 0) fchmod(fd_, status.st_mode & 07777);
  }
  if (fd_ < 0) error_ = errno;
}

whole_file::~whole_file() {
  if (fd_ < 0) return;
  close(fd_);
  if (!beside_.empty()) unlink(beside_.c_str());
}

int whole_file::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int whole_file::finish() {
  const int fd = fd_;
  fd_ = -1;
  // A network file system tells of a full disk here.
  if (close(fd) == 0 && (beside_.empty() || std::rename(beside_.c_str(), meant_.c_str()) == 0))
    return 0;
  const int error = errno;
  if (!beside_.empty()) unlink(beside_.c_str());
  return error;
}

}  // namespace arcas::inline v0::detail
