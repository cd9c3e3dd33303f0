// SPDX-License-Identifier: Apache-2.0
// Memory that all ranks can access. A global_ptr<T> is one word, with the same meaning on every
// rank:
//
//   global_malloc<T>(n, block)  n elements in blocks that are assigned to the ranks in turn, not
//                               initialised; a task gets memory of other ranks if its own has none,
//                               so any task can allocate the whole heap
//   global_free(p)              frees the allocation; waits for all ranks
//   export_to_all(object)       the address of an object of this rank
//   p + n, p.home(), p.local()  arithmetic; the element's rank; its address there. No divisions
//
// Only the home accesses the element: by operations.h, by forall, or through local() there.
#pragma once

#include <arcas/cluster/heap/global_address.h>
#include <arcas/cluster/messages/portable.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/heap_keeper.h>
#include <arcas/cluster/ranks/memory_check.h>
#include <arcas/cluster/ranks/rank.h>

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace arcas::inline v0::cluster {

namespace detail {

template <class T>
inline constexpr bool never = false;

}  // namespace detail

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
  // Both must point into one allocation.
  constexpr std::int64_t operator-(global_ptr other) const {
    return static_cast<std::int64_t>(address_.word() - other.address_.word()) /
           static_cast<std::int64_t>(sizeof(T));
  }
  friend constexpr bool operator==(global_ptr, global_ptr) = default;

  // a[i] = x and a[i] += x are not operations: the element may be on another rank.
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
    static_assert(detail::never<Value>,
                  "an element of the global memory may be on another rank: async_add(a[i], x) or "
                  "fetch_add(a[i], x) in place of a[i] += x");
  }

 private:
  template <class Value>
  static void refuse_assignment() {
    static_assert(detail::never<Value>,
                  "an element of the global memory may be on another rank: write(a[i], x) in place "
                  "of a[i] = x, async_write(a[i], x) without waiting, read(a[i]) for its value");
  }

  detail::global_address address_;
};

namespace detail {

inline constexpr std::size_t default_block_bytes = 64;

// The requirements on an element of the global heap, for all that allocate.
template <class T>
constexpr void require_element() {
  static_assert(std::is_trivially_copyable_v<T> && !names_a_place<T>,
                "an element of the global memory is copied between ranks byte for byte, and no "
                "constructor of it runs: it may not own memory or refer to it, as strings, vectors "
                "and pointers do; keep these in a hash_map, a bag or a distributed object");
}

// log2 of the bytes of a block with at least `elements` elements. An element must not lie on two
// ranks.
template <class T>
unsigned block_log2_for(std::size_t elements) {
  require_element<T>();
  static_assert(
      std::has_single_bit(sizeof(T)),
      "an element of the global heap must be of 1, 2, 4, 8, 16 … bytes, so that none lies on "
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

}  // namespace arcas::inline v0::cluster
