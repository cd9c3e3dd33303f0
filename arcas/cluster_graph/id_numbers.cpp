// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/structures/distributed.h>
#include <arcas/cluster_graph/id_numbers.h>
#include <arcas/cluster_graph/vertex_values.h>

#include <algorithm>
#include <limits>

namespace arcas::inline v0::cluster_graph::detail {

id_numbers id_numbers::make(std::uint64_t least, std::uint64_t greatest) {
  id_numbers made;
  made.part_ = cluster::distributed<part>::make();
  made.least_ = least;
  made.width_ = (greatest - least) / cluster::ranks();
  if (made.width_ != std::numeric_limits<std::uint64_t>::max()) ++made.width_;
  return made;
}

template <class F>
void id_numbers::for_each_owner(const ids& some, const F& f) const {
  for (auto first = some.begin(); first != some.end();) {
    const rank_id to = owner(*first);
    const auto last = std::partition_point(
        first, some.end(), [this, to](std::uint64_t id) { return owner(id) == to; });
    f(to, ids(first, last));
    first = last;
  }
}

void id_numbers::async_add(const ids& some) const {
  for_each_owner(some, [this](rank_id to, const ids& slice) {
    cluster::async(
        to,
        [all = part_](const ids& theirs) {
          ids& own = all.local().own;
          own.insert(own.end(), theirs.begin(), theirs.end());
        },
        slice);
  });
}

std::uint64_t id_numbers::count() const {
  cluster::on_all_ranks([all = part_] {
    ids& own = all.local().own;
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (rank_id r = cluster::self() + 1; r < cluster::ranks(); ++r) {
      cluster::async(r, [all, n = std::uint64_t{own.size()}] { all.local().first += n; });
    }
  });
  return sum_of_ranks([all = part_] { return std::uint64_t{all.local().own.size()}; });
}

std::vector<vertex> id_numbers::numbers_of(const ids& some) const {
  std::vector<cluster::future<std::vector<vertex>>> answers;
  for_each_owner(some, [&](rank_id to, const ids& slice) {
    answers.push_back(cluster::future_call(
        to,
        [all = part_](const ids& asked) {
          const part& there = all.local();
          std::vector<vertex> numbers;
          auto at = there.own.begin();
          for (const std::uint64_t id : asked) {
            at = std::lower_bound(at, there.own.end(), id);
            numbers.push_back(static_cast<vertex>(
                there.first + static_cast<std::uint64_t>(at - there.own.begin())));
          }
          return numbers;
        },
        slice));
  });
  return joined(answers);
}

}  // namespace arcas::inline v0::cluster_graph::detail
