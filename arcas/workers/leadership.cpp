// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/follower.h>
#include <arcas/workers/leader_seat.h>
#include <arcas/workers/pool.h>

#include <algorithm>

namespace arcas {

// The root's seat, else a guest's, now taken by the calling thread; none when all are.
inline leader_seat* pool::free_seat() {
  const self* const me = &self::outside();
  if (seats_[0]->tenant.take(me)) return seats_[0].get();
  for (auto& g : guests_) {
    if (!g->tenant.take(me)) continue;
    guests_here_.come(static_cast<unsigned>(g->guest));
    return g.get();
  }
  return nullptr;
}

inline void leadership::come_in() {
  if (pool_.tree().size() > 1) seat_ = pool_.free_seat();
  if (!seat_) {
    me_ = &without_seat_.emplace(self{.owner = &pool_});
  } else {
    if (seat_->guest < 0 && !me_->roams && seat_->turns++ % leader_seat::turns_between_looks == 0) {
      pool_.pinning_.make_room();
    }
    me_ = &seat_->outsider;
  }
  before_ = self::become(me_);
}

// Takes a seat; from here on the destructor gives it back, whatever the other constructor meets.
inline leadership::leadership(pool& p, self& me) : pool_(p), me_(&me) {
  if (me.owner == &p && !me.roams) {
    seat_ = me.seat;
  } else {
    came_from_outside_ = true;
    come_in();
  }
  enclosing_ = me_->enclosing;
}

leadership::leadership(pool& p, int level, sharing how) : leadership(p, self::current()) {
  level_ = std::clamp(level, 0, me_->level);
  if (!seat_ || !seat_->has_followers) return;
  outer_ = seat_->innermost;
  shape_index_ = seat_->shape_index(enclosing_, level_, pool_.tree().top_level());
  if (how == sharing::ranges) {
    if (outer_ && answers_are_awaited()) return;
    ranges_ = &seat_->ranges_at(pool_, enclosing_, level_, shape_index_);
  } else {
    const team_shape& shape = seat_->shape_at(pool_, enclosing_, level_);
    if (!reserve_slot()) return;
    shape_ = &shape;
  }
  seat_->innermost = this;
  if (!came_from_outside_ && !outer_) seat_->board.set_leading(true);
  me_->enclosing = level_;
}

// A follower has one line for all of a seat's loops, and in it is still the answer to a loop around
// this one. A loop of a lower level has other followers.
bool leadership::answers_are_awaited() const {
  for (const leadership* l = outer_; l; l = l->outer_) {
    if (l->ranges_ && level_ >= l->level_) return true;
  }
  return false;
}

bool leadership::reserve_slot() {
  slot_ = seat_->board.reserve([this](auto visit) {
    for (worker_id w = seat_->leader; w < pool_.tree().end_of(seat_->leader); ++w) {
      if (pool_.followers_[w]) visit(pool_.followers_[w]->inside.named());
    }
  });
  if (slot_ != seat<>::slot_count) return true;
  slot_ = no_slot;
  return false;
}

leadership::~leadership() {
  if (!alone()) {
    if (slot_ != no_slot) seat_->board.slot(slot_).in_use = false;
    seat_->innermost = outer_;
    me_->enclosing = enclosing_;
    if (outer_ && outer_->item_) {
      seat_->board.publish(outer_->slot_, outer_->level_, *outer_->item_);
    } else if (!outer_ && !came_from_outside_ && enclosing_ < 1) {
      seat_->board.set_leading(false);
    }
  }
  if (!came_from_outside_) return;
  self::become(before_);
  if (!seat_) return;
  // What idle workers find at a seat without leader is an old notice.
  if (seat_->guest >= 0) pool_.guests_here_.go(static_cast<unsigned>(seat_->guest));
  seat_->tenant.give_back(&self::outside());
}

member_id leadership::member() const {
  return seat_->guest >= 0 ? shape_->places.members() - 1 : shape_->member_of[0];
}

participant leadership::part(std::uint64_t n) const {
  return {me_->worker, slot_ == no_slot ? nullptr : &seat_->board.slot(slot_), n};
}

void leadership::publish(const work& item) {
  item_ = &item;
  close_outer_ranges();
  seat_->board.publish(slot_, level_, item);
  wake_sleepers();
}

range_part leadership::publish_ranges(const work& item) {
  if (outer_) close_outer_ranges();
  const epoch e = seat_->board.publish_ranges(level_, item);
  shown_.open(e, *ranges_, seat_->arrivals.data());
  wake_sleepers();
  return {e, *ranges_, 0, seat_->arrivals.data(), this};
}

void leadership::wake_sleepers() {
  order_notice_before_sleepers<std::atomic>(pool_.sleepers_pay_);
  if (pool_.sleeping() != 0) {
    pool_.wake(level_, seat_->leader, pool_.tree().end_of(seat_->leader), wake_fan_out);
  }
}

// Our notice takes the place of theirs.
void leadership::close_outer_ranges() {
  for (leadership* l = outer_; l; l = l->outer_) l->shown_.close(seat_->board);
}

standing leadership::settle(const arrival<>& child) {
  put_aside_ = true;
  patience waiting(pool_.options().wait, pool_.crowded());
  return shown_.settle(seat_->board, child, seat_->bell, [&waiting] { return waiting.step(); });
}

void leadership::await_followers(std::uint64_t count) {
  loop_slot<>& slot = seat_->board.slot(slot_);
  slot.expected += count;
  patience waiting(pool_.options().wait, pool_.crowded());
  while (!slot.done.reached(slot.expected)) {
    if (waiting.step()) slot.sleep();
  }
}

}  // namespace arcas
