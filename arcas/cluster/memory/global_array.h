// SPDX-License-Identifier: Apache-2.0
// An array over all ranks. It consists of an address, a length and a block size, and is copied and
// captured like a number.
//
//   auto a = global_array<long>::make(n);            blocks of 64 bytes, assigned to ranks in turn
//   auto b = global_array<long>::make(n, per_block)  blocks of per_block elements, a power of two
//   a[i]                                             global_ptr to element i
//   a.free()                                         called when no rank uses the array any more
//
// The elements on one rank are numbered there from 0 on, in ascending order.
#pragma once

#include <arcas/cluster/memory/global_ptr.h>

#include <algorithm>
#include <bit>

namespace arcas::inline v0::cluster {

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

  // Number of elements on this rank.
  std::uint64_t local_size() const { return local_size_on(self()); }
  std::uint64_t local_size_on(rank_id r) const { return local_count_before(size_, r); }
  // Number of elements of rank r before element i. Rank r's elements in [i, j) are contiguous
  // there, from this index on.
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
  // The elements of this rank are contiguous.
  T& local_element(std::uint64_t k) const {
    if (checked_) [[unlikely]]
      detail::refuse_local_index_beyond(k, local_size());
    return local_data()[k];
  }
  // The address of this rank's first element, also if the rank has no element.
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
