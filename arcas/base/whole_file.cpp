// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/whole_file.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <utility>

namespace arcas::inline v0::detail {

// The path of an incomplete file (until_whole::beside), for remove_unfinished_files(). If there are
// more such files than entries, a signal that ends the process leaves the others on the disk.
struct listed_file {
  std::atomic<pid_t> process{0};  // the process that writes the file; 0: the entry is free
  std::array<char, PATH_MAX> path{};
};

namespace {

constexpr mode_t readable_by_all = 0666;  // the mode of a new file; the umask clears bits of it

// The descriptor of this process that a path names, if it names one.
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

// Follows symbolic links from the path to a descriptor, a file, or a path that does not exist yet.
// Empty for a cycle of links.
std::string behind_links(std::string path) {
  constexpr int most_links = 40;  // as in Linux
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

// An absolute path to the same file; `path` itself if the absolute path is unknown or not
// reachable.
std::string absolute(const std::string& path) {
  std::array<char, PATH_MAX> here;
  const bool is_name = !path.empty() && !path.starts_with('/');
  if (!is_name || !getcwd(here.data(), here.size())) return path;
  std::string whole = std::string(here.data()) + '/' + path;
  const std::string folder = whole.substr(0, whole.rfind('/') + 1);
  return access(folder.c_str(), F_OK) == 0 ? whole : path;
}

// The process's umask, read without changing it, since other threads would see a change.
std::optional<mode_t> umask_now() {
  std::ifstream status("/proc/thread-self/status");
  constexpr std::string_view key = "Umask:";
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key))
      return static_cast<mode_t>(std::strtoul(line.c_str() + key.size(), nullptr, 8));
  }
  return std::nullopt;
}

constexpr pid_t being_listed = -1;
constinit std::array<listed_file, 8> listed_files;

// A free entry, now filled; null if there is none.
listed_file* list(const std::string& path) {
  if (path.size() >= PATH_MAX) return nullptr;
  const pid_t own = getpid();
  for (listed_file& f : listed_files) {
    // relaxed: the exchange below decides. Entries of other processes are free: a forked child has
    // copies of its parent's entries and does not use them.
    pid_t whose = f.process.load(std::memory_order_relaxed);
    if (whose == own || whose == being_listed) continue;
    // acquire: pairs with the release in strike_out(), after which its caller does not use the
    // path.
    if (!f.process.compare_exchange_strong(whose, being_listed, std::memory_order_acquire))
      continue;
    std::ranges::copy(path, f.path.begin());
    f.path[path.size()] = '\0';
    // release: pairs with the acquire in remove_unfinished_files(); the path is complete.
    f.process.store(own, std::memory_order_release);
    return &f;
  }
  return nullptr;
}

void strike_out(listed_file* f) {
  pid_t own = getpid();
  // release: pairs with the acquire in list(). A forked child keeps its parent's entries.
  if (f) f->process.compare_exchange_strong(own, 0, std::memory_order_release);
}

// Gives an unnamed file a name. Returns errno or 0.
int link_as(int fd, const std::string& name) {
  const std::string from = "/proc/self/fd/" + std::to_string(fd);
  return linkat(AT_FDCWD, from.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
}

// Returns a descriptor, or -1 and errno. open() alone would wait for a reader even if a stop is
// requested.
int opened_pipe(const std::string& path, const stop_handle& stop) {
  int fd = -1;
  while ((fd = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 && errno == ENXIO) {
    if (stop.stop_requested()) {
      errno = EINTR;
      return -1;
    }
    poll(nullptr, 0, between_looks);
  }
  if (fd >= 0) fcntl(fd, F_SETFL, O_WRONLY);
  return fd;
}

}  // namespace

void remove_unfinished_files() noexcept {
  for (const listed_file& f : listed_files) {
    // acquire: pairs with the release in list(). A forked child keeps its parent's files.
    if (f.process.load(std::memory_order_acquire) == getpid()) unlink(f.path.data());
  }
}

whole_file::whole_file(const std::string& path, until_whole where, const stop_handle& stop)
    : meant_(absolute(behind_links(path))) {
  struct stat status;
  if (const auto named = descriptor_named(meant_)) {
    constexpr int above_standard_streams = STDERR_FILENO + 1;
    fd_ = fcntl(*named, F_DUPFD_CLOEXEC, above_standard_streams);
  } else if (meant_.empty()) {
    errno = ELOOP;
  } else if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    fd_ = S_ISFIFO(status.st_mode) && stop ? opened_pipe(path, stop)
                                           : open(path.c_str(), O_WRONLY | O_CLOEXEC);
  } else if (!name_beside(0)) {
    errno = ENAMETOOLONG;
  } else if (access(meant_.c_str(), W_OK) == 0 || errno == ENOENT) {
    if (where == until_whole::beside || !open_unnamed()) open_beside();
    // Some file systems have no modes; then fchmod() fails and the file keeps its default.
    if (fd_ >= 0 && stat(meant_.c_str(), &status) == 0) fchmod(fd_, status.st_mode & 07777);
  }
  if (fd_ < 0) error_ = errno;
}

std::string whole_file::folder() const {
  const std::string before_name = meant_.substr(0, meant_.rfind('/') + 1);
  return before_name.empty() ? "." : before_name;
}

// Sets beside_. Returns false if the file's name is too long for the file system, or its path is
// too long. A name of legal length that leaves no room for the ending is cut.
bool whole_file::name_beside(unsigned number) {
  const std::string ending =
      ".partial." + std::to_string(getpid()) + (number == 0 ? "" : "." + std::to_string(number));
  const long longest = pathconf(folder().c_str(), _PC_NAME_MAX);
  const auto room = static_cast<std::size_t>(longest > 0 ? longest : NAME_MAX);
  const std::size_t first = meant_.rfind('/') + 1;
  std::size_t length = meant_.size() - first;
  if (length > room) return false;
  const auto splits_letter = [&] {  // whether the cut is inside a UTF-8 character
    return first + length < meant_.size() &&
           (static_cast<unsigned char>(meant_[first + length]) & 0xC0U) == 0x80;
  };
  length = std::min(length, room - ending.size());
  while (length > 0 && splits_letter()) --length;
  beside_ = meant_.substr(0, first + length) + ending;
  return beside_.size() < PATH_MAX && meant_.size() < PATH_MAX;
}

// Returns false if the file system has no unnamed files, or if the file could not get a name later,
// because /proc is missing or a sandbox denies linkat(). The function tests this by a link to the
// existing name ".", which must fail with EEXIST. Some kernels do not apply the umask to unnamed
// files. So it is applied here, except in a folder whose default access control list replaces the
// umask.
bool whole_file::open_unnamed() {
  const auto umask = umask_now();
  if (!umask) return false;
  const std::string in = folder();
  const bool has_list = getxattr(in.c_str(), "system.posix_acl_default", nullptr, 0) > 0;
  fd_ = open(in.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC,
             has_list ? readable_by_all : readable_by_all & ~*umask);
  if (fd_ >= 0 && link_as(fd_, in + "/.") != EEXIST) close(std::exchange(fd_, -1));
  return fd_ >= 0;
}

// make_it() returns errno or 0. If the name exists, the next one is tried: another thread may write
// the same file, or a process that had the same number has died and left the file.
template <class Make>
int whole_file::be_beside(const Make& make_it) {
  int error = EEXIST;
  for (unsigned number = 0; error == EEXIST; ++number) {
    name_beside(number);
    listed_ = list(beside_);
    error = make_it();
    if (error != 0) strike_out(listed_);
  }
  is_beside_ = error == 0;
  made_by_ = getpid();
  return error;
}

void whole_file::remove_beside() {
  if (made_by_ == getpid()) unlink(beside_.c_str());
  strike_out(listed_);
  is_beside_ = false;
}

void whole_file::open_beside() {
  errno = be_beside([this] {
    fd_ = open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readable_by_all);
    return fd_ >= 0 ? 0 : errno;
  });
}

whole_file::~whole_file() {
  if (fd_ < 0) return;
  close(fd_);
  if (is_beside_) remove_beside();
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

// linkat() does not replace a file. If a file has the final name, the unnamed file is first linked
// beside it; finish() then renames it.
int whole_file::give_name() {
  const int error = link_as(fd_, meant_);
  return error == EEXIST ? be_beside([&] { return link_as(fd_, beside_); }) : error;
}

int whole_file::finish() {
  int error = beside_.empty() || is_beside_ ? 0 : give_name();
  const bool has_name = error == 0 && !beside_.empty() && !is_beside_;
  // A network file system reports a full disk here.
  if (close(std::exchange(fd_, -1)) != 0 && error == 0) error = errno;
  if (has_name && error != 0) unlink(meant_.c_str());
  if (!is_beside_) return error;
  if (error == 0 && std::rename(beside_.c_str(), meant_.c_str()) != 0) error = errno;
  error == 0 ? strike_out(listed_) : remove_beside();
  return error;
}

}  // namespace arcas::inline v0::detail
