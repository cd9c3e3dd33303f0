// SPDX-License-Identifier: Apache-2.0
// What the loops of one body leave for the next call: the cost of an iteration, how uneven fixed
// ranges were, and the burden of sharing. Every value is a hint: any is correct, and two
// leaders may overwrite each other's.
#pragma once

#include <arcas/base/cache_line.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

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

  // The value before it grew by one; some increments may be burden.
  std::uint32_t count() noexcept {
    const std::uint32_t before = get();
    set(before + std::uint32_t{1});
    return before;
  }

 private:
  std::atomic<std::uint32_t> value_{0};
};

// std::min, whose header every program with a loop would compile.
constexpr std::uint64_t lesser(std::uint64_t a, std::uint64_t b) noexcept {
  return b < a ? b : a;
}

// A running estimate, which moves by 1/Up of the way towards a larger measurement and by 1/Down
// towards a smaller one. A measurement that met an interrupt counts for no more than four.
template <std::uint64_t Up, std::uint64_t Down>
class estimate {
 public:
  // 0: nothing is known.
  std::uint64_t get() const noexcept { return value_.get(); }
  void add(std::uint64_t measured) noexcept {
    const std::uint64_t before = get();
    const std::uint64_t now = lesser(measured, 4 * before);
    const std::uint64_t after = before == 0    ? measured
                                : now > before ? before + (now - before + Up / 2) / Up
                                               : before - (before - now + Down - 1) / Down;
    value_.set(after == 0 ? 1 : after);
  }

 private:
  hint value_;
};

// Cycles, of the time stamp counter.
struct alignas(no_sharing) call_site {
  // Costs are kept for so many iterations.
  static constexpr std::uint64_t cost_unit = 64;
  // Claims cost so much more than fixed ranges, measured at rest; and a spread of less than this
  // part of the mean range has no cause in the loop.
  static constexpr std::uint64_t claims_over_ranges = 400;
  static constexpr std::uint64_t part_of_mean = 4;

  hint known;  // the pace (grain.h) when last measured; 0: never
  hint calls;  // so far, about
  // Followers were late: calls before this one do not wait for them; and how many that were the
  // last time.
  hint claims_until;
  hint backed_off;
  estimate<2, 8> cost;        // near the dearest of the last loops in fixed ranges
  estimate<2, 8> cost_alone;  // near the dearest of the last loops that one worker ran
  hint spread;                // the longest range less the mean, in the last loop measured
  estimate<4, 4> burden;      // a loop with fixed ranges less its longest range

  // About what n iterations take one worker; 0 as long as nothing is known.
  std::uint64_t cycles_alone(std::uint64_t n) const noexcept {
    return n * (cost_alone.get() != 0 ? cost_alone.get() : cost.get()) / cost_unit;
  }
  // Whether one worker needs less time for the others' part than the burden, so many times over.
  bool runs_alone(std::uint64_t n, std::uint64_t workers, unsigned times = 1) const noexcept {
    return cycles_alone(n) * (workers - 1) < times * burden.get() * workers;
  }
  bool is_uneven(std::uint64_t n, std::uint64_t workers) const noexcept {
    return n * spread.get() / cost_unit > claims_over_ranges &&
           part_of_mean * workers * spread.get() > cost.get();
  }
  // n iterations in fixed ranges for so many workers took `elapsed`; the ranges took `sum`, all
  // added up, and the longest `most`.
  void took_by_ranges(std::uint64_t n, std::uint64_t workers, std::uint64_t elapsed,
                      std::uint64_t sum, std::uint64_t most) noexcept {
    const std::uint64_t each = sum * cost_unit / n;
    cost.add(each);
    // What one worker took is believed for as long as it is measured, or this is near it.
    if (cost_alone.get() != 0) cost_alone.add(each);
    spread.set((most - sum / workers) * cost_unit / n);
    burden.add(elapsed - lesser(elapsed, most));
  }
  void took_alone(std::uint64_t n, std::uint64_t elapsed) noexcept {
    const std::uint64_t each = elapsed * cost_unit / n;
    const bool first = cost_alone.get() == 0 && cost.get() != 0;
    cost_alone.add(first ? lesser(each, 4 * cost.get()) : each);
  }
};

}  // namespace arcas::inline v0::detail
