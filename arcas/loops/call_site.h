// SPDX-License-Identifier: Apache-2.0
// What the loops of one body have in common from call to call: what their iterations cost, and what
// each way of sharing them out has lost, so that the next call can take the better one. Hints all:
// any value is right, and two leaders may overwrite each other's. Not for users of loops.
#pragma once

#include <arcas/base/cache_line.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arcas::detail {

// A loop so short that it needs no look at the clock has one once in so many calls.
inline constexpr std::uint32_t calls_between_measurements = 16;

// A number that leaders leave for each other.
class hint {
 public:
  // relaxed, both: nothing else is published by it.
  std::uint32_t get() const noexcept { return value_.load(std::memory_order_relaxed); }
  void set(std::uint64_t value) noexcept {
    value_.store(value < UINT32_MAX ? static_cast<std::uint32_t>(value) : UINT32_MAX,
                 std::memory_order_relaxed);
  }

  // What it was before it grew by one; some may be missed.
  std::uint32_t count() noexcept {
    const std::uint32_t before = get();
    set(before + std::uint32_t{1});
    return before;
  }

 private:
  std::atomic<std::uint32_t> value_{0};
};

// What was measured lately, as one number; 0: nothing yet.
class estimate {
 public:
  std::uint64_t get() const noexcept { return value_.get(); }
  bool known() const noexcept { return get() != 0; }

 protected:
  hint value_;
};

// The average of the last few.
class average : public estimate {
 public:
  // One that met an interrupt counts for no more than four.
  void add(std::uint64_t measured) noexcept;
};

// Near the most of them: up fast, down slowly.
class upper_end : public estimate {
 public:
  void add(std::uint64_t measured) noexcept;
};

// What loops of about one length have lost. That of longer ones is another matter: a site may have
// loops of a hundred cycles and of tens of thousands.
struct length_class {
  hint calls;    // so far, about
  average cost;  // cycles of call_site::cost_unit iterations in fixed ranges
  // Cycles a loop took beyond an even share of its iterations.
  average lost_by_ranges;
  average lost_by_claims;
  hint by_claims;     // not 0: claims lose less than fixed ranges
  hint alone_cycles;  // what takes one worker less is done before others could help

 private:
  friend struct call_site;

  void prefer(std::uint64_t spread) noexcept;
  void weigh(unsigned workers) noexcept;
};

struct alignas(no_sharing) call_site {
  hint known;  // the pace (grain.h) when last measured; 0: never
  hint calls;  // so far, about
  // Up to that call no follower is expected to come; and for how many calls the last time.
  hint claims_until;
  hint stayed_away;
  // Cycles of cost_unit iterations, whatever the length of the loop: in fixed ranges, and of one
  // worker's loop from beginning to end.
  average cost;
  upper_end cost_alone;

  static constexpr std::uint64_t cost_unit = 64;
  // Of up to 1,024 cycles for one worker, 4,096, 16,384, and more.
  static constexpr std::size_t classes = 4;
  length_class lengths[classes];

  // About what n iterations take one worker; 0 as long as nothing is known.
  std::uint64_t cycles_alone(std::uint64_t n) const noexcept {
    const std::uint64_t unit = cost_alone.known() ? cost_alone.get() : cost.get();
    return n * unit / cost_unit;
  }
  length_class& class_of(std::uint64_t cycles) noexcept {
    return lengths[cycles <= 4'096 ? cycles > 1'024 : cycles <= 16'384 ? 2 : 3];
  }

  // A loop of that class with fixed ranges for so many workers took `elapsed` cycles, `busy` of
  // them in its n iterations, all workers added up, and the longest range `spread` more than their
  // average: all that is known as long as claims were not measured.
  void took_by_ranges(length_class& length, std::uint64_t n, unsigned workers,
                      std::uint64_t elapsed, std::uint64_t busy, std::uint64_t spread) noexcept;
  // One whose followers did not come.
  void waited_in_vain(length_class& length, std::uint64_t elapsed) noexcept;
  // A loop by claims; nothing is learnt before the cost of iterations is known.
  void took_by_claims(length_class& length, std::uint64_t n, unsigned workers,
                      std::uint64_t elapsed) noexcept;
  // n iterations that one worker did.
  void took_alone(std::uint64_t n, std::uint64_t elapsed) noexcept;
};

}  // namespace arcas::detail
