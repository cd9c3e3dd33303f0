// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/memory_limit.h>
#include <arcas/graph/files/input_budget.h>
#include <arcas/graph/input_descriptor.h>
#include <arcas/graph/input_file.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/text_start.h>
#include <arcas/graph/unpacker.h>
#include <arcas/graph/whole_loop.h>
#include <arcas/graph/zstd_context.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <vector>

namespace arcas::inline v0::graph::detail {
namespace {

// A buffer that grows within the limits as bytes arrive. realloc moves pages, not bytes, once the
// buffer is large.
class growing_buffer {
 public:
  growing_buffer(std::size_t capacity, const std::string& path, const input_limits& limits)
      : start_(path), path_(path), most_(most_bytes(limits.most)), begun_(!limits.text) {
    reserve(std::max<std::size_t>(capacity, 4096));
  }
  growing_buffer(const growing_buffer&) = delete;
  growing_buffer& operator=(const growing_buffer&) = delete;
  ~growing_buffer() { std::free(bytes_); }

  bool begun() const { return begun_; }
  char* end() { return bytes_ + size_; }
  // Returns at most the size of a block, 1 MiB: a faulty input is then refused after its first
  // block, and a request to stop is seen between two blocks.
  std::size_t room() const {
    constexpr std::size_t block = 1 << 20;
    return std::min(capacity_ - size_, block);
  }
  void append(std::size_t written) {
    size_ += written;
    if (!begun_) begun_ = start_.look(all());
    require_budget(path_, size_, most_);
    if (size_ == capacity_) reserve(capacity_ * 2);
  }
  std::string_view all() const { return {bytes_, size_}; }
  input_file take() {
    const std::string_view bytes = all();
    return {std::shared_ptr<const void>(std::exchange(bytes_, nullptr), std::free), bytes};
  }

 private:
  void reserve(std::size_t capacity) {
    // One byte above the limit, so that an excess is noticed.
    capacity = static_cast<std::size_t>(std::min<std::uint64_t>(capacity, most_ + 1));
    void* grown = std::realloc(bytes_, capacity);
    if (grown == nullptr) throw std::bad_alloc();
    bytes_ = static_cast<char*>(grown);
    capacity_ = capacity;
  }
  text_start start_;
  const std::string& path_;
  std::uint64_t most_;
  bool begun_;  // the start has been accepted, or need not be checked
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

input_file read_stream(const input_descriptor& file, const input_limits& limits) {
  growing_buffer buffer(1 << 16, file.path(), limits);
  for (;;) {
    const std::size_t got = file.read_some(buffer.end(), buffer.room());
    if (got == 0) return buffer.take();
    buffer.append(got);
  }
}

// Reads the start of a file, until it is accepted as a text. Returns the number of bytes read.
std::size_t read_start(const input_descriptor& file, std::span<char> to) {
  constexpr std::size_t block = 1 << 20;
  text_start start(file.path());
  std::size_t done = 0;
  while (done != to.size()) {
    const std::size_t some = std::min(block, to.size() - done);
    file.read(done, to.data() + done, some);
    done += some;
    if (start.look({to.data(), done})) break;
  }
  return done;
}

// Reads a file in pieces, by all workers.
input_file read_whole(const input_descriptor& file, const loop_options& loops,
                      const input_limits& limits) {
  constexpr std::size_t piece = std::size_t{4} << 20;
  const std::uint64_t most = arcas::detail::memory_limit();
  if (file.size() > most) {
    throw input_error(
        file.path() + ": has " + std::to_string(file.size()) + " bytes, but this process may use " +
        std::to_string(most) +
        " bytes of memory; read it on a machine with more, or in parts on several ranks");
  }
  const auto bytes = std::make_shared<plain_array<char>>(static_cast<std::size_t>(file.size()));
  const std::size_t done = limits.text ? read_start(file, bytes->all()) : 0;
  const std::span<char> rest = bytes->all().subspan(done);
  whole_for((rest.size() + piece - 1) / piece, loops, [&](std::size_t p) {
    const std::size_t first = p * piece;
    file.read(done + first, rest.data() + first, std::min(piece, rest.size() - first));
  });
  file.require_unchanged();
  return {bytes, {bytes->data(), bytes->size()}};
}

struct zstd_frame {
  std::string_view packed;
  std::size_t at;    // position of its content in the unpacked file
  std::size_t size;  // of its content, in bytes
};

// All frames if each states the size of its content; otherwise none.
std::vector<zstd_frame> frames_of(std::string_view packed) {
  // zstd cannot expand this much; a larger claim means corruption.
  constexpr std::size_t greatest_growth = std::size_t{1} << 17;
  std::vector<zstd_frame> frames;
  std::size_t at = 0;
  while (!packed.empty()) {
    const std::size_t length = ZSTD_findFrameCompressedSize(packed.data(), packed.size());
    if (ZSTD_isError(length)) return {};
    const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ||
        size / greatest_growth > length) {
      return {};
    }
    frames.push_back({packed.substr(0, length), at, static_cast<std::size_t>(size)});
    at += static_cast<std::size_t>(size);
    packed.remove_prefix(length);
  }
  return frames;
}

// Unpacks each frame to its position; returns false if one is damaged.
bool unpack_frames(const std::vector<zstd_frame>& frames, char* to, const loop_options& loops) {
  std::atomic<bool> damaged = false;
  whole_for(frames.size(), loops, [&](std::size_t f) {
    const zstd_frame& frame = frames[f];
    const zstd_context context = make_zstd_context();
    const std::size_t size = ZSTD_decompressDCtx(context.get(), to + frame.at, frame.size,
                                                 frame.packed.data(), frame.packed.size());
    // relaxed, both: the flag is read after the join of the loop.
    if (size != frame.size) damaged.store(true, std::memory_order_relaxed);
  });
  return !damaged.load(std::memory_order_relaxed);  // relaxed: as above
}

// Unpacks from the start, without trusting the sizes that frames state; errors have a line.
void unpack(std::string_view packed, const std::string& path, const loop_options& loops,
            growing_buffer& text, bool only_until_begun = false) {
  const std::unique_ptr<unpacker> from = unpacker_of(packed);
  while (!only_until_begun || !text.begun()) {
    if (loops.stop.stop_requested()) throw interrupted();
    const std::size_t got = from->unpack(packed, text.end(), text.room());
    if (got == 0 && from->fault().empty()) return;
    if (got == 0) {
      const std::string_view good = text.all();
      from->refuse(path,
                   1 + static_cast<std::uint64_t>(std::count(good.begin(), good.end(), '\n')));
    }
    text.append(got);
  }
}

bool is_packed(std::string_view bytes) {
  return bytes.starts_with(zstd_magic) || bytes.starts_with(gzip_magic);
}

input_file unpacked_bytes(const input_descriptor& file, const loop_options& loops,
                          const input_limits& limits) {
  if (!limits.text && file.is_device()) {
    throw input_error(file.path() + ": is a device, which is not read in this format; name a file");
  }
  // Pipes have no size, and files of /proc report a size of 0.
  input_file raw = file.has_size() ? read_whole(file, loops, limits) : read_stream(file, limits);
  refuse_xz(raw.bytes(), file.path());
  if (!is_packed(raw.bytes())) return raw;
  const std::uint64_t most = most_unpacked(raw.bytes().size(), limits.most);
  return unpacked(raw.bytes(), file.path(), loops, {most, limits.text});
}

}  // namespace

void refuse_xz(std::string_view bytes, const std::string& path) {
  constexpr std::string_view xz_magic(
      "\xFD"
      "7zXZ\0",
      6);
  if (bytes.starts_with(xz_magic)) {
    throw input_error(path + ": is packed with xz, which is not read; unpack it with unxz first");
  }
}

input_file unpacked(std::string_view packed, const std::string& path, const loop_options& loops,
                    const input_limits& limits) {
  const std::vector<zstd_frame> frames = frames_of(packed);
  if (const std::size_t size = frames.empty() ? 0 : frames.back().at + frames.back().size) {
    require_budget(path, size, most_bytes(limits.most));
    // Check the start before allocating memory for the whole.
    growing_buffer start(1 << 16, path, limits);
    unpack(packed, path, loops, start, true);
    const std::shared_ptr<char> text(static_cast<char*>(std::malloc(size)), std::free);
    if (text && unpack_frames(frames, text.get(), loops)) return {text, {text.get(), size}};
  }
  // Room for edge lists, which compress to about a quarter of their size.
  growing_buffer text(packed.size() * 5, path, limits);
  unpack(packed, path, loops, text);
  return text.take();
}

void forget_bytes(std::string_view bytes) noexcept {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto start = reinterpret_cast<std::uintptr_t>(bytes.data());
  const std::uintptr_t first = (start + page - 1) / page * page;
  const std::uintptr_t last = (start + bytes.size()) / page * page;
  // If the system refuses, the pages stay.
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

bool is_packed(const input_descriptor& file) {
  std::string magic(std::min<std::uint64_t>(file.size(), 8), '\0');
  file.read(0, magic.data(), magic.size());
  refuse_xz(magic, file.path());
  return is_packed(magic);
}

input_file::input_file(const input_descriptor& file, const loop_options& loops,
                       const input_limits& limits)
    : input_file(unpacked_bytes(file, loops, limits)) {}

input_file::input_file(const std::string& path, const loop_options& loops,
                       const input_limits& limits)
    : input_file(input_descriptor(path, loops.stop), loops, limits) {}

}  // namespace arcas::inline v0::graph::detail
