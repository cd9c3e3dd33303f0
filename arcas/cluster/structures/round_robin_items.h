// SPDX-License-Identifier: Apache-2.0
// Items by number, on the ranks round robin: what vectors and queues keep their elements in.
#pragma once

#include <arcas/cluster/ranks/call.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arcas::cluster::detail {

// Item i is on rank i mod ranks.
inline rank_id home_of_item(std::uint64_t i) {
  return static_cast<rank_id>(i % ranks());
}
// The first number from `first` on that is at home on r.
inline std::uint64_t first_item_on(std::uint64_t first, rank_id r) {
  return first + (r + ranks() - first % ranks()) % ranks();
}

// Sends values[k] to the home of item first + k: keep(number of the first there, values), in steps
// of ranks. One message for each home; returns when all have come.
template <class T, class Keep>
void deal_out(std::uint64_t first, const std::vector<T>& values, const Keep& keep) {
  std::vector<future<void>> sent;
  for (rank_id r = 0; r < ranks(); ++r) {
    const std::uint64_t begin = first_item_on(first, r);
    std::vector<T> theirs;
    for (std::uint64_t i = begin; i < first + values.size(); i += ranks()) {
      theirs.push_back(values[i - first]);
    }
    if (!theirs.empty()) sent.push_back(future_call(r, keep, begin, theirs));
  }
  for (future<void>& f : sent) f.get();
}

}  // namespace arcas::cluster::detail
