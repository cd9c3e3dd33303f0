// SPDX-License-Identifier: Apache-2.0
#include <sim/machine/iteration_costs.h>

#include <algorithm>
#include <cmath>

namespace arcas::sim {
namespace {

// A uniform number in (0, 1], always the same for one index (splitmix64).
double random_of(std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return static_cast<double>((z >> 11) + 1) * 0x1p-53;
}

}  // namespace

template <class Cost>
iteration_costs iteration_costs::made_of(std::uint64_t n, Cost cost) {
  iteration_costs made(n, 0);
  made.before_.reserve(n + 1);
  made.before_.push_back(0);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t cycles = cost(i);
    made.longest_ = std::max(made.longest_, cycles);
    made.before_.push_back(made.before_.back() + cycles);
  }
  return made;
}

iteration_costs iteration_costs::even(std::uint64_t n, std::uint64_t cycles) {
  return {n, cycles};
}

iteration_costs iteration_costs::heavy_first(std::uint64_t n, std::uint64_t cycles) {
  constexpr std::uint64_t times = 1024;
  const std::uint64_t light = std::max<std::uint64_t>(1, cycles / 2);
  return made_of(n, [=](std::uint64_t i) { return i * (times - 1) < n ? times * light : light; });
}

iteration_costs iteration_costs::heavy_tailed(std::uint64_t n, std::uint64_t cycles, double shape) {
  // Sums of a heavy tail differ much from their mean, so the minimum cost is fitted to the drawn
  // numbers.
  double sum = 0;
  for (std::uint64_t i = 0; i < n; ++i) sum += std::pow(random_of(i), -1 / shape);
  const double least = static_cast<double>(n) * static_cast<double>(cycles) / sum;
  return made_of(n, [=](std::uint64_t i) {
    return static_cast<std::uint64_t>(std::llround(least * std::pow(random_of(i), -1 / shape)));
  });
}

iteration_costs iteration_costs::recorded(const std::vector<std::uint64_t>& cycles) {
  return made_of(cycles.size(), [&](std::uint64_t i) { return cycles[i]; });
}

}  // namespace arcas::sim
