// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/memory/bulk.h>

#include <numeric>
#include <stdexcept>
#include <string>

namespace arcas::inline v0::cluster::detail {

positions_by_home::positions_by_home(const std::vector<rank_id>& homes)
    : first_(ranks() + std::size_t{1}), positions_(homes.size()) {
  for (const rank_id home : homes) ++first_[home + std::size_t{1}];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t p = 0; p < homes.size(); ++p) positions_[next[homes[p]]++] = p;
}

void positions_by_home::refuse_index(std::uint64_t index, std::uint64_t size) {
  throw std::out_of_range("element " + std::to_string(index) +
                          " is out of range: the global array has " + std::to_string(size) +
                          " elements");
}

}  // namespace arcas::inline v0::cluster::detail
