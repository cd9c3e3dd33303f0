// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/transport.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster::detail {
namespace {

// The smallest side of a cube with `dimensions` dimensions that has room for n ranks.
rank_id side_for(rank_id n, unsigned dimensions) {
  const auto holds = [n, dimensions](rank_id side) {
    std::uint64_t volume = 1;
    for (unsigned k = 0; k < dimensions; ++k) volume *= side;
    return volume >= n;
  };
  rank_id side = 1;
  while (!holds(side)) ++side;
  return side;
}

rank_id ceiling(rank_id n, rank_id by) {
  return (n + by - 1) / by;
}

}  // namespace

rank_grid::rank_grid(rank_id ranks, unsigned hops, rank_id row) : ranks_(ranks), hops_(hops) {
  if (hops < 1 || hops > most_hops) {
    throw std::invalid_argument("hops: " + std::to_string(hops) +
                                " is out of range; it must be between 1 and " +
                                std::to_string(most_hops));
  }
  rank_id rest = ranks;
  rank_id stride = 1;
  for (unsigned k = 0; k < hops; ++k) {
    const bool given = k == 0 && row != 0;
    side_[k] = k + 1 == hops ? rest : given ? std::min(row, ranks) : side_for(rest, hops - k);
    stride_[k] = stride;
    stride *= side_[k];
    rest = ceiling(rest, side_[k]);
  }
}

bool rank_grid::full_below(rank_id r, unsigned k) const {
  return (std::uint64_t{r / stride_[k]} + 1) * stride_[k] <= ranks_;
}

rank_id rank_grid::next(rank_id from, rank_id to) const {
  unsigned highest = hops_ - 1;
  while (coordinate(from, highest) == coordinate(to, highest)) --highest;
  // A part of the grid consists of the ranks that are equal in coordinate `highest` and in all
  // coordinates above it. Only the last part may lack ranks, so if the part of `from` lacks ranks,
  // the part of `to` is full. Then the route changes coordinate `highest` first, and the lower
  // coordinates when it is in the part of `to`.
  unsigned k = full_below(from, highest) ? 0 : highest;
  while (coordinate(from, k) == coordinate(to, k)) ++k;
  return moved(from, k, coordinate(to, k));
}

std::vector<rank_id> rank_grid::links(rank_id of) const {
  std::vector<rank_id> all;
  for (unsigned k = 0; k < hops_; ++k) {
    for (rank_id c = 0; c < side_[k]; ++c) {
      const rank_id other = moved(of, k, c);
      if (other != of && exists(other)) all.push_back(other);
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::size_t rank_grid::most_links() const {
  std::size_t sum = 0;
  for (unsigned k = 0; k < hops_; ++k) sum += side_[k] - 1;
  return sum;
}

}  // namespace arcas::inline v0::cluster::detail
