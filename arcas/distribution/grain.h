// SPDX-License-Identifier: Apache-2.0
// How many iterations does a claim take? The number that the caller gives, or a number that costs a
// few thousand cycles.
#pragma once

#include <arcas/distribution/stripes.h>

#include <algorithm>
#include <cstdint>

namespace arcas::inline v0::detail {

// The speed of a loop's iterations: the number of iterations that cost about `pace_cycles` cycles,
// at least one; 0: unknown.
using pace = std::uint64_t;
inline constexpr std::uint64_t pace_cycles = 16'384;

// Automatic grain, from the duration of earlier chunks and claims. The first chunk is one iteration
// or, if the pace of earlier runs of the loop is known, `least_cycles` long. Chunks grow until they
// cost a few thousand cycles or, where several workers contend for one counter, a hundred times as
// much as their claim. Towards the end of a stripe they shrink down to `least_cycles`, below which
// claims and measurements would be noticeable. On another worker's stripe the grain starts afresh,
// since iterations there may cost a thousand times more. Used by one thread only.
class grain_control {
 public:
  // Cycles of a chunk. In a chunk of 4,000 cycles the claim and the clock cost 1.5 %.
  static constexpr std::uint64_t least_cycles = 1'000;
  static constexpr std::uint64_t most_cycles = 4'000;
  // A claim of more cycles counts as one of this number: it met an interruption, not contention.
  static constexpr std::uint64_t longest_claim = 600;
  static constexpr std::uint64_t claims_in_a_chunk = 100;

  // grain: given by the caller; 0: automatic. known: the pace of earlier runs of the loop.
  grain_control(std::uint64_t grain, pace known)
      : automatic_(grain == 0), grain_(grain == 0 ? 1 : std::min(grain, detail::largest_grain)) {
    if (!automatic_ || known == 0) return;
    cost_ = std::max<std::uint64_t>(1, pace_cycles * 16 / known);
    grain_ = fitting(least_cycles);
  }

  bool automatic() const noexcept { return automatic_; }

  // The grain of the next claim on a stripe that seemed to have `left` iterations left and has
  // `sharers` members.
  std::uint64_t next(std::uint64_t left, std::uint64_t sharers) const noexcept {
    if (!automatic_) return grain_;
    const std::uint64_t share = left / (2 * sharers);
    return std::min(grain_, std::max(share, fitting(least_cycles)));
  }
  // The grain of the first claim on another worker's stripe.
  std::uint64_t fresh() const noexcept { return automatic_ ? 1 : grain_; }

  // `size` iterations took `cycles` cycles. Automatic grain only.
  void measured(std::uint64_t size, std::uint64_t cycles) noexcept {
    cost_ = std::max<std::uint64_t>(1, cycles * 16 / size);
    const std::uint64_t most = std::max(most_cycles, claims_in_a_chunk * claim_);
    grain_ = std::min({fitting(most), 4 * std::max(grain_, size), detail::largest_grain});
  }
  // A claim took `cycles` cycles. Automatic grain only.
  void claimed(std::uint64_t cycles) noexcept {
    const std::uint64_t counted = std::min(cycles, longest_claim);
    claim_ = claim_ == 0 ? counted : (3 * claim_ + counted) / 4;
  }
  // The next claim is on another stripe.
  void start_afresh() noexcept {
    if (!automatic_) return;
    grain_ = 1;
    cost_ = 0;
  }
  pace found() const noexcept { return cost_ == 0 ? 0 : fitting(pace_cycles); }

 private:
  std::uint64_t fitting(std::uint64_t cycles) const noexcept {
    return cost_ == 0 ? 1
                      : std::clamp<std::uint64_t>(cycles * 16 / cost_, 1, detail::largest_grain);
  }

  bool automatic_;
  std::uint64_t grain_;
  std::uint64_t cost_ = 0;   // cycles of 16 iterations; 0: unknown
  std::uint64_t claim_ = 0;  // cycles of a claim, average of the last few claims
};

// The grain of claims that cost almost nothing. A read of the clock costs more, so the clock is
// read once for a batch of chunks, and only then does this class divide numbers. A chunk is a small
// part of the rest of a range, so that near the end few iterations are out of other workers' reach.
// A chunk costs between 1,000 and 16,000 cycles, of which the body's own prologue and epilogue cost
// 20 to 100.
class batch_grain {
 public:
  static constexpr std::uint64_t most_cycles = pace_cycles;
  static constexpr std::uint64_t least_cycles = most_cycles / 16;
  static constexpr std::uint64_t chunks_in_a_batch = 8;
  static constexpr std::uint64_t part_of_rest = 16;

  // grain, known: see grain_control.
  batch_grain(std::uint64_t grain, pace known)
      : automatic_(grain == 0), grown_(automatic_ ? known : grain), pace_(known) {}

  bool automatic() const noexcept { return automatic_; }
  // Whether the pace is known and chunks have grown to it.
  bool settled() const noexcept { return pace_ != 0 && grown_ == pace_; }
  // The grain of the next claims in a range that has `left` iterations left.
  std::uint64_t next(std::uint64_t left) const noexcept {
    if (!automatic_) return grown_;
    const std::uint64_t least = pace_ / (most_cycles / least_cycles);
    return std::max<std::uint64_t>(1, std::min(grown_, std::max(left / part_of_rest, least)));
  }
  // The grain of a worker that is alone, and need not leave iterations for others. The first chunk
  // is small, since the pace of other loops may be wrong for this loop.
  std::uint64_t next_alone() const noexcept {
    const bool unsure = automatic_ && cost_ == 0;
    return std::max<std::uint64_t>(1, unsure ? grown_ / part_of_rest : grown_);
  }
  // Number of iterations until the clock is read again, in chunks of `grain`.
  std::uint64_t batch(std::uint64_t grain) const noexcept {
    if (!automatic_) return ~std::uint64_t{0};
    return settled() ? chunks_in_a_batch * grain : grain;
  }
  // `size` iterations took `cycles` cycles. The cost is an average of the last few measurements. If
  // the pace has fallen, chunks shrink to it at once; if it has risen, they grow at most fourfold.
  void measured(std::uint64_t size, std::uint64_t cycles) noexcept {
    const std::uint64_t now = std::max<std::uint64_t>(1, cycles * 16 / size);
    cost_ = cost_ == 0 ? now : (3 * cost_ + now) / 4;
    pace_ = std::clamp<std::uint64_t>(pace_cycles * 16 / cost_, 1, detail::largest_grain);
    if (automatic_) grown_ = std::min(pace_, 4 * std::max<std::uint64_t>(1, grown_));
  }
  // The next range was another worker's: iterations there may cost a thousand times more.
  void start_afresh() noexcept {
    if (automatic_) *this = batch_grain(0, 0);
  }
  pace found() const noexcept { return pace_; }

 private:
  bool automatic_;
  std::uint64_t grown_;
  pace pace_;
  std::uint64_t cost_ = 0;  // cycles of 16 iterations, as measured here; 0: not measured
};

}  // namespace arcas::inline v0::detail
