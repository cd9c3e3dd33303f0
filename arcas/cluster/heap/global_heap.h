// SPDX-License-Identifier: Apache-2.0
// Where are the blocks of an allocation? Every rank reserves the same number of bytes of address
// space. An allocation takes the same bytes [o, o + m) on all ranks; its block b is on rank b mod
// ranks, (b div ranks) blocks behind o. The offsets in its addresses (global_address) start at
// o * ranks. So addresses of two allocations never overlap, even if their block sizes differ.
//
// A rank allocates at offsets o that it owns, without a message. Initially each rank owns an equal
// share of these offsets; free ranges move to the ranks that need them (PROTOCOL.md).
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// An address in one word, with the same meaning on every rank. There are two kinds:
//
//   linear   0 | log2 of the block size (5) | offset (58)   blocks assigned to the ranks in turn
//   placed   1 | rank (15) | address on it (48)             any object of one rank
//
// Null is 0. Adding bytes to an address advances it; a placed address stays on its rank.

class global_address {
 public:
  static constexpr unsigned offset_bits = 58;
  static constexpr unsigned pointer_bits = 48;
  static constexpr rank_id most_ranks = 1u << 15;

  constexpr global_address() = default;
  static constexpr global_address linear(unsigned block_log2, std::uint64_t offset) {
    return global_address((std::uint64_t{block_log2} << offset_bits) + offset);
  }
  static global_address placed(rank_id rank, const void* object) {
    return global_address(placed_bit + (std::uint64_t{rank} << pointer_bits) +
                          reinterpret_cast<std::uintptr_t>(object));
  }

  constexpr bool is_null() const { return word_ == 0; }
  constexpr bool is_placed() const { return (word_ & placed_bit) != 0; }
  constexpr unsigned block_log2() const { return static_cast<unsigned>(word_ >> offset_bits); }
  constexpr std::uint64_t offset() const { return word_ & ((std::uint64_t{1} << offset_bits) - 1); }
  constexpr rank_id rank() const {
    return static_cast<rank_id>((word_ & ~placed_bit) >> pointer_bits);
  }
  void* pointer() const {
    return reinterpret_cast<void*>(word_ & ((std::uint64_t{1} << pointer_bits) - 1));
  }
  constexpr std::uint64_t word() const { return word_; }
  constexpr global_address plus(std::int64_t bytes) const {
    return global_address(word_ + static_cast<std::uint64_t>(bytes));
  }
  friend constexpr bool operator==(global_address, global_address) = default;

 private:
  static constexpr std::uint64_t placed_bit = std::uint64_t{1} << 63;
  explicit constexpr global_address(std::uint64_t word) : word_(word) {}
  std::uint64_t word_ = 0;
};

// The bytes [offset, offset + bytes) of each rank's memory.
struct extent {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

// Consecutive elements from an address on.
struct accessed {
  global_address first;
  std::size_t element_bytes = 1;
  std::uint64_t elements = 1;
};

// Divides by a divisor that is known only at run time. A multiplication replaces the division. The
// result is exact for dividends below 2^63 / divisor.
class divider {
 public:
  explicit constexpr divider(std::uint32_t divisor)
      : divisor_(divisor), inverse_(((std::uint64_t{1} << 63) + divisor - 1) / divisor) {}
  constexpr std::uint64_t quotient(std::uint64_t n) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<wide>(2 * n) * inverse_) >> 64);
  }
  constexpr std::uint32_t divisor() const { return divisor_; }

 private:
  std::uint32_t divisor_;
  std::uint64_t inverse_;
};

class allocation_book;
class range_owners;

// Maximum number of bytes of address space of a process on current processors.
inline constexpr std::uint64_t most_address_space = std::uint64_t{1} << 47;

class global_heap {
 public:
  static constexpr unsigned least_block_log2 = 3;
  static constexpr unsigned most_block_log2 = 31;

  // Reserves address space. The first page of the space is not accessible, so an access through a
  // null pointer ends the program. Throws std::runtime_error if the system refuses the space, or if
  // a global_address has too few bits for it. If `checked`, the heap keeps a book of allocations,
  // leaves a gap between them, and reuses freed offsets as late as possible.
  global_heap(rank_id self, rank_id ranks, std::size_t bytes_a_rank, bool checked = false);
  ~global_heap();
  global_heap(const global_heap&) = delete;
  global_heap& operator=(const global_heap&) = delete;

  rank_id home(global_address a) const {
    if (a.is_placed()) return a.rank();
    const std::uint64_t block = a.offset() >> a.block_log2();
    return static_cast<rank_id>(block - by_ranks_.quotient(block) * by_ranks_.divisor());
  }
  // Called on the home of `a` only.
  void* local(global_address a) const {
    if (a.is_placed()) return a.pointer();
    const unsigned k = a.block_log2();
    const std::uint64_t row = by_ranks_.quotient(a.offset() >> k);
    return base_ + (row << k) + (a.offset() & ((std::uint64_t{1} << k) - 1));
  }

  // Allocates `bytes` bytes over all ranks, in blocks of 2^block_log2 bytes, not initialised. Empty
  // if no free range of this rank is long enough.
  std::optional<global_address> allocate(std::uint64_t bytes, unsigned block_log2);
  // The space that an allocation takes on each rank: `bytes` bytes at a multiple of `alignment`.
  struct need {
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 0;
  };
  // Empty if a global_address has too few bits for the allocation.
  std::optional<need> need_of(std::uint64_t bytes, unsigned block_log2) const;
  // Whether this rank has made the allocation that starts at this address.
  bool has_allocated(global_address a) const;
  // The range of the allocation that starts at this address; throws std::invalid_argument if there
  // is none. release() makes the range free again.
  extent extent_of(global_address a) const;
  void release(global_address a);
  // Returns this rank's memory of a range to the system; its contents are lost.
  void drop(extent e);

  // What this rank knows about the allocations of all ranks; null if accesses are not checked.
  allocation_book* book() const { return book_; }

  // The next three functions move ranges between ranks. give_up_free() removes and returns all free
  // ranges of this rank.
  std::vector<extent> give_up_free();
  // Removes and returns one range that meets this need, of up to `wished` bytes if the free range
  // is longer.
  std::optional<extent> give_up(const need& of, std::uint64_t wished);
  // Adds a range that belongs to this rank from now on.
  void add_free(extent e);
  // The owners of all ranges; on the first rank only.
  range_owners& owners();

  // Maximum number of bytes that each of `ranks` ranks can contribute: it is limited by addresses
  // and by the address space of a process.
  static std::uint64_t most_bytes_a_rank(rank_id ranks);
  // Four numbers of bytes of each rank's memory, in the order of the functions: all bytes; those
  // that this rank has allocated; those that it may allocate; those of its longest free range.
  std::uint64_t bytes_a_rank() const { return bytes_; }
  std::uint64_t bytes_allocated() const { return allocated_bytes_; }
  std::uint64_t bytes_free() const;
  std::uint64_t longest_free() const;
  // Initial number of bytes of each rank's share.
  std::uint64_t first_share() const { return share_; }

 private:
  struct books;
  struct place;
  void require_addresses() const;
  std::optional<place> place_for(const need& of);
  std::optional<place> place_behind(std::uint64_t least, const need& of);
  void take(const place& where, std::uint64_t bytes);

  rank_id self_;
  divider by_ranks_;
  std::size_t bytes_;
  std::uint64_t share_;
  std::byte* base_ = nullptr;
  const arcas::detail::owned<books> books_;
  std::uint64_t allocated_bytes_ = 0;
  allocation_book* book_ = nullptr;
  // The end of the last allocation. If there is a book, the search for the next place starts there.
  std::uint64_t behind_last_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
