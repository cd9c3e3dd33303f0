// SPDX-License-Identifier: Apache-2.0
// The costs of the iterations of a simulated loop, in cycles of a thread that has its core to
// itself.
#pragma once

#include <arcas/base/index_range.h>

#include <cstdint>
#include <vector>

namespace arcas::sim {

class iteration_costs {
 public:
  // n iterations of `cycles` cycles each.
  static iteration_costs even(std::uint64_t n, std::uint64_t cycles);
  // The skewed loop of Callisto-RTS §4.1: each of the first n / 1,023 iterations has 1,024 times
  // the work of another iteration, which has `cycles` / 2; all together have about n * cycles.
  static iteration_costs heavy_first(std::uint64_t n, std::uint64_t cycles);
  // Costs that follow Pareto's law, like degrees of social graphs, in random order: one in x^shape
  // iterations costs more than x times the minimum. shape must be above 1; the nearer it is to 1,
  // the more of the work is in few iterations. All together have about n * cycles.
  static iteration_costs heavy_tailed(std::uint64_t n, std::uint64_t cycles, double shape);
  // One cost for each iteration.
  static iteration_costs recorded(const std::vector<std::uint64_t>& cycles);

  std::uint64_t size() const { return size_; }
  std::uint64_t total() const { return of({0, size_}); }
  std::uint64_t longest() const { return longest_; }
  std::uint64_t of(chunk c) const {
    return before_.empty() ? c.size() * longest_ : before_[c.last] - before_[c.first];
  }

 private:
  iteration_costs(std::uint64_t n, std::uint64_t each) : size_(n), longest_(each) {}
  template <class Cost>
  static iteration_costs made_of(std::uint64_t n, Cost cost);

  std::uint64_t size_;
  std::uint64_t longest_;
  std::vector<std::uint64_t> before_;  // sum of all costs before each iteration; empty: all cost
                                       // longest_
};

}  // namespace arcas::sim
