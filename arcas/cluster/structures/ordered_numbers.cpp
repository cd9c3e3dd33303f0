// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/structures/queue_part.h>

#include <utility>

namespace arcas::inline v0::cluster::detail {

bool ordered_numbers_given::has_pop(std::uint64_t number) const {
  const auto tries_begin = popped.begin() + static_cast<std::ptrdiff_t>(pops);
  return std::binary_search(popped.begin(), tries_begin, number) ||
         std::binary_search(tries_begin, popped.end(), number);
}

void ordered_numbers_given::sort() {
  const auto tries_begin = popped.begin() + static_cast<std::ptrdiff_t>(pops);
  std::sort(popped.begin(), tries_begin);
  std::sort(tries_begin, popped.end());
}

std::uint64_t waiting_pops::take() {
  const std::uint64_t number = numbers_[first_++];
  // At least half of the numbers have been taken, and only the rest is moved: so on average a
  // number is moved at most once.
  if (2 * first_ >= numbers_.size()) {
    numbers_.erase(numbers_.begin(), numbers_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }
  return number;
}

std::vector<std::uint64_t> waiting_pops::take_all() {
  std::vector<std::uint64_t> all(numbers_.begin() + static_cast<std::ptrdiff_t>(first_),
                                 numbers_.end());
  numbers_.clear();
  first_ = 0;
  return all;
}

}  // namespace arcas::inline v0::cluster::detail
