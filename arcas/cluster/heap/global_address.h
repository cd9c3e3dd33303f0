// SPDX-License-Identifier: Apache-2.0
// An address in one word, with the same meaning on every rank. There are two kinds:
//
//   linear   0 | log2 of the block size (5) | offset (58)   blocks assigned to the ranks in turn
//   placed   1 | rank (15) | address on it (48)             any object of one rank
//
// Null is 0. Adding bytes to an address advances it; a placed address stays on its rank.
#pragma once

#include <arcas/cluster/transport/packet.h>

#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::cluster::detail {

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

// A range of each rank's memory, in bytes.
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

// Divides by a number that is known at run time only, by a multiplication. Exact for dividends
// below 2^63 / divisor.
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

}  // namespace arcas::inline v0::cluster::detail
