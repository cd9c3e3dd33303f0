// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/gathering.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace arcas::inline v0::detail {
namespace {

// Several workers may share a member number (worker_tree.h); the first of these workers has the
// home.
bool has_home(const team_shape& team, unsigned index) {
  return index == 0 || team.member_of[index] != team.member_of[index - 1];
}

// docs/experiments/2026-11-22-join-simulated.md compares other numbers.
constexpr unsigned children_of_a_rank = 8;

}  // namespace

void share_out(std::vector<unsigned>& end_of, unsigned first, unsigned last,
               unsigned most_children) {
  end_of[first] = last;
  const unsigned rest = last - first - 1;
  const unsigned children = std::min(most_children, rest);
  for (unsigned c = 0; c < children; ++c) {
    share_out(end_of, first + 1 + rest * c / children, first + 1 + rest * (c + 1) / children,
              most_children);
  }
}

range_team::range_team(const team_shape& team)
    : rank_of_(team.member_of.size(), no_rank), worker_of_{0} {
  // Worker 0 of a guest's team leads elsewhere, or has no thread.
  if (!team.guest) rank_of_[0] = 0;
  for (unsigned index = 1; index < team.member_of.size(); ++index) {
    if (!has_home(team, index)) continue;
    rank_of_[index] = size();
    worker_of_.push_back(index);
  }
  end_of_.resize(size());
  share_out(end_of_, 0, size(), children_of_a_rank);
  find_edges();
}

range_team::range_team(std::vector<unsigned> end_of)
    : rank_of_(end_of.size()), worker_of_(end_of.size()), end_of_(std::move(end_of)) {
  std::iota(rank_of_.begin(), rank_of_.end(), 0U);
  std::iota(worker_of_.begin(), worker_of_.end(), 0U);
  find_edges();
}

void range_team::find_edges() {
  parent_of_.resize(size());
  height_of_.resize(size());
  for (unsigned rank = size(); rank-- > 0;) {
    for (unsigned child = rank + 1; child < end_of_[rank]; child = end_of_[child]) {
      parent_of_[child] = rank;
      height_of_[rank] = std::max(height_of_[rank], height_of_[child] + 1);
    }
  }
}

}  // namespace arcas::inline v0::detail
