// SPDX-License-Identifier: Apache-2.0
// Bytes whose number is known when the last has arrived.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string_view>

namespace arcas::graph {

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

}  // namespace arcas::graph
