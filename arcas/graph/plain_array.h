// SPDX-License-Identifier: Apache-2.0
// An array of plain values that are not initialised. It cannot grow. Parallel loops fill the
// arrays of a graph: a page lies on the NUMA node of the worker that first writes to it, unless
// vertex_homes.h moves it. Large arrays request huge pages: with small pages, a kernel that reads
// neighbours at random misses the TLB. If memory is short, out_of_memory is thrown
// (memory/memory_block.h). A plain_array can also be a view of existing values (graph_over.h).
#pragma once

#include <arcas/memory/memory_block.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>

namespace arcas::inline v0::graph {

template <class T>
  requires std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>
class plain_array {
 public:
  plain_array() = default;
  explicit plain_array(std::size_t size)
      : values_(arcas::detail::allocate(size, sizeof(T))),
        begin_(static_cast<T*>(values_.get())),
        size_(size) {}
  // A read-only view of values that another object owns. The values must not change while the view
  // is used; they are neither copied nor freed.
  static plain_array over(std::span<const T> values) {
    plain_array array;
    array.begin_ = const_cast<T*>(values.data());
    array.size_ = values.size();
    return array;
  }

  std::size_t size() const noexcept { return size_; }
  T* data() noexcept { return begin_; }
  const T* data() const noexcept { return begin_; }
  T& operator[](std::size_t i) noexcept { return data()[i]; }
  const T& operator[](std::size_t i) const noexcept { return data()[i]; }
  T* begin() noexcept { return data(); }
  T* end() noexcept { return data() + size_; }
  const T* begin() const noexcept { return data(); }
  const T* end() const noexcept { return data() + size_; }
  std::span<T> all() noexcept { return {data(), size_}; }
  std::span<const T> all() const noexcept { return {data(), size_}; }
  // Drops values at the end; their memory is not freed.
  void shrink(std::size_t size) noexcept { size_ = std::min(size_, size); }

 private:
  arcas::detail::memory_block values_;  // empty for a view
  T* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace arcas::inline v0::graph
