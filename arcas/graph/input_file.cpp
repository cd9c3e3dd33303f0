// SPDX-License-Identifier: Apache-2.0
#include <arcas/graph/input_file.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

namespace arcas::graph {
namespace {

constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";
constexpr std::string_view gzip_magic = "\x1F\x8B";
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

// Bytes that grow as they arrive; realloc moves pages, not bytes, once the buffer is large.
class growing_buffer {
 public:
  explicit growing_buffer(std::size_t capacity) { reserve(std::max<std::size_t>(capacity, 4096)); }
  growing_buffer(const growing_buffer&) = delete;
  growing_buffer& operator=(const growing_buffer&) = delete;
  ~growing_buffer() { std::free(bytes_); }

  char* end() { return bytes_ + size_; }
  std::size_t room() const { return capacity_ - size_; }
  void append(std::size_t written) {
    size_ += written;
    if (room() == 0) reserve(capacity_ * 2);
  }
  std::string_view all() const { return {bytes_, size_}; }
  std::shared_ptr<const void> take() {
    std::shared_ptr<const void> owner(bytes_, std::free);
    bytes_ = nullptr;
    return owner;
  }

 private:
  void reserve(std::size_t capacity) {
    void* grown = std::realloc(bytes_, capacity);
    if (grown == nullptr) throw std::bad_alloc();
    bytes_ = static_cast<char*>(grown);
    capacity_ = capacity;
  }
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

struct stored_bytes {
  std::shared_ptr<const void> owner;
  std::string_view bytes;
};

stored_bytes taken_from(growing_buffer& buffer) {
  const std::string_view bytes = buffer.all();
  return {buffer.take(), bytes};
}

stored_bytes read_stream(int fd, const std::string& path) {
  growing_buffer buffer(1 << 16);
  for (;;) {
    const ssize_t got = read(fd, buffer.end(), buffer.room());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw input_error(path + ": cannot read it (" + std::strerror(errno) + ")");
    if (got == 0) return taken_from(buffer);
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

[[noreturn]] void refuse_zstd(const std::string& path, std::string_view unpacked,
                              const std::string& what) {
  const auto line = 1 + std::count(unpacked.begin(), unpacked.end(), '\n');
  throw input_error(path + ":" + std::to_string(line) + ": the zstd data " + what +
                    " here; fetch or compress the file again");
}

stored_bytes unzstd(std::string_view packed, const std::string& path) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(),
                                                                        ZSTD_freeDCtx);
  if (!context) throw std::bad_alloc();
  // Files packed with --long need a window larger than the default limit.
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, sizeof(void*) == 8 ? 31 : 30);
  // Edge lists shrink to about a quarter.
  growing_buffer text(packed.size() * 5);
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  std::size_t more = 1;
  bool output_was_full = false;
  while (in.pos < in.size || output_was_full) {
    ZSTD_outBuffer out{text.end(), text.room(), 0};
    more = ZSTD_decompressStream(context.get(), &out, &in);
    output_was_full = out.pos == out.size && more != 0;
    text.append(out.pos);
    if (ZSTD_isError(more)) {
      refuse_zstd(path, text.all(), std::string("is damaged (") + ZSTD_getErrorName(more) + ")");
    }
  }
  if (more != 0) refuse_zstd(path, text.all(), "ends early");
  return taken_from(text);
}

stored_bytes unpacked_bytes(const std::string& path) {
  stored_bytes raw = raw_bytes(path);
  if (raw.bytes.starts_with(zstd_magic)) return unzstd(raw.bytes, path);
  if (raw.bytes.starts_with(gzip_magic)) {
    throw input_error(path + ": gzip is not read; unpack it with gunzip first");
  }
  if (raw.bytes.starts_with(xz_magic)) {
    throw input_error(path + ": xz is not read; unpack it with unxz first");
  }
  return raw;
}

}  // namespace

input_file::input_file(const std::string& path) {
  stored_bytes stored = unpacked_bytes(path);
  storage_ = std::move(stored.owner);
  bytes_ = stored.bytes;
}

}  // namespace arcas::graph
