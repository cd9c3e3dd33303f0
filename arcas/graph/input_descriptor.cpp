// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/escapes.h>
#include <arcas/graph/errors.h>
#include <arcas/graph/input_descriptor.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace arcas::inline v0::graph {

input_error::input_error(const std::string& sentence)
    : std::runtime_error(arcas::detail::visible(sentence)) {}

}  // namespace arcas::inline v0::graph

namespace arcas::inline v0::graph::detail {
namespace {

[[noreturn]] void refuse_reading(const std::string& path) {
  throw input_error(path + ": cannot read it (" + std::strerror(errno) + ")");
}

// Opening a named pipe without a writer returns at once; read_some() waits instead, and can be
// stopped.
int opened_for_reading(const std::string& path) {
  if (path == "-") return dup(STDIN_FILENO);
  struct stat status = {};
  const bool is_pipe = stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | (is_pipe ? O_NONBLOCK : 0));
  if (fd >= 0 && is_pipe) fcntl(fd, F_SETFL, O_RDONLY);
  return fd;
}

}  // namespace

input_descriptor::input_descriptor(const std::string& path, const stop_handle& stop)
    : path_(path), stop_(stop), fd_(opened_for_reading(path)) {
  if (fd_ < 0) {
    const char* remedy = errno == ENOENT ? "; check the path" : "; check its permissions";
    throw input_error(path + ": cannot open it (" + std::strerror(errno) + ")" + remedy);
  }
  const bool known = fstat(fd_, &opened_) == 0;
  if (known && !S_ISDIR(opened_.st_mode)) return;
  const std::string fault = known ? "is a directory; name a file in it" : std::strerror(errno);
  close(fd_);
  throw input_error(path + ": " + fault);
}

input_descriptor::~input_descriptor() {
  close(fd_);
}

bool input_descriptor::has_size() const {
  return S_ISREG(opened_.st_mode) && opened_.st_size > 0 && lseek(fd_, 0, SEEK_CUR) == 0;
}

void input_descriptor::read(std::uint64_t position, char* to, std::size_t bytes) const {
  while (bytes != 0) {
    const ssize_t got = pread(fd_, to, bytes, static_cast<off_t>(position));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_reading(path_);
    if (got == 0) {
      throw input_error(path_ + ": ends at byte " + std::to_string(position) + ", but had " +
                        std::to_string(size()) +
                        " bytes when it was opened; read it again when no program writes to it");
    }
    position += static_cast<std::uint64_t>(got);
    to += got;
    bytes -= static_cast<std::size_t>(got);
  }
}

// poll() reports neither data nor an end for a pipe that has had no writer yet.
void input_descriptor::wait_for_bytes() const {
  // Milliseconds between checks for a stop: short enough for Ctrl-C, at negligible cost.
  constexpr int between_looks = 20;
  pollfd waits = {.fd = fd_, .events = POLLIN, .revents = 0};
  for (int ready = 0; ready == 0 || (ready < 0 && errno == EINTR);) {
    if (stop_.stop_requested()) throw interrupted();
    ready = S_ISREG(opened_.st_mode) ? 1 : poll(&waits, 1, stop_ ? between_looks : -1);
  }
}

std::size_t input_descriptor::read_some(char* to, std::size_t most) const {
  for (;;) {
    wait_for_bytes();
    const ssize_t got = ::read(fd_, to, most);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) refuse_reading(path_);
  }
}

void input_descriptor::require_unchanged() const {
  struct stat now = {};
  if (fstat(fd_, &now) != 0) refuse_reading(path_);
  if (now.st_size == opened_.st_size && now.st_mtim.tv_sec == opened_.st_mtim.tv_sec &&
      now.st_mtim.tv_nsec == opened_.st_mtim.tv_nsec) {
    return;
  }
  throw input_error(path_ +
                    ": has changed while it was read; read it again when no program writes to it");
}

}  // namespace arcas::inline v0::graph::detail
