// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/range_team.h>

#include <algorithm>

namespace arcas {
namespace {

// Several workers may share a member number: the first of them has its home.
bool has_home(const team_shape& team, unsigned index) {
  return index == 0 || team.member_of[index] != team.member_of[index - 1];
}

}  // namespace

range_team::range_team(const topology& machine, const worker_tree& tree, const team_shape& team)
    : rank_of_(team.member_of.size(), no_rank), worker_of_{0} {
  // Worker 0 of a guest's team leads elsewhere, or is nobody.
  if (!team.guest) rank_of_[0] = 0;
  for (unsigned index = 1; index < team.member_of.size(); ++index) {
    if (!has_home(team, index)) continue;
    rank_of_[index] = size();
    worker_of_.push_back(index);
  }
  const auto group = [&](unsigned rank) {
    return machine.place_of(place_kind::cache_group, tree.thread_of(team.first + index_of(rank)));
  };
  end_of_.resize(size());
  for (unsigned rank = size(); rank-- > 0;) {
    const bool first_of_group = rank != 0 && group(rank) != group(rank - 1);
    end_of_[rank] = rank + 1;
    if (!first_of_group || group(rank) == group(0)) continue;
    while (end_of_[rank] < size() && group(end_of_[rank]) == group(rank)) ++end_of_[rank];
  }
  end_of_[0] = size();
}

}  // namespace arcas
