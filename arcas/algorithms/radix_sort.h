// SPDX-License-Identifier: Apache-2.0
// How do several workers sort integers? Private to algorithms/.
//
//   1. They read all numbers. If these are in order already, the sort ends. The next steps skip the
//      bits above the highest and below the lowest bit in which numbers differ.
//   2. They distribute the numbers into parts by their most significant bits: the workers count the
//      digits of their blocks, the counts give the place of each number, and all numbers are moved.
//      A part fits into a core's cache.
//   3. Each part is sorted by one worker, digit by digit from the least significant. If the highest
//      bits alone have fewer digits than all bits, the worker sorts by the highest bits, and then
//      by insertion. If the insertion finds the numbers far from in order, the worker sorts by all
//      bits.
//
// If parts would have very different sizes, all workers together sort all numbers digit by digit
// instead of steps 2 and 3. A distribution, once begun, runs to its end even if the loop is
// stopped. All numbers are then still in the array, in some order.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/loops/called_loop.h>
#include <arcas/memory/memory_block.h>

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace arcas::inline v0::detail {

// Stores of whole cache lines that bypass the caches, so that the old contents are not read first.
// They save time for data that is larger than the caches and is written once, line by line.

#if defined(__x86_64__)

// Both pointers are aligned to a cache line. Before another thread reads the line at `to`, this
// thread must call streaming_fence() and then execute a release that publishes the line.
inline void stream_line(const void* from, void* to) noexcept {
  for (std::size_t i = 0; i < cache_line / sizeof(__m128i); ++i)
    _mm_stream_si128(static_cast<__m128i*>(to) + i, static_cast<const __m128i*>(from)[i]);
}

// A release does not order earlier streaming stores; this fence, executed before the release, does.
inline void streaming_fence() noexcept {
  _mm_sfence();
}

#else

// On other processors an ordinary copy: there is no portable instruction for streaming stores.
inline void stream_line(const void* from, void* to) noexcept {
  __builtin_memcpy(to, from, cache_line);
}
inline void streaming_fence() noexcept {}

#endif

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
        alone_(n * sizeof(T) <= (workers == 1 ? worth_parts : worth_others)),
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
    if (alone_) {
      const scratch_memory<T> scratch(n_);
      std::copy_n(at_, n_, scratch.get());
      return sort_part(scratch.get(), at_, n_, low, count);
    }
    if (sort_by_parts(low, count)) return;
    const digit_widths digits(count, widest);
    distribute_all(low, digits.count, digits.width);
  }

 private:
  using key = std::make_unsigned_t<T>;

  static constexpr std::size_t smallest_block = 4096;
  // Up to this number of bytes one worker is faster than several.
  static constexpr std::size_t worth_others = std::size_t{128} << 10;
  // Up to this number of bytes a worker that is alone is faster without a distribution into parts.
  static constexpr std::size_t worth_parts = std::size_t{1} << 20;
  static constexpr std::size_t blocks_a_worker = 4;
  // Maximum number of bits of a digit of distribute_all(). A wider digit has more values, so that
  // stores to the places of these values miss the caches and the TLB.
  static constexpr unsigned widest = 8;
  // A part and its copy fit into a core's cache.
  static constexpr std::size_t part_bytes = std::size_t{256} << 10;
  // 2^9 parts cost no more than fewer parts: the first-level cache has room for a line of each
  // part.
  static constexpr unsigned bits_of_cheap_parts = 9;
  static constexpr unsigned widest_of_parts = 13;
  // A digit in a part may be wider than `widest`, since the places in a part are near each other.
  static constexpr unsigned widest_in_part = 11;
  // Parts have on average at least half of 2^11 numbers; in smaller parts, a digit of 10 bits would
  // have more values than the part has numbers.
  static constexpr unsigned bits_of_smallest_part = 11;

  struct digit_widths {
    explicit digit_widths(unsigned bits, unsigned most)
        : count((bits + most - 1) / most), width(count == 0 ? 0 : (bits + count - 1) / count) {}
    unsigned count;
    unsigned width;
  };

  // Keys are unsigned and have the order of the numbers.
  static key key_of(T value) {
    constexpr key sign = std::is_signed_v<T> ? key{1} << (sizeof(T) * CHAR_BIT - 1) : key{0};
    return static_cast<key>(static_cast<key>(value) ^ sign);
  }

  struct bits {
    key mask = 0;
    bool in_order = true;
  };

  chunk block(std::size_t b) const { return part_of(n_, blocks_, b); }
  void each_block(const auto& body) { called_for(blocks_, body, options_, where_); }

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
    const scratch_memory<T> scratch(n_);
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

  static std::size_t digit(T value, unsigned shift, std::size_t values) {
    return static_cast<std::size_t>(key_of(value) >> shift) & (values - 1);
  }

  void distribute(const T* from, T* to, unsigned shift, unsigned width) {
    const std::size_t values = std::size_t{1} << width;
    count_digits(from, shift, values);
    places_of_counts(values);
    each_block([&](std::size_t b) {
      const auto [first, last] = block(b);
      std::size_t* const places = places_.data() + b * values;
      for (std::size_t i = first; i < last; ++i)
        to[places[digit(from[i], shift, values)]++] = from[i];
    });
  }

  void count_digits(const T* from, unsigned shift, std::size_t values) {
    each_block([&](std::size_t b) {
      const auto [first, last] = block(b);
      std::size_t* const counts = places_.data() + b * values;
      std::fill_n(counts, values, std::size_t{0});
      for (std::size_t i = first; i < last; ++i) ++counts[digit(from[i], shift, values)];
    });
  }

  void places_of_counts(std::size_t values) {
    std::size_t before = 0;
    for (std::size_t value = 0; value < values; ++value) {
      for (std::size_t b = 0; b < blocks_; ++b) {
        std::size_t& place = places_[b * values + value];
        before += std::exchange(place, before);
      }
    }
  }

  // Returns false if a part would be too large for one worker. Nothing has been moved then.
  bool sort_by_parts(unsigned low, unsigned count) {
    const unsigned width = width_of_parts(count);
    const unsigned shift = low + count - width;
    const std::size_t values = std::size_t{1} << width;
    const stop_handle stop = std::exchange(options_.stop, {});
    places_.resize(blocks_ * values);
    count_digits(at_, shift, values);
    const std::size_t largest = largest_part(values);
    const bool is_skewed = largest > 4 * (n_ / values) && largest > n_ / blocks_;
    if (is_skewed || largest > std::numeric_limits<std::uint32_t>::max()) {
      options_.stop = stop;
      return false;
    }
    places_of_counts(values);
    const scratch_memory<T> scratch(n_);
    each_block([&](std::size_t b) { move_by_lines(b, scratch.get(), shift, values); });
    // The moves have advanced the last block's place for a value to the end of the value's numbers.
    const std::size_t* const ends = places_.data() + (blocks_ - 1) * values;
    const auto sort_one = [&](std::size_t value) {
      const std::size_t first = value == 0 ? 0 : ends[value - 1];
      sort_part(scratch.get() + first, at_ + first, ends[value] - first, low,
                stop.stop_requested() ? 0 : shift - low);
    };
    called_for(values, sort_one, options_, where_);
    return true;
  }

  // Width of the digit that selects the part. A wider digit than necessary makes smaller parts. It
  // is chosen if fewer digits remain for the sort of each part than with the narrowest digit.
  unsigned width_of_parts(unsigned count) const {
    const auto most = static_cast<unsigned>(std::bit_width(n_ >> bits_of_smallest_part));
    const auto small_enough = static_cast<unsigned>(std::bit_width(n_ * sizeof(T) / part_bytes));
    const unsigned least = std::max(small_enough, std::min(bits_of_cheap_parts, most));
    if (count <= least) return std::min(count, widest_of_parts);
    constexpr unsigned usual_digit = widest_in_part - 1;
    const unsigned digits = digit_widths(count - least, usual_digit).count;
    const unsigned wider = count - std::min(count, (digits - 1) * usual_digit);
    return std::min(wider <= most ? wider : least, widest_of_parts);
  }

  std::size_t largest_part(std::size_t values) const {
    std::size_t largest = 0;
    for (std::size_t value = 0; value < values; ++value) {
      std::size_t size = 0;
      for (std::size_t b = 0; b < blocks_; ++b) size += places_[b * values + value];
      largest = std::max(largest, size);
    }
    return largest;
  }

  // Moves the numbers of block b to `to`. Numbers with the same value of the digit are collected
  // until they fill a cache line of `to`, which is then written past the caches. Single stores
  // would be slow: the places of the values are in more pages than the TLB holds.
  void move_by_lines(std::size_t b, T* to, unsigned shift, std::size_t values) {
    constexpr std::size_t line = cache_line / sizeof(T);
    struct alignas(cache_line) held_line {
      T at[line];
    };
    const auto held = std::make_unique_for_overwrite<held_line[]>(values);
    std::size_t* const places = places_.data() + b * values;
    const std::vector<std::size_t> begins(places, places + values);
    // Writes a value's collected numbers, from the start of their line to `end`. If the value's
    // places begin within the line, writes only from there on: the places before belong to other
    // values.
    const auto write_held = [&](std::size_t value, std::size_t end) {
      const std::size_t from = std::max(begins[value], (end - 1) / line * line);
      for (std::size_t at = from; at < end; ++at) to[at] = held[value].at[at % line];
    };
    const auto [first, last] = block(b);
    for (std::size_t i = first; i < last; ++i) {
      const T number = at_[i];
      const std::size_t value = digit(number, shift, values);
      const std::size_t place = places[value]++;
      held[value].at[place % line] = number;
      if (place % line != line - 1) continue;
      if (const std::size_t from = place - (line - 1); from >= begins[value]) {
        stream_line(held[value].at, to + from);
      } else {
        write_held(value, place + 1);
      }
    }
    for (std::size_t value = 0; value < values; ++value)
      if (places[value] % line != 0) write_held(value, places[value]);
    streaming_fence();  // before the end of the loop, which publishes the numbers
  }

  // Sorts the numbers of `from`, which differ in `count` bits from `low` on, into `to`, on the
  // calling thread.
  static void sort_part(T* from, T* to, std::size_t n, unsigned low, unsigned count) {
    // The highest bits alone put random numbers nearly in order.
    const unsigned high = std::min(count, static_cast<unsigned>(std::bit_width(n)) + 2);
    T* at = from;
    if (digit_widths(high, widest_in_part).count < digit_widths(count, widest_in_part).count) {
      at = sort_by_bits(from, to, n, low + count - high, high);
      if (insert_in_order(at, to, n)) return;
    }
    at = sort_by_bits(at, at == from ? to : from, n, low, count);
    if (at != to) std::copy_n(at, n, to);
  }

  // Sorts the numbers of `from` by `count` bits from `low` on; returns where they are, `from` or
  // `to`.
  static T* sort_by_bits(T* from, T* to, std::size_t n, unsigned low, unsigned count) {
    constexpr std::size_t values = std::size_t{1} << widest_in_part;
    constexpr std::size_t most_digits =
        (sizeof(T) * CHAR_BIT + widest_in_part - 1) / widest_in_part;
    const digit_widths digits(count, widest_in_part);
    std::array<std::array<std::uint32_t, values>, most_digits> counts;
    const std::size_t used = std::size_t{1} << digits.width;
    for (unsigned d = 0; d < digits.count; ++d) std::fill_n(counts[d].begin(), used, 0);
    for (std::size_t i = 0; i < n; ++i)
      for (unsigned d = 0; d < digits.count; ++d)
        ++counts[d][digit(from[i], low + d * digits.width, used)];
    for (unsigned d = 0; d < digits.count; ++d) {
      auto& places = counts[d];
      if (std::find(places.begin(), places.begin() + used, n) != places.begin() + used) {
        continue;  // all numbers have the same digit
      }
      std::uint32_t before = 0;
      for (std::size_t value = 0; value < used; ++value)
        before += std::exchange(places[value], before);
      for (std::size_t i = 0; i < n; ++i)
        to[places[digit(from[i], low + d * digits.width, used)]++] = from[i];
      std::swap(from, to);
    }
    return from;
  }

  // Inserts the numbers of `from` in order into `to`, which may be `from`. Returns false if the
  // numbers are far from in order. `from` then still has all its numbers; if `from` is `to`, their
  // order may have changed.
  static bool insert_in_order(const T* from, T* to, std::size_t n) {
    constexpr std::size_t forgiven = 64;
    std::size_t moves = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const T number = from[i];
      std::size_t place = i;
      for (; place > 0 && number < to[place - 1]; --place) to[place] = to[place - 1];
      to[place] = number;
      moves += i - place;
      if (moves > i + forgiven)
        return false;  // random numbers sorted by high bits move by at most 1/16 place on average
    }
    return true;
  }

  T* at_;
  std::size_t n_;
  bool alone_;
  std::size_t blocks_;
  loop_options options_;  // with grain 1
  const std::source_location& where_;
  std::vector<std::size_t> places_;  // by block and value of the digit: the count, then the place
};

}  // namespace arcas::inline v0::detail
