// SPDX-License-Identifier: Apache-2.0
// How many iterations one claim takes: what the caller said, or as many as cost a few thousand
// cycles.
#pragma once

#include <arcas/distribution/stripes.h>

#include <algorithm>
#include <cstdint>

namespace arcas::inline v0::detail {

// How fast the iterations of a loop are: as many as cost about `pace_cycles`, one at the least; 0:
// unknown.
using pace = std::uint64_t;
inline constexpr std::uint64_t pace_cycles = 16'384;

// Automatic grain, from the time of the chunks and claims before. Starting from one iteration, or
// from what earlier runs of the same loop cost, chunks grow until they cost a few thousand cycles,
// or a hundred times what their claim cost where several workers contend for one counter; towards
// the end of a stripe they shrink, down to `least_cycles`, below which a claim and its measurement
// show. On another's stripe it starts afresh: iterations there may cost a thousand times as much.
// Local to one thread.
class grain_control {
 public:
  // Time stamps of one chunk. A chunk of 4,000 costs 1.5 % for the claim and the clock.
  static constexpr std::uint64_t least_cycles = 1'000;
  static constexpr std::uint64_t most_cycles = 4'000;
  // Claims count up to this: longer ones met an interruption, not contention.
  static constexpr std::uint64_t longest_claim = 600;
  static constexpr std::uint64_t claims_in_a_chunk = 100;

  // A given grain; 0: automatic. known: the pace in earlier runs of the loop.
  grain_control(std::uint64_t grain, pace known)
      : automatic_(grain == 0), grain_(grain == 0 ? 1 : std::min(grain, detail::largest_grain)) {
    if (!automatic_ || known == 0) return;
    cost_ = std::max<std::uint64_t>(1, pace_cycles * 16 / known);
    grain_ = fitting(least_cycles);
  }

  bool automatic() const noexcept { return automatic_; }

  // For the next claim on a stripe of which so many iterations seemed left, for so many sharers.
  std::uint64_t next(std::uint64_t left, std::uint64_t sharers) const noexcept {
    if (!automatic_) return grain_;
    const std::uint64_t share = left / (2 * sharers);
    return std::min(grain_, std::max(share, fitting(least_cycles)));
  }
  // For the first claim on another's stripe.
  std::uint64_t fresh() const noexcept { return automatic_ ? 1 : grain_; }

  // `size` iterations took that many cycles. Automatic only.
  void measured(std::uint64_t size, std::uint64_t cycles) noexcept {
    cost_ = std::max<std::uint64_t>(1, cycles * 16 / size);
    const std::uint64_t most = std::max(most_cycles, claims_in_a_chunk * claim_);
    grain_ = std::min({fitting(most), 4 * std::max(grain_, size), detail::largest_grain});
  }
  // A claim took that many cycles. Automatic only.
  void claimed(std::uint64_t cycles) noexcept {
    const std::uint64_t counted = std::min(cycles, longest_claim);
    claim_ = claim_ == 0 ? counted : (3 * claim_ + counted) / 4;
  }
  // Another stripe from here on.
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
  std::uint64_t claim_ = 0;  // cycles of a claim, averaged over the last few
};

// The same where a claim costs next to nothing but a look at the clock does not: one look for a
// batch of chunks. A chunk is a small part of what is left, so that little is out of the others'
// reach at the end, and costs between 1,000 and 16,000 cycles: a body's own beginning and end take
// some twenty to a hundred. No division but at a look.
class batch_grain {
 public:
  static constexpr std::uint64_t most_cycles = pace_cycles;
  static constexpr std::uint64_t least_cycles = most_cycles / 16;
  static constexpr std::uint64_t chunks_in_a_batch = 8;
  static constexpr std::uint64_t part_of_rest = 16;

  // As for grain_control.
  batch_grain(std::uint64_t grain, pace known)
      : automatic_(grain == 0), grown_(automatic_ ? known : grain), pace_(known) {}

  bool automatic() const noexcept { return automatic_; }
  // The pace is known, and chunks have grown to it.
  bool settled() const noexcept { return pace_ != 0 && grown_ == pace_; }
  // For the next claims, in a range of which so many iterations are left.
  std::uint64_t next(std::uint64_t left) const noexcept {
    if (!automatic_) return grown_;
    const std::uint64_t least = pace_ / (most_cycles / least_cycles);
    return std::max<std::uint64_t>(1, std::min(grown_, std::max(left / part_of_rest, least)));
  }
  // The same where there are no others: nothing has to stay within their reach. What is known from
  // other loops may be wrong for this one: the first chunk is small.
  std::uint64_t next_alone() const noexcept {
    const bool unsure = automatic_ && cost_ == 0;
    return std::max<std::uint64_t>(1, unsure ? grown_ / part_of_rest : grown_);
  }
  // Iterations until the next look at the clock, in chunks of that grain.
  std::uint64_t batch(std::uint64_t grain) const noexcept {
    if (!automatic_) return ~std::uint64_t{0};
    return settled() ? chunks_in_a_batch * grain : grain;
  }
  // `size` iterations took that many cycles. That they are dear is believed at once, that they are
  // cheap slowly.
  void measured(std::uint64_t size, std::uint64_t cycles) noexcept {
    const std::uint64_t now = std::max<std::uint64_t>(1, cycles * 16 / size);
    cost_ = cost_ == 0 ? now : (3 * cost_ + now) / 4;
    pace_ = std::clamp<std::uint64_t>(pace_cycles * 16 / cost_, 1, detail::largest_grain);
    if (automatic_) grown_ = std::min(pace_, 4 * std::max<std::uint64_t>(1, grown_));
  }
  // Another's range from here on: iterations there may cost a thousand times as much.
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
