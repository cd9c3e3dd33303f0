// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/input_file.h>
#include <arcas/graph/unpacking.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace arcas::graph::detail {
namespace {

constexpr std::string_view xz_magic{
    "\xFD"
    "7zXZ\0",
    6};

class descriptor {
 public:
  explicit descriptor(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) {
      const char* remedy = errno == ENOENT ? "; check the path" : "; check its permissions";
      throw input_error(path + ": cannot open it (" + std::strerror(errno) + ")" + remedy);
    }
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() { close(fd_); }
  operator int() const { return fd_; }

 private:
  int fd_;
};

stored_bytes read_stream(int fd, const std::string& path) {
  growing_buffer buffer(1 << 16);
  for (;;) {
    const ssize_t got = read(fd, buffer.end(), buffer.room());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw input_error(path + ": cannot read it (" + std::strerror(errno) + ")");
    if (got == 0) return buffer.take();
    buffer.append(static_cast<std::size_t>(got));
  }
}

stored_bytes raw_bytes(const std::string& path) {
  const descriptor fd(path);
  struct stat status;
  if (fstat(fd, &status) != 0) throw input_error(path + ": " + std::strerror(errno));
  if (S_ISDIR(status.st_mode)) {
    throw input_error(path + ": is a directory; name a file in it");
  }
  // A pipe cannot be mapped, and files of /proc say that they have no bytes.
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return read_stream(fd, path);
  const auto size = static_cast<std::size_t>(status.st_size);
  void* mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (mapped == MAP_FAILED) return read_stream(fd, path);
  // All of it is read, soon and mostly in order.
  madvise(mapped, size, MADV_WILLNEED);
  std::shared_ptr<const void> owner(
      mapped, [size](const void* start) { munmap(const_cast<void*>(start), size); });
  return {owner, {static_cast<const char*>(mapped), size}};
}

stored_bytes unpacked_bytes(const std::string& path, const loop_options& loops) {
  stored_bytes raw = raw_bytes(path);
  if (raw.bytes.starts_with(zstd_magic)) return unzstd(raw.bytes, path, loops);
  if (raw.bytes.starts_with(gzip_magic)) return ungzip(raw.bytes, path);
  if (raw.bytes.starts_with(xz_magic)) {
    throw input_error(path + ": xz is not read; unpack it with unxz first");
  }
  return raw;
}

}  // namespace

void forget_bytes(std::string_view bytes) noexcept {
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto start = reinterpret_cast<std::uintptr_t>(bytes.data());
  const std::uintptr_t first = (start + page - 1) / page * page;
  const std::uintptr_t last = (start + bytes.size()) / page * page;
  // A refusal leaves the pages where they are.
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

input_file::input_file(const std::string& path, const loop_options& loops) {
  stored_bytes stored = unpacked_bytes(path, loops);
  storage_ = std::move(stored.owner);
  bytes_ = stored.bytes;
}

}  // namespace arcas::graph::detail
