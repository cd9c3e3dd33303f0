// SPDX-License-Identifier: Apache-2.0
// Packed bytes → bytes. Neither format lets a second thread start anywhere but at a frame, and most
// published files are one frame; those that Arcas and pzstd write are many, and unpacked in
// parallel.
#pragma once

#include <arcas/loops/options.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace arcas::graph::detail {

struct stored_bytes {
  std::shared_ptr<const void> owner;
  std::string_view bytes;
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
  stored_bytes take() {
    const std::string_view bytes = all();
    std::shared_ptr<const void> owner(bytes_, std::free);
    bytes_ = nullptr;
    return {owner, bytes};
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

inline constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";
inline constexpr std::string_view gzip_magic = "\x1F\x8B";

// Any number of frames or members, one after the other. Throw input_error, which names the path and
// the line up to which the data could be unpacked; unzstd also interrupted.
stored_bytes unzstd(std::string_view packed, const std::string& path, const loop_options& loops);
stored_bytes ungzip(std::string_view packed, const std::string& path);

}  // namespace arcas::graph::detail
