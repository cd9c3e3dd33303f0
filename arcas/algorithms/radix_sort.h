// SPDX-License-Identifier: Apache-2.0
// How are whole numbers sorted by many workers? Digit by digit from the least on, each a stable distribution: the workers
// count the digits of their blocks, the counts tell where each number goes, and all are moved there. Bits
// that all numbers have alike are left out, and numbers that are in order already are only read. Private to algorithms/.
//
// A distribution is done whole: a loop that is stopped leaves the numbers all there, in some order.
#pragma once

#include <arcas/loops/parallel_for.h>

#include <algorithm>
#include <bit>
#include <climits>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

template <class T>
concept has_digits =
    std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= sizeof(std::uint64_t);

template <has_digits T>
class radix_sort {
 public:
  radix_sort(T* at, std::size_t n, unsigned workers, const loop_options& options,
             const std::source_location& where)
      : at_(at),
        n_(n),
        blocks_(std::clamp<std::size_t>(n / smallest_block, 1, blocks_a_worker * workers)),
        options_(options),
        where_(where) {
    options_.grain = 1;
  }

  void run() {
    const bits differing = differing_bits();
    if (differing.in_order || options_.stop.stop_requested()) return;
    const auto low = static_cast<unsigned>(std::countr_zero(differing.mask));
    const auto count = static_cast<unsigned>(std::bit_width(differing.mask)) - low;
    const unsigned digits = (count + widest - 1) / widest;
    distribute_all(low, digits, (count + digits - 1) / digits);
  }

 private:
  using key = std::make_unsigned_t<T>;

  static constexpr std::size_t smallest_block = 4096;
  static constexpr std::size_t blocks_a_worker = 4;
  // Bits of a digit: so many places are written to by turns; more miss the caches and the address translation.
  static constexpr unsigned widest = 8;

  // In the order of the numbers.
  static key key_of(T value) {
    constexpr key sign = std::is_signed_v<T> ? key{1} << (sizeof(T) * CHAR_BIT - 1) : key{0};
    return static_cast<key>(static_cast<key>(value) ^ sign);
  }

  struct bits {
    key mask = 0;
    bool in_order = true;
  };

  chunk block(std::size_t b) const { return part_of(n_, blocks_, b); }
  void each_block(const auto& body) {
    parallel_for(std::size_t{0}, blocks_, body, options_, where_);
  }

  bits differing_bits() {
    std::vector<bits> of(blocks_);
    each_block([&](std::size_t b) {
      const auto [first, last] = block(b);
      const T* const at = at_;
      key mask = 0;
      bool in_order = true;
      for (std::size_t i = std::max<std::size_t>(first, 1); i < last; ++i) {
        mask |= static_cast<key>(key_of(at[i]) ^ key_of(at[0]));
        in_order &= at[i - 1] <= at[i];
      }
      of[b] = {mask, in_order};
    });
    bits all;
    for (const bits& b : of)
      all = {static_cast<key>(all.mask | b.mask), all.in_order && b.in_order};
    return all;
  }

  void distribute_all(unsigned low, unsigned digits, unsigned width) {
    const auto scratch = std::make_unique_for_overwrite<T[]>(n_);
    T* from = at_;
    T* to = scratch.get();
    places_.resize(blocks_ << width);
    const stop_handle stop = std::exchange(options_.stop, {});
    for (unsigned d = 0; d < digits && !stop.stop_requested(); ++d) {
      distribute(from, to, low + d * width, width);
      std::swap(from, to);
    }
    if (from == at_) return;
    each_block([&](std::size_t b) {
      const auto [first, last] = block(b);
      std::copy(from + first, from + last, at_ + first);
    });
  }

  void distribute(const T* from, T* to, unsigned shift, unsigned width) {
    const std::size_t values = std::size_t{1} << width;
    const auto digit = [shift, mask = values - 1](T value) {
      return static_cast<std::size_t>(key_of(value) >> shift) & mask;
    };
    each_block([&](std::size_t b) {
      const auto [first, last] = block(b);
      std::size_t* const counts = places_.data() + b * values;
      std::fill_n(counts, values, std::size_t{0});
      for (std::size_t i = first; i < last; ++i) ++counts[digit(from[i])];
    });
    std::size_t before = 0;
    for (std::size_t value = 0; value < values; ++value) {
      for (std::size_t b = 0; b < blocks_; ++b) {
        std::size_t& place = places_[b * values + value];
        before += std::exchange(place, before);
      }
    }
    each_block([&](std::size_t b) {
      const auto [first, last] = block(b);
      std::size_t* const places = places_.data() + b * values;
      for (std::size_t i = first; i < last; ++i) to[places[digit(from[i])]++] = from[i];
    });
  }

  T* at_;
  std::size_t n_;
  std::size_t blocks_;
  loop_options options_;  // grain 1
  const std::source_location& where_;
  std::vector<std::size_t> places_;  // of each block, for each value of a digit
};

}  // namespace arcas::inline v0::detail
