// SPDX-License-Identifier: Apache-2.0
// A board of the pool with what its leader keeps beside it. Private to workers/.
#pragma once

#include <arcas/workers/leader_lock.h>
#include <arcas/workers/pool.h>

namespace arcas::detail {

struct leader_state {
  // A caller that has moved to another processor is noticed within so many loops.
  static constexpr unsigned turns_between_looks = 16;

  leader_state(worker_id w, int worker_level, unsigned groups, unsigned group, unsigned workers)
      : board(groups), arrivals(workers), leader(w), level(worker_level), first_group(group) {}

  unsigned shape_index(int enclosing, int loop_level, int top_level) const {
    return first_shape_index +
           static_cast<unsigned>((enclosing + 1) * (top_level + 1) + loop_level);
  }
  // Made when first asked for; only the thread that leads here asks.
  const team_shape& shape_at(const pool& p, int enclosing, int loop_level) {
    auto& shape =
        shapes[shape_index(enclosing, loop_level, p.tree().top_level()) - first_shape_index];
    if (!shape) {
      shape = std::make_unique<team_shape>(
          guest >= 0 ? shape_of_guest_team(p.machine(), p.tree(), loop_level)
                     : shape_of_team(p.machine(), p.tree(), leader, enclosing, loop_level));
    }
    return *shape;
  }

  // Likewise, with who has which range; index: shape_index().
  const range_team& ranges_at(const pool& p, int enclosing, int loop_level, unsigned index) {
    const auto& team = range_teams[index - first_shape_index];
    return team ? *team : make_ranges(p, enclosing, loop_level, index);
  }
  const range_team& make_ranges(const pool& p, int enclosing, int loop_level, unsigned index);

  publication_board<> board;
  std::vector<arrival<>> arrivals;  // by worker below - leader
  end_bell<> bell;
  worker_id leader;  // the first worker below; a guest leads all of them
  int level;
  bool has_followers = false;
  self outsider;   // what a thread is that takes the board from outside
  int guest = -1;  // number among the guests' boards; -1 for a worker's
  unsigned first_group;
  unsigned first_shape_index = 0;
  std::vector<std::unique_ptr<team_shape>> shapes;
  std::vector<std::unique_ptr<range_team>> range_teams;
  leadership* innermost = nullptr;
  unsigned turns = 0;  // loops led from outside, so far
  leader_lock<> lock;  // of the root's and the guests' boards
};

}  // namespace arcas::detail
