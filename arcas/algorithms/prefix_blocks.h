// SPDX-License-Identifier: Apache-2.0
// What scan and pack have in common: a block of the range can be finished once it is known what all
// blocks before it come to. Nobody waits for that. A worker that knows it, because it or another
// has just finished the block before, finishes the block at once; else it looks at the block, finds
// what the block comes to, and the block is finished in a second loop. So one worker makes one
// pass; the more there are, the fewer of the blocks come cheap. Private to algorithms/.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/loops/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <source_location>
#include <utility>
#include <vector>

namespace arcas {

// [0, n) in blocks of equal size, but for the last.
struct block_grid {
  // Half of a first level cache of 32 KiB, if the elements are words.
  static constexpr std::size_t largest = 2048;
  // Below this, beginning and ending a block costs as much as its elements.
  static constexpr std::size_t smallest = 256;
  // So many for each of a few workers, when there are elements enough.
  static constexpr std::size_t wanted = 32;

  // grain: as in loop_options.
  block_grid(std::size_t elements, std::size_t grain)
      : n(elements), size(grain != 0 ? grain : std::clamp(n / wanted, smallest, largest)) {}

  std::size_t count() const { return n / size + (n % size != 0); }
  std::size_t begin(std::size_t b) const { return b * size; }
  std::size_t end(std::size_t b) const { return n - begin(b) < size ? n : begin(b) + size; }

  std::size_t n;
  std::size_t size;
};

template <monoid M>
class prefix_blocks {
 public:
  using value_type = typename M::value_type;

  prefix_blocks(std::size_t count, const M& m)
      : m_(m),
        count_(count),
        sums_(count, {m.identity()}),
        through_(std::make_unique<std::atomic<bool>[]>(count)) {}

  // finish(b, before) returns what comes to before the next block; look(b) what the block comes to.
  template <class Finish, class Look>
  void first_pass(const Finish& finish, const Look& look, const loop_options& options,
                  const std::source_location& where) {
    parallel_for(
        std::size_t{0}, count_,
        [&](std::size_t begin, std::size_t end) {
          bool known = begin == 0;
          for (std::size_t b = begin; b != end; ++b) {
            // acquire: pairs with the release below; the sum before this block is there.
            known = known || through_[b - 1].load(std::memory_order_acquire);
            if (!known) {
              sums_[b].value = look(b);
              continue;
            }
            sums_[b].value = finish(b, b == 0 ? m_.identity() : sums_[b - 1].value);
            // release: pairs with the acquire above, in whoever has the next block.
            through_[b].store(true, std::memory_order_release);
          }
        },
        options, where);
  }

  // What is left, in parallel; returns what all blocks come to.
  template <class Finish>
  value_type second_pass(const Finish& finish, const loop_options& options,
                         const std::source_location& where) {
    std::vector<std::size_t> left;
    value_type before = m_.identity();
    for (std::size_t b = 0; b < count_; ++b) {
      // relaxed: the end of the first loop has published it.
      if (through_[b].load(std::memory_order_relaxed)) {
        before = sums_[b].value;
        continue;
      }
      left.push_back(b);
      value_type through = m_(before, sums_[b].value);
      sums_[b].value = std::exchange(before, std::move(through));
    }
    parallel_for(
        std::size_t{0}, left.size(), [&](std::size_t k) { finish(left[k], sums_[left[k]].value); },
        options, where);
    return before;
  }

 private:
  // A std::vector<bool> could not be written by several workers.
  struct block_sum {
    value_type value;
  };

  const M& m_;
  std::size_t count_;
  // The sum of all blocks up to this one where it is finished, else that of the block; in the
  // second pass, of all blocks before it.
  std::vector<block_sum> sums_;
  // Finished in the first pass. Written by the worker that has the block, read by the one that has
  // the next.
  std::unique_ptr<std::atomic<bool>[]> through_;
};

// Options of a loop over blocks: their size has taken the grain into account.
inline loop_options over_blocks(loop_options options) {
  options.grain = 0;
  return options;
}

}  // namespace arcas
