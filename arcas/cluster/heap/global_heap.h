// SPDX-License-Identifier: Apache-2.0
// Where are the blocks of an allocation? Every rank reserves the same number of bytes of address
// space. An allocation takes the same bytes [o, o + m) of all of them, and block b of it is at o
// plus (b div ranks) blocks on rank b mod ranks. Linear offsets are o * ranks and up, so that
// allocations of different block sizes do not meet.
//
// A rank gives out the offsets that are its own, without a message. At first each rank has an equal
// share of them; ranges that are free move from rank to rank by need (PROTOCOL.md).
#pragma once

#include <arcas/base/owned.h>
#include <arcas/cluster/heap/global_address.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace arcas::inline v0::cluster::detail {

class allocation_book;
class range_owners;

// Bytes that one process can have at most, on today's processors.
inline constexpr std::uint64_t most_address_space = std::uint64_t{1} << 47;

class global_heap {
 public:
  static constexpr unsigned least_block_log2 = 3;
  static constexpr unsigned most_block_log2 = 31;

  // Reserves address space, whose first page is never accessible, so that an access through a null
  // pointer ends the program; throws std::runtime_error with a sentence where that is refused, or
  // where addresses do not reach so far. `checked`: there is a book of allocations, they have a gap between them, and
  // offsets that were freed are given out again as late as can be.
  global_heap(rank_id self, rank_id ranks, std::size_t bytes_a_rank, bool checked = false);
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

  // Blocks of 2^block_log2 bytes, contents unspecified; nothing where no range of this rank has
  // room.
  std::optional<global_address> allocate(std::uint64_t bytes, unsigned block_log2);
  // What an allocation takes of each rank: at a multiple of the alignment, so many bytes.
  struct need {
    std::uint64_t bytes = 0;
    std::uint64_t alignment = 0;
  };
  // Nothing where no address reaches so far.
  std::optional<need> need_of(std::uint64_t bytes, unsigned block_log2) const;
  // Whether this rank has given it out.
  bool has_allocated(global_address a) const;
  // Throws std::invalid_argument for what is not the beginning of an allocation. The extent may be
  // given out again by release().
  extent extent_of(global_address a) const;
  void release(global_address a);
  // Gives this rank's memory of an extent back to the system; its contents are gone.
  void drop(extent e);

  // Of all ranks' allocations that this one knows; null where accesses are not checked.
  allocation_book* book() const { return book_; }

  // Ranges that move between ranks. All that this rank has and has not given out;
  std::vector<extent> give_up_free();
  // one for that need, longer where this rank has more: `wished` bytes at most;
  std::optional<extent> give_up(const need& of, std::uint64_t wished);
  // and one that is this rank's from now on.
  void add_free(extent e);
  // Which rank has which: of the first rank only.
  range_owners& owners();

  // That a rank of so many can give at most: what addresses can name, and a process can have.
  static std::uint64_t most_bytes_a_rank(rank_id ranks);
  // Of each rank's memory: all of it; given out by this rank; free on this rank, and in a row.
  std::uint64_t bytes_a_rank() const { return bytes_; }
  std::uint64_t bytes_allocated() const { return allocated_bytes_; }
  std::uint64_t bytes_free() const;
  std::uint64_t longest_free() const;
  // What each rank has at first.
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
  // Where the last allocation ends: if there is a book, the next is looked for from there on first.
  std::uint64_t behind_last_ = 0;
};

}  // namespace arcas::inline v0::cluster::detail
