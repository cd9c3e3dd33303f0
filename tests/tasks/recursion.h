// SPDX-License-Identifier: Apache-2.0
// Recursions whose results are known, spawned by invoke and by groups.
#pragma once

#include <arcas/tasks/invoke.h>
#include <arcas/tasks/task_group.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

namespace arcas::inline v0::test {

inline std::uint64_t fib(unsigned n) {
  if (n < 2) return n;
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  invoke([&] { a = fib(n - 1); }, [&] { b = fib(n - 2); });
  return a + b;
}

inline std::uint64_t fib_in_groups(unsigned n) {
  if (n < 2) return n;
  std::uint64_t a = 0;
  task_group rest;
  rest.run([&a, n] { a = fib_in_groups(n - 1); });
  const std::uint64_t b = fib_in_groups(n - 2);
  rest.wait();
  return a + b;
}

// The queens that have been placed on the first rows, as the columns and diagonals that they
// occupy.
struct board {
  unsigned size;
  std::uint32_t columns = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;

  std::uint32_t free() const { return ~(columns | left | right) & ((1u << size) - 1); }
  bool full() const { return columns == (1u << size) - 1; }
  board with(std::uint32_t queen) const {
    return {size, columns | queen, (left | queen) << 1, (right | queen) >> 1};
  }
};

// All tasks in one group; each may spawn more into it.
inline void place_queens(task_group& group, std::atomic<std::uint64_t>& solutions, board b) {
  if (b.full()) {
    ++solutions;
    return;
  }
  for (std::uint32_t free = b.free(); free != 0; free &= free - 1) {
    const board next = b.with(free & -free);
    group.run([&group, &solutions, next] { place_queens(group, solutions, next); });
  }
}

inline std::uint64_t queens(unsigned n) {
  std::atomic<std::uint64_t> solutions{0};
  task_group group;
  place_queens(group, solutions, {n});
  group.wait();
  return solutions;
}

inline void quicksort(std::span<int> values) {
  if (values.size() < 64) return std::sort(values.begin(), values.end());
  const int pivot = values[values.size() / 2];
  const auto smaller =
      std::partition(values.begin(), values.end(), [&](int v) { return v < pivot; });
  const auto larger = std::partition(smaller, values.end(), [&](int v) { return v == pivot; });
  invoke([&] { quicksort({values.begin(), smaller}); }, [&] { quicksort({larger, values.end()}); });
}

}  // namespace arcas::inline v0::test
