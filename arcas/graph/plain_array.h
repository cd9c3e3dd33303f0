// SPDX-License-Identifier: Apache-2.0
// A fixed number of plain values that nobody has written yet: graph arrays are filled by parallel
// loops, and a value is placed in memory by the worker that writes it first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace arcas::graph {

// Storage for plain_array. Large blocks ask for huge pages: a kernel that reads neighbours at
// random misses the address translation cache on small ones. Throws std::bad_alloc.
void* allocate_block(std::size_t bytes);
void release_block(void* block) noexcept;

template <class T>
requires std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>
class plain_array {
 public:
  plain_array() = default;
  // Values are indeterminate until written.
  explicit plain_array(std::size_t size)
      : values_(static_cast<T*>(allocate_block(bytes_of(size)))), size_(size) {}

  std::size_t size() const noexcept { return size_; }
  T* data() noexcept { return values_.get(); }
  const T* data() const noexcept { return values_.get(); }
  T& operator[](std::size_t i) noexcept { return values_.get()[i]; }
  const T& operator[](std::size_t i) const noexcept { return values_.get()[i]; }
  T* begin() noexcept { return data(); }
  T* end() noexcept { return data() + size_; }
  const T* begin() const noexcept { return data(); }
  const T* end() const noexcept { return data() + size_; }
  std::span<T> all() noexcept { return {data(), size_}; }
  std::span<const T> all() const noexcept { return {data(), size_}; }
  // Forgets values at the end; their memory stays taken.
  void shrink(std::size_t size) noexcept { size_ = std::min(size_, size); }

 private:
  static std::size_t bytes_of(std::size_t size) {
    if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
    return size * sizeof(T);
  }
  struct release {
    void operator()(T* block) const noexcept { release_block(block); }
  };
  std::unique_ptr<T, release> values_;
  std::size_t size_ = 0;
};

}  // namespace arcas::graph
