// SPDX-License-Identifier: Apache-2.0
// An array over all ranks. It consists of an address, a length and a block size, and is copied and
// captured like a number.
//
//   auto a = global_array<long>::make(n);            blocks of 64 bytes, assigned to ranks in turn
//   auto b = global_array<long>::make(n, per_block)  blocks of per_block elements, rounded up to a
//                                                    power of two
//   a[i]                                             global_ptr to element i
//   a.free()                                         called when no rank uses the array any more
//
// The elements on one rank are numbered there from 0 on, in ascending order.
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/cluster/heap/global_heap.h>
#include <arcas/cluster/messages/archive.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/rank.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace arcas::inline v0::cluster {

// Memory that all ranks can access, by functions that run on an element's home. A global_ptr<T> is
// one word, with the same meaning on every rank:
//
//   global_malloc<T>(n, block)  n elements in blocks that are assigned to the ranks in turn, not
//                               initialised. If this rank has no memory left, it gets some from
//                               other ranks; so any task can allocate the whole heap
//   global_free(p)              frees the allocation; waits for all ranks
//   export_to_all(object)       the address of an object of this rank
//   p + n, p.home(), p.local()  arithmetic; the element's rank; its address on that rank. None of
//                               these operations divides
//
// Only the home accesses the element: in operations.h, in forall, and in code that calls local().

template <class T>
class global_ptr {
 public:
  constexpr global_ptr() = default;
  constexpr global_ptr(const global_ptr&) = default;
  constexpr global_ptr& operator=(const global_ptr&) & = default;
  explicit constexpr global_ptr(detail::global_address address) : address_(address) {}

  explicit constexpr operator bool() const { return !address_.is_null(); }
  constexpr detail::global_address address() const { return address_; }
  rank_id home() const { return detail::here().heap().home(address_); }
  bool is_here() const { return home() == self(); }
  // For code on the pointer's home only.
  T* local() const {
    assert(is_here() && "global_ptr::local() is for the pointer's home");
    const detail::global_heap& heap = detail::here().heap();
    detail::check_access(heap, detail::access_at_home, address_, sizeof(T));
    return static_cast<T*>(heap.local(address_));
  }

  constexpr global_ptr operator+(std::int64_t n) const {
    return global_ptr(address_.plus(n * static_cast<std::int64_t>(sizeof(T))));
  }
  constexpr global_ptr operator-(std::int64_t n) const { return *this + -n; }
  constexpr global_ptr& operator+=(std::int64_t n) & { return *this = *this + n; }
  // Both pointers must point into one allocation.
  constexpr std::int64_t operator-(global_ptr other) const {
    return static_cast<std::int64_t>(address_.word() - other.address_.word()) /
           static_cast<std::int64_t>(sizeof(T));
  }
  friend constexpr bool operator==(global_ptr, global_ptr) = default;

  template <class Value>
    requires(!std::is_same_v<std::remove_cvref_t<Value>, global_ptr>)
  void operator=(const Value&) & {
    refuse_assignment<Value>();
  }
  template <class Value>
  void operator=(const Value&) && {
    refuse_assignment<Value>();
  }
  template <class Value>
  void operator+=(const Value&) && {
    static_assert(
        arcas::detail::never<Value>,
        "arcas: an element of the global memory may be on another rank: async_add(a[i], x) or "
        "fetch_add(a[i], x) in place of a[i] += x");
  }

 private:
  template <class Value>
  static void refuse_assignment() {
    static_assert(
        arcas::detail::never<Value>,
        "arcas: an element of the global memory may be on another rank: write(a[i], x) in place "
        "of a[i] = x, async_write(a[i], x) without waiting, read(a[i]) for its value");
  }

  detail::global_address address_;
};

namespace detail {

inline constexpr std::size_t default_block_bytes = 64;

template <class T>
constexpr void require_element() {
  static_assert(
      std::is_trivially_copyable_v<T> && !names_a_place<T>,
      "arcas: an element of the global memory is copied between ranks byte for byte, and no "
      "constructor of it runs: it may not own memory or refer to it, as strings, vectors "
      "and pointers do; keep these in a hash_map, a bag or a distributed object");
}

// log2 of the bytes of a block with at least `elements` elements. An element must not lie on two
// ranks.
template <class T>
unsigned block_log2_for(std::size_t elements) {
  require_element<T>();
  static_assert(std::has_single_bit(sizeof(T)),
                "arcas: an element of the global heap must be of 1, 2, 4, 8, 16 … bytes, so that "
                "none lies on "
                "two ranks: add alignas to its class, or a member to fill it up");
  if (elements > (std::size_t{1} << global_heap::most_block_log2) / sizeof(T)) {
    throw std::invalid_argument("a block of " + std::to_string(elements) + " elements of " +
                                std::to_string(sizeof(T)) +
                                " bytes is longer than 2^31 bytes; use smaller blocks");
  }
  const std::size_t bytes =
      std::max(elements * sizeof(T), std::size_t{1} << global_heap::least_block_log2);
  return static_cast<unsigned>(std::bit_width(std::bit_ceil(bytes)) - 1);
}

}  // namespace detail

// `block`: number of consecutive elements on one rank, rounded up to a power of two; 0: 64 bytes.
template <class T>
global_ptr<T> global_malloc(std::uint64_t n, std::size_t block = 0) {
  if (block == 0) block = std::max<std::size_t>(1, detail::default_block_bytes / sizeof(T));
  if (n > ~std::uint64_t{0} / sizeof(T)) {
    throw std::runtime_error("global_malloc of " + std::to_string(n) + " elements of " +
                             std::to_string(sizeof(T)) +
                             " bytes: more than the global address space");
  }
  return global_ptr<T>(detail::allocate_globally(n * sizeof(T), detail::block_log2_for<T>(block)));
}

template <class T>
global_ptr<T> export_to_all(T& object) {
  return global_ptr<T>(detail::global_address::placed(self(), &object));
}

namespace detail {

void free_globally(global_address a);

}  // namespace detail

// Frees an allocation of global_malloc. All ranks first return its memory to the system. Called by
// a task of any rank; throws remote_error if the address is not one that global_malloc has
// returned.
template <class T>
void global_free(global_ptr<T> p) {
  detail::free_globally(p.address());
}

template <class T>
class global_array {
 public:
  global_array() = default;
  // A wrong use (base/wrong_use.h).
  explicit global_array(arcas::detail::anything)
      ARCAS_WRONG("write auto a = global_array<T>::make(n)");
  static global_array make(std::uint64_t n, std::size_t block = 0) {
    global_array a;
    a.size_ = n;
    a.first_ = global_malloc<T>(n, block);
    a.block_log2_ =
        a.first_.address().block_log2() - static_cast<unsigned>(std::countr_zero(sizeof(T)));
    a.checked_ = detail::here().heap().book() ? 1 : 0;
    return a;
  }
  void free() { global_free(first_); }

  std::uint64_t size() const { return size_; }
  global_ptr<T> operator[](std::uint64_t i) const {
    if (checked_) [[unlikely]]
      detail::refuse_index_beyond(i, size_);
    return first_ + static_cast<std::int64_t>(i);
  }
  global_ptr<T> begin() const { return first_; }
  rank_id home(std::uint64_t i) const { return (*this)[i].home(); }

  std::uint64_t local_size() const { return local_size_on(self()); }
  std::uint64_t local_size_on(rank_id r) const { return local_count_before(size_, r); }
  // Number of elements of rank r with an index below i. On rank r, the elements with indices in
  // [i, j) are contiguous; the first of them has the returned number as its position.
  std::uint64_t local_count_before(std::uint64_t i, rank_id r) const {
    const std::uint64_t row = block() * ranks();
    const std::uint64_t rest = i % row;
    const std::uint64_t before = r * block();
    return i / row * block() + (rest <= before ? 0 : std::min(block(), rest - before));
  }
  std::uint64_t global_index(std::uint64_t k) const { return global_index_on(k, self()); }
  std::uint64_t global_index_on(std::uint64_t k, rank_id r) const {
    const std::uint64_t in_block = k & (block() - 1);
    return (((k >> block_log2_) * ranks() + r) << block_log2_) + in_block;
  }
  // Number of consecutive elements on one rank.
  std::uint64_t block() const { return std::uint64_t{1} << block_log2_; }
  // Element k of this rank, whose elements are contiguous.
  T& local_element(std::uint64_t k) const {
    if (checked_) [[unlikely]]
      detail::refuse_local_index_beyond(k, local_size());
    return local_data()[k];
  }
  // The address of this rank's first element, or where it would be if the rank has no element.
  T* local_data() const {
    detail::rank& r = detail::here();
    detail::check_access(r.heap(), "access to the elements of this rank", first_.address(),
                         sizeof(T), size_ == 0 ? 0 : 1);
    const global_ptr<T> own = first_ + (std::int64_t{r.self()} << block_log2_);
    return static_cast<T*>(r.heap().local(own.address()));
  }

 private:
  global_ptr<T> first_;
  std::uint64_t size_ = 0;
  unsigned block_log2_ = 0;    // log2 of the number of elements of a block
  std::uint32_t checked_ = 0;  // 1: indices are compared with the size
};

}  // namespace arcas::inline v0::cluster
