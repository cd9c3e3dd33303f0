// SPDX-License-Identifier: Apache-2.0
// Where are the blocks of an allocation? Every rank reserves the same number of bytes of address
// space. An allocation takes the same bytes [o, o + m) of all of them, and block b of it is at o
// plus (b div ranks) blocks on rank b mod ranks. Linear offsets are o * ranks and up, so that
// allocations of different block sizes do not meet. Each rank gives out a part of the offsets of
// its own, so that an allocation sends no message.
#pragma once

#include <arcas/cluster/heap/global_address.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace arcas::inline v0::cluster::detail {

class global_heap {
 public:
  static constexpr unsigned least_block_log2 = 3;
  static constexpr unsigned most_block_log2 = 31;

  // Reserves address space, whose first page is never accessible, so that an access through a null
  // pointer ends the program; throws std::runtime_error with a sentence where that is refused, or
  // where addresses do not reach so far.
  global_heap(rank_id self, rank_id ranks, std::size_t bytes_a_rank);
  ~global_heap();
  global_heap(const global_heap&) = delete;
  global_heap& operator=(const global_heap&) = delete;

  rank_id home(global_address a) const {
    if (a.is_placed()) return a.rank();
    const std::uint64_t block = a.offset() >> a.block_log2();
    return static_cast<rank_id>(block - by_ranks_.quotient(block) * by_ranks_.divisor());
  }
  // On the home of `a` only.
  void* local(global_address a) const {
    if (a.is_placed()) return a.pointer();
    const unsigned k = a.block_log2();
    const std::uint64_t row = by_ranks_.quotient(a.offset() >> k);
    return base_ + (row << k) + (a.offset() & ((std::uint64_t{1} << k) - 1));
  }

  // Blocks of 2^block_log2 bytes, contents unspecified. Throws std::runtime_error with a sentence
  // where this rank's part of the heap has no room.
  global_address allocate(std::uint64_t bytes, unsigned block_log2);
  // The rank whose part of the heap an allocation is from; only that rank may release it.
  rank_id allocator_of(global_address a) const;
  struct extent {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
  };
  // Throws std::invalid_argument for what is not the beginning of an allocation. The extent may be
  // given out again by release().
  extent extent_of(global_address a) const;
  void release(global_address a);
  // Gives this rank's memory of an extent back to the system; its contents are gone.
  void drop(extent e);

  std::uint64_t bytes_allocated() const { return allocated_bytes_; }

 private:
  struct allocation {
    std::uint64_t bytes;
    unsigned block_log2;
  };
  void require_addresses() const;
  void add_free(std::uint64_t offset, std::uint64_t bytes);

  rank_id self_;
  divider by_ranks_;
  std::size_t bytes_;
  std::size_t part_;  // of the offsets, a rank
  std::byte* base_ = nullptr;
  std::map<std::uint64_t, std::uint64_t> free_;              // offset to bytes, neighbours joined
  std::unordered_map<std::uint64_t, allocation> allocated_;  // by offset
  std::uint64_t allocated_bytes_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
