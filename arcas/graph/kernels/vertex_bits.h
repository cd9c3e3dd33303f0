// SPDX-License-Identifier: Apache-2.0
// A set of vertices with one bit each, for a frontier that is tested often. A million vertices fit
// 128 KiB, so that tests hit a near cache, which an array of flags would exceed.
#pragma once

#include <arcas/graph/csr.h>
#include <arcas/graph/plain_array.h>
#include <arcas/graph/whole_loop.h>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace arcas::inline v0::graph::detail {

class vertex_bits {
 public:
  using word = std::uint64_t;
  static constexpr std::size_t word_bits = 64;

  vertex_bits() = default;
  // The bits are indeterminate until they are cleared or written word by word.
  explicit vertex_bits(std::size_t vertices)
      : words_((vertices + word_bits - 1) / word_bits), vertices_(vertices) {}

  std::size_t vertex_count() const { return vertices_; }
  std::size_t word_count() const { return words_.size(); }
  word& at_word(std::size_t w) { return words_[w]; }
  word at_word(std::size_t w) const { return words_[w]; }
  // Returns the bits of word w that stand for vertices.
  word valid(std::size_t w) const {
    const std::size_t left = vertices_ - w * word_bits;
    return left >= word_bits ? ~word{0} : (word{1} << left) - 1;
  }

  bool test(vertex v) const { return (words_[v / word_bits] >> (v % word_bits) & 1) != 0; }
  // No other thread may write the word of v meanwhile.
  void set(vertex v) { words_[v / word_bits] |= mask(v); }
  // Other threads may write other bits of the word meanwhile.
  void set_among_others(vertex v) {
    // relaxed: no data is read through the bit before the end of the loop, which publishes it.
    std::atomic_ref(words_[v / word_bits]).fetch_or(mask(v), std::memory_order_relaxed);
  }
  // Returns true in the one thread that sets the bit.
  bool claim_among_others(vertex v) {
    // relaxed: as in set_among_others(); of several claims of a bit one finds it clear.
    const word before =
        std::atomic_ref(words_[v / word_bits]).fetch_or(mask(v), std::memory_order_relaxed);
    return (before & mask(v)) == 0;
  }
  // Other threads may set bits meanwhile.
  bool test_among_others(vertex v) {
    // relaxed: a stale value is a clear bit, which callers take for "not yet".
    return (std::atomic_ref(words_[v / word_bits]).load(std::memory_order_relaxed) & mask(v)) != 0;
  }
  void clear(const loop_options& loops) {
    whole_for(words_.size(), loops, [&](std::size_t w) { words_[w] = 0; });
  }

 private:
  static word mask(vertex v) { return word{1} << (v % word_bits); }

  plain_array<word> words_;
  std::size_t vertices_ = 0;
};

// Calls f(v) for each vertex v of word number w whose bit is set in `bits`.
template <class F>
void for_each_bit(vertex_bits::word bits, std::size_t w, F&& f) {
  for (; bits != 0; bits &= bits - 1) {
    f(static_cast<vertex>(w * vertex_bits::word_bits +
                          static_cast<std::size_t>(std::countr_zero(bits))));
  }
}

}  // namespace arcas::inline v0::graph::detail
