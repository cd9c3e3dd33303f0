// SPDX-License-Identifier: Apache-2.0
// What do the loops of one body record for the next call? The cost of an iteration, the spread of
// the times of fixed ranges, and the burden. Every value is a hint: loops are correct with any
// value, and two leaders may overwrite each other's values.
#pragma once

#include <arcas/base/cache_line.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// A loop whose distribution does not need the clock is timed once in this number of calls.
inline constexpr std::uint32_t calls_between_measurements = 16;

// A number that leaders record for each other.
class hint {
 public:
  // relaxed, load and store: the number publishes nothing else.
  std::uint32_t get() const noexcept { return value_.load(std::memory_order_relaxed); }
  void set(std::uint64_t value) noexcept {
    value_.store(value < UINT32_MAX ? static_cast<std::uint32_t>(value) : UINT32_MAX,
                 std::memory_order_relaxed);
  }

  // Increments the number and returns the value before. Concurrent increments may be lost.
  std::uint32_t count() noexcept {
    const std::uint32_t before = get();
    set(before + std::uint32_t{1});
    return before;
  }

 private:
  std::atomic<std::uint32_t> value_{0};
};

// Like std::min, but without its header, which every program with a loop would have to include.
constexpr std::uint64_t lesser(std::uint64_t a, std::uint64_t b) noexcept {
  return b < a ? b : a;
}

// A running estimate: it moves by 1/Up of the way towards a larger measurement and by 1/Down
// towards a smaller one. A measurement above four times the estimate counts as four times the
// estimate: an interrupt has probably made it longer.
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

// Times are in cycles of the time stamp counter.
struct alignas(no_sharing) call_site {
  // Costs and the spread are for this number of iterations of the loop.
  static constexpr std::uint64_t cost_unit = 64;
  // A loop by claims costs this number of cycles more than one in fixed ranges, measured on an idle
  // machine. A spread of less than 1/part_of_mean of the mean range is not caused by the loop.
  static constexpr std::uint64_t claims_over_ranges = 400;
  static constexpr std::uint64_t part_of_mean = 4;

  hint known;  // the pace (grain.h) when last measured; 0: never
  hint calls;  // number of calls so far, approximately
  // After a loop whose followers came late, some calls make claims instead of using fixed ranges:
  // they back off. claims_until: the first call after the back-off. backed_off: number of calls in
  // the last back-off.
  hint claims_until;
  hint backed_off;
  estimate<2, 8> cost;        // near the highest cost of the last loops in fixed ranges
  estimate<2, 8> cost_alone;  // near the highest cost of the last loops of one worker
  hint spread;                // the longest range minus the mean range, in the last timed loop
  estimate<4, 4> burden;      // time of a loop with fixed ranges minus its longest range

  // Approximate cycles of n iterations on one worker; 0 if nothing is known.
  std::uint64_t cycles_alone(std::uint64_t n) const noexcept {
    return n * (cost_alone.get() != 0 ? cost_alone.get() : cost.get()) / cost_unit;
  }
  // Whether one worker runs the other workers' part of the loop in less time than `times` × the
  // burden.
  bool runs_alone(std::uint64_t n, std::uint64_t workers, unsigned times = 1) const noexcept {
    return cycles_alone(n) * (workers - 1) < times * burden.get() * workers;
  }
  bool is_uneven(std::uint64_t n, std::uint64_t workers) const noexcept {
    return n * spread.get() / cost_unit > claims_over_ranges &&
           part_of_mean * workers * spread.get() > cost.get();
  }
  // n iterations in fixed ranges on `workers` workers took `elapsed` cycles; all ranges together
  // took `sum`, and the longest took `most`.
  void took_by_ranges(std::uint64_t n, std::uint64_t workers, std::uint64_t elapsed,
                      std::uint64_t sum, std::uint64_t most) noexcept {
    const std::uint64_t each = sum * cost_unit / n;
    cost.add(each);
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
