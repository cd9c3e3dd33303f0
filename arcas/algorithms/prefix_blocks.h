// SPDX-License-Identifier: Apache-2.0
// The common part of scan and pack, which divide the range into blocks. A block's prefix is the
// combined value of all blocks before it. Blocks are assigned round robin, usually one to each
// worker. A worker reads a block, computes the block's sum (its combined value), and finishes the
// block when the prefix is known. Private to algorithms/.
//
// A block's sum and prefix together give the prefix of the next block. The worker that supplies the
// second of the two computes that prefix, and continues at the next block if that block's sum is
// known. So no lock is needed, and no block is missed. When a worker has read all its blocks, it
// waits a moment for the prefixes that it needs, and finishes blocks that others have left. If a
// worker loses its processor within a block, a second loop finishes the blocks that depend on that
// block.
#pragma once

#include <arcas/algorithms/monoid.h>
#include <arcas/base/cache_line.h>
#include <arcas/base/exceptions.h>
#include <arcas/base/processor.h>
#include <arcas/loops/called_loop.h>
#include <arcas/loops/options.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

// Fills in the grain and the distributor of the environment (ARCAS_GRAIN, ARCAS_DISTRIBUTOR) if the
// caller gives none. Drops a distributor by locality: it has homes of elements, while the loops of
// these algorithms are over blocks.
loop_options as_configured(loop_options options);
unsigned workers_of(const loop_options& options);

// Is a range worth a parallel loop? The cost of its elements is unknown. So the calling thread
// processes the first few alone and measures the time.
class first_part {
 public:
  // The first part of n elements. A worker that is alone and has no stop token gets all of them.
  // Otherwise the part is empty if the caller has given a stop token or a grain.
  first_part(std::size_t n, unsigned workers, const loop_options& options)
      : n_(n),
        size_(workers == 1 && !options.stop ? n
              : options.grain != 0 || options.stop
                  ? 0
                  : std::min(n, std::clamp(n / looks, smallest, largest))) {}

  std::size_t size() const { return size_; }

  template <class Run>
  auto timed(const Run& run) {
    const std::uint64_t start = cycles();
    auto result = run();
    cycles_ = cycles() - start;
    return result;
  }
  // Whether the rest probably takes the calling thread too little time for a loop to pay.
  bool rest_is_short() const {
    return size_ == n_ || (size_ != 0 && cycles_ * (n_ - size_) < short_rest * size_);
  }

 private:
  // Two reads of the clock cost about 50 cycles, as much as this number of the cheapest elements.
  static constexpr std::size_t smallest = 16;
  static constexpr std::size_t largest = 256;
  static constexpr std::size_t looks = 8;
  // In cycles. The burden of a loop of two workers is 650 to 3,000 cycles, depending on their
  // distance. A loop pays only if its work takes longer than twice its burden.
  static constexpr std::uint64_t short_rest = 6'000;

  std::size_t n_;
  std::size_t size_;
  std::uint64_t cycles_ = 0;
};

// [first, last) in blocks of equal size, except the last.
struct block_grid {
  // size_of_block: not 0.
  block_grid(std::size_t from, std::size_t to, std::size_t size_of_block)
      : first(from), last(to), size(size_of_block) {}
  // Unless the caller has given a grain, each worker gets one block, or several if one would not
  // stay in a cache until it is finished. Blocks smaller than these cost more than they save.
  // Measured times of an element:
  //   4 million words:  0.54 ns in blocks of 16'384 words, 0.34 ns in one block for each worker
  //   20 million words: 0.48 ns in blocks of 262'144 words, 0.68 ns in one block for each worker
  static block_grid dealt_to(unsigned workers, std::size_t from, std::size_t to,
                             const loop_options& options) {
    const std::size_t all = std::max<std::size_t>(1, to - from);
    const std::size_t blocks = workers * (all / workers / in_a_cache + 1);
    return {from, to, std::min(all, options.grain != 0 ? options.grain : all / blocks + 1)};
  }
  static constexpr std::size_t in_a_cache = std::size_t{1} << 18;

  std::size_t count() const { return (last - first) / size + ((last - first) % size != 0); }
  std::size_t begin(std::size_t b) const { return first + b * size; }
  std::size_t end(std::size_t b) const { return last - begin(b) < size ? last : begin(b) + size; }

  std::size_t first;
  std::size_t last;
  std::size_t size;
};

// Options of a loop over blocks. The caller's grain is the size of a block, not a number of blocks.
inline loop_options over_blocks(loop_options options) {
  options.grain = 0;
  return options;
}

template <monoid M>
class prefix_blocks {
 public:
  using value_type = typename M::value_type;

  // before: the prefix of the first block.
  prefix_blocks(std::size_t count, const M& m, value_type before)
      : m_(m), count_(count), blocks_(count + 1, block(m.identity())) {
    blocks_[0].before = std::move(before);
    // relaxed: the loop that reads it begins later.
    blocks_[0].state.store(known, std::memory_order_relaxed);
  }

  // Calls look(b) and later put(b, prefix) for each block: look() returns the block's sum, and
  // put() finishes the block. If no other worker takes part, calls only alone(prefix), which
  // finishes all blocks and returns their combined value. run() returns the combined value of all
  // blocks, unless the loop is stopped.
  template <class Look, class Put, class Alone>
  value_type run(const Look& look, const Put& put, const Alone& alone, unsigned workers,
                 const loop_options& options, const std::source_location& where) {
    const auto work = [&](std::size_t begin, std::size_t end) {
      if (end - begin == workers && !options.stop) {
        blocks_[count_].before = alone(std::as_const(blocks_[0].before));
        // relaxed: the end of the loop publishes it.
        finished_.store(count_, std::memory_order_relaxed);
      } else {
        take_part({begin, end, workers}, look, put, options.stop);
      }
    };
    called_for(workers, work, dealing(options, workers), where);
    // relaxed: the end of the loop has published it.
    if (finished_.load(std::memory_order_relaxed) != count_ && !options.stop.stop_requested()) {
      const auto put_rest = [&](std::size_t b) { put_once(b, put); };
      called_for(count_, put_rest, over_blocks(options), where);
    }
    return std::move(blocks_[count_].before);
  }

 private:
  // The state of a block: bits, each set once.
  static constexpr std::uint32_t known = 1;   // `before` has the prefix
  static constexpr std::uint32_t looked = 2;  // `sum` has the sum
  static constexpr std::uint32_t taken = 4;   // a worker calls put(), or has done so

  // A block has a cache line of its own, since its neighbours belong to other workers. The entry
  // beyond the last block has the combined value of all blocks in `before`.
  struct alignas(cache_line) block {
    explicit block(value_type identity) : before(identity), sum(std::move(identity)) {}
    // For the vector's initial elements, which no other thread sees.
    block(const block& other) : before(other.before), sum(other.sum) {}

    value_type before;
    value_type sum;
    std::atomic<std::uint32_t> state{0};
  };

  // A worker's blocks. Consecutive blocks form rounds of `workers` blocks. In each round the worker
  // has the blocks at positions [begin, end) of the round.
  struct hand {
    std::size_t begin;
    std::size_t end;
    std::size_t workers;

    std::size_t next(std::size_t b) const {
      return b % workers + 1 != end ? b + 1 : b + 1 + workers - (end - begin);
    }
  };

  // Options of the loop over workers. Unless the caller gives a distributor, the loop has fixed
  // ranges: each call gives a worker the same blocks, whose data may still be in its cache. The
  // grain is the number of workers, so that a calling thread that is alone gets all blocks in one
  // chunk.
  static loop_options dealing(loop_options options, unsigned workers) {
    if (options.distributor.automatic()) options.distributor = distributor::fixed_ranges();
    options.grain = options.distributor.kind() == distribution::fixed ? workers : 1;
    return options;
  }

  // Number of blocks, counted from the last, in which put_last() looks for blocks left by others.
  static constexpr std::size_t last_few = 16;
  // In cycles. A worker that has read its blocks waits as long as it has worked, plus `patience`:
  // some round trips of a cache line between distant processors. It waits at most most_patience: if
  // workers outnumber the processors, the awaited worker may need this worker's processor.
  static constexpr std::uint64_t patience = 4'000;
  static constexpr std::uint64_t most_patience = 50'000;

  // In all accesses to `state`, a release publishes what was written before the bit was set:
  // `before` or `sum`, and other writes of look(). An acquire sees these writes.
  std::uint32_t state_of(std::size_t b) {
    // acquire: pairs with add().
    return blocks_[b].state.load(std::memory_order_acquire);
  }
  std::uint32_t add(std::uint32_t bit, std::size_t b) {
    // acq_rel: release pairs with state_of() and with the acquire here: the worker that sets the
    // second bit sees what was written before the first.
    return blocks_[b].state.fetch_or(bit, std::memory_order_acq_rel);
  }

  // Gives block b its prefix `through`, then gives the following blocks their prefixes as long as
  // sums are known.
  void carry_on(std::size_t b, value_type through) {
    for (;; ++b) {
      blocks_[b].before = std::move(through);
      if (!(add(known, b) & looked)) return;
      through = m_(blocks_[b].before, blocks_[b].sum);
    }
  }

  template <class Look, class Put>
  void take_part(const hand& mine, const Look& look, const Put& put, const stop_handle& stop) {
    const std::uint64_t started = cycles();
    std::size_t finished = 0;
    std::size_t waiting = mine.begin;  // the first block that was looked at and is not finished
    ARCAS_TRY {
      // relaxed: a hint that a function has thrown.
      const auto goes_on = [&] {
        return !stop.stop_requested() && !given_up_.load(std::memory_order_relaxed);
      };
      for (std::size_t b = mine.begin; b < count_ && goes_on(); b = mine.next(b)) {
        blocks_[b].sum = look(b);
        if (add(looked, b) & known) carry_on(b + 1, m_(blocks_[b].before, blocks_[b].sum));
        for (; waiting <= b && state_of(waiting) & known; waiting = mine.next(waiting))
          finished += put_once(waiting, put);
      }
      const std::uint64_t now = cycles();
      const std::uint64_t wait = std::min(now - started + patience, most_patience);
      if (goes_on()) finished += put_last(mine, waiting, now + wait, put);
    }
    ARCAS_CATCH_ALL {
      given_up_.store(true, std::memory_order_relaxed);  // relaxed: a hint
      throw_again();
    }
    // relaxed: the end of the loop publishes it.
    finished_.fetch_add(finished, std::memory_order_relaxed);
  }

  // Finishes this worker's remaining blocks, and blocks that others have left.
  template <class Put>
  std::size_t put_last(const hand& mine, std::size_t waiting, std::uint64_t until, const Put& put) {
    std::size_t finished = 0;
    for (std::size_t b = waiting; b < count_; b = mine.next(b)) {
      if (!becomes_known(b, until)) return finished;
      finished += put_once(b, put);
    }
    for (std::size_t b = count_ - std::min(count_, last_few); b != count_; ++b) {
      const std::uint32_t state = state_of(b);
      if (state & looked && state & known) finished += put_once(b, put);
    }
    return finished;
  }

  bool becomes_known(std::size_t b, std::uint64_t until) {
    while (!(state_of(b) & known)) {
      if (cycles() - until < ~std::uint64_t{0} / 2) return false;
      pause();
    }
    return true;
  }

  // Finishes a block if its sum and prefix are known and no other worker has taken it. Returns the
  // number of blocks finished, 0 or 1.
  template <class Put>
  std::size_t put_once(std::size_t b, const Put& put) {
    if (state_of(b) != (known | looked) || add(taken, b) & taken) return 0;
    put(b, std::as_const(blocks_[b].before));
    return 1;
  }

  const M& m_;
  std::size_t count_;
  // carry_on() writes a block's `before`, then sets the bit `known`. The worker that reads the
  // block writes `sum`, then sets `looked`.
  std::vector<block> blocks_;
  alignas(no_sharing) std::atomic<std::size_t> finished_{0};  // number of finished blocks; each
                                                              // worker adds its own at its end
  std::atomic<bool> given_up_{false};  // set by a worker whose function throws
};

}  // namespace arcas::inline v0::detail
