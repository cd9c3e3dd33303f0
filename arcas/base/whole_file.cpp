// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/whole_file.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <optional>
#include <utility>

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

// The names of files that are beside, for remove_unfinished_files(). Of more at a time than there are places, the rest stays
// if a signal ends the process.
struct listed_file {
  std::atomic<pid_t> process{0};  // that writes it; 0: free
  std::array<char, PATH_MAX> path{};
};
constexpr pid_t being_listed = -1;
constinit std::array<listed_file, 8> listed_files;

void list(const std::string& path) {
  if (path.size() >= PATH_MAX) return;
  for (listed_file& f : listed_files) {
    pid_t none = 0;
    // acquire: pairs with the release in strike_out(), whose thread is done with the path.
    if (!f.process.compare_exchange_strong(none, being_listed, std::memory_order_acquire)) continue;
    std::ranges::copy(path, f.path.begin());
    f.path[path.size()] = '\0';
    // release: pairs with the acquire in remove_unfinished_files(); the path is whole.
    f.process.store(getpid(), std::memory_order_release);
    return;
  }
}

void strike_out(const std::string& path) {
  for (listed_file& f : listed_files) {
    // acquire: pairs with the release in list(); the path is whole.
    if (f.process.load(std::memory_order_acquire) == getpid() && path == f.path.data())
      f.process.store(0, std::memory_order_release);  // release: pairs with the acquire in list()
  }
}

std::string link_to(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

}  // namespace

void remove_unfinished_files() noexcept {
  for (const listed_file& f : listed_files) {
    // acquire: pairs with the release in list(). A forked child leaves its parent's files.
    if (f.process.load(std::memory_order_acquire) == getpid()) unlink(f.path.data());
  }
}

whole_file::whole_file(const std::string& path, until_whole where) : meant_(behind_links(path)) {
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
    if (where == until_whole::beside || !open_unnamed()) open_beside();
    // Where the file system knows modes: elsewhere it is as all files there.
    if (fd_ >= 0 && stat(meant_.c_str(), &status) == 0) fchmod(fd_, status.st_mode & 07777);
  }
  if (fd_ < 0) error_ = errno;
}

// false: not on this file system, or the name could not be given later without /proc.
bool whole_file::open_unnamed() {
  const std::string folder = meant_.substr(0, meant_.rfind('/') + 1);
  fd_ = open(folder.empty() ? "." : folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC,
             readable_by_all);
  if (fd_ >= 0 && access(link_to(fd_).c_str(), F_OK) != 0) close(std::exchange(fd_, -1));
  return fd_ >= 0;
}

void whole_file::open_beside() {
  list(beside_);
  fd_ = open(beside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, readable_by_all);
  is_beside_ = fd_ >= 0;
  const int error = errno;
  if (!is_beside_) strike_out(beside_);
  errno = error;
}

whole_file::~whole_file() {
  if (fd_ < 0) return;
  close(fd_);
  if (!is_beside_) return;
  unlink(beside_.c_str());
  strike_out(beside_);
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

// linkat() replaces no file, so that an unnamed one is beside, too, before it replaces the one that is meant.
int whole_file::give_name() {
  list(beside_);
  is_beside_ = true;
  const std::string from = link_to(fd_);
  const auto link = [&] {
    return linkat(AT_FDCWD, from.c_str(), AT_FDCWD, beside_.c_str(), AT_SYMLINK_FOLLOW) == 0
               ? 0
               : errno;
  };
  const int error = link();
  if (error != EEXIST) return error;
  unlink(beside_.c_str());  // of a process that had this number before
  return link();
}

int whole_file::finish() {
  int error = beside_.empty() || is_beside_ ? 0 : give_name();
  // A network file system tells of a full disk here.
  if (close(std::exchange(fd_, -1)) != 0 && error == 0) error = errno;
  if (!is_beside_) return error;
  if (error == 0 && std::rename(beside_.c_str(), meant_.c_str()) != 0) error = errno;
  if (error != 0) unlink(beside_.c_str());
  strike_out(beside_);
  return error;
}

}  // namespace arcas::inline v0::detail
