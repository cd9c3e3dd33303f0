// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/follower.h>
#include <arcas/workers/leadership.h>

namespace arcas::inline v0::detail {

leader_state* pool::free_guest_state(const self* me) {
  for (auto& g : guests_) {
    if (!g->lock.take(me)) continue;
    guests_here_.come(static_cast<unsigned>(g->guest));
    return g.get();
  }
  return nullptr;
}

const range_team& leader_state::make_ranges(const pool& p, int enclosing, int loop_level,
                                            unsigned index) {
  auto& team = range_teams[index - first_shape_index];
  team = std::make_unique<range_team>(shape_at(p, enclosing, loop_level));
  return *team;
}

void leadership::make_do_without_state() {
  me_ = &without_state_.emplace(self{.owner = &pool_});
}

// Whether a follower of this loop may also have to answer an outer loop with fixed ranges. A
// follower has one arrival for all loops of a board: its answer to this loop would replace its
// answer to the outer loop, which the leader may not have read yet. The followers of an outer loop
// of level l do not follow their leader into a loop that is directly inside a loop of level l or
// less. A guest's followers are the same at all depths.
bool leadership::answers_are_awaited() const {
  for (const leadership* l = outer_; l; l = l->outer_) {
    if (!l->ranges_ || !l->shown_.is_open()) continue;
    if (level_ >= l->level_ || enclosing_ > l->level_ || state_->guest >= 0) return true;
  }
  return false;
}

bool leadership::reserve_slot() {
  slot_ = state_->board.reserve([this](auto visit) {
    for (worker_id w = state_->leader; w < pool_.tree().end_of(state_->leader); ++w) {
      if (pool_.followers_[w]) visit(pool_.followers_[w]->inside.named());
    }
  });
  if (slot_ != publication_board<>::slot_count) return true;
  slot_ = no_slot;
  return false;
}

member_id leadership::member() const {
  return state_->guest >= 0 ? shape_->places.members() - 1 : shape_->member_of[0];
}

participant leadership::part(std::uint64_t n) const {
  return {me_->worker, slot_ == no_slot ? nullptr : &state_->board.slot(slot_), n};
}

// Called before this loop's notice replaces the notices of the outer loops. Afterwards no follower
// begins a range of an outer loop.
void leadership::close_outer_ranges() {
  for (leadership* l = outer_; l; l = l->outer_) l->shown_.close(state_->board);
}

standing leadership::settle(const arrival<>& child) {
  put_aside_ = true;
  patience waiting(pool_.options().wait, pool_.crowded());
  return shown_.settle(state_->board, child, state_->bell, [&waiting] { return waiting.step(); });
}

bool range_part::next(unsigned ranges, child_range& visited) {
  const auto settle = [this](const arrival<>& child) { return lead_->settle(child); };
  return end_.next(ranges, settle, visited);
}

void leadership::await_followers(std::uint64_t count) {
  loop_slot<>& slot = state_->board.slot(slot_);
  slot.expected += count;
  patience waiting(pool_.options().wait, pool_.crowded());
  while (!slot.done.reached(slot.expected)) {
    if (waiting.step()) slot.sleep();
  }
}

}  // namespace arcas::inline v0::detail
