// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/structures/collectives.h>

#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster {

namespace detail {

void refuse_different_collectives() {
  throw std::logic_error(
      "ranks call different collective operations at the same time: all ranks must call the same "
      "ones in the same order, from one task each");
}

void refuse_root(const char* name, rank_id root) {
  throw std::out_of_range(std::string(name) + ": root " + std::to_string(root) +
                          " is out of range; it must be below ranks(), which is " +
                          std::to_string(here().ranks()));
}

void refuse_different_lengths(std::size_t one, std::size_t other) {
  throw std::logic_error(
      "a collective operation on vectors of different lengths: " + std::to_string(one) +
      " on one rank and " + std::to_string(other) + " on another");
}

}  // namespace detail

void barrier() {
  const auto either = [](char a, char) { return a; };
  detail::take_part<detail::folding<char, decltype(either)>>("barrier", char{0});
}

}  // namespace arcas::inline v0::cluster
