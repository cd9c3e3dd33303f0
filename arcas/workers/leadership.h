// SPDX-License-Identifier: Apache-2.0
// One thread leading one loop. What every loop passes is compiled into the loop that calls it.
#pragma once

#include <arcas/workers/leader_lock.h>
#include <arcas/workers/participant.h>
#include <arcas/workers/pool.h>

#include <algorithm>
#include <optional>

namespace arcas::inline v0::detail {

// A board of the pool with what its leader keeps beside it.
struct leader_state {
  // A caller that has moved to another processor is noticed within so many loops.
  static constexpr unsigned turns_between_looks = 16;

  leader_state(worker_id w, int worker_level, unsigned groups, unsigned group, unsigned workers)
      : board(groups, workers),
        arrivals(workers),
        leader(w),
        level(worker_level),
        first_group(group) {}

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

  // As shape_at(), with the ranges of its workers; index: shape_index().
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

// How a loop reaches its workers: by claims of chunks from a slot's shared words, or each has a
// range that the notice fixes.
enum class sharing : std::uint8_t { claims, ranges };

// One thread leading one loop: made before the loop, destroyed when it has returned. Loops nest.
class leadership {
 public:
  // The calling thread leads a loop of that level on p. A worker of p leads from its own board, any
  // other thread from the root, or as a guest while another thread does. A level that the worker or
  // the levels of p do not have becomes the next one down.
  leadership(pool& p, int level, sharing how = sharing::claims);
  ~leadership();
  leadership(const leadership&) = delete;
  leadership& operator=(const leadership&) = delete;

  // No worker can follow: run the loop on this thread, without publish() and await_followers().
  bool alone() const { return !shape_ && !ranges_; }
  int level() const { return level_; }
  const team_shape& shape() const { return *shape_; }
  // A number for the (board, shape) pair, dense from 0 and unique in the pool: an index for caches.
  unsigned shape_index() const { return shape_index_; }
  unsigned slot() const { return slot_; }
  member_id member() const;
  worker_id worker() const { return me_->worker; }

  // This thread's own part in its loop of n iterations.
  participant part(std::uint64_t n) const;
  // Shows item, which stays where it is until the leadership ends, to the followers. Everything
  // this thread did before is visible to them.
  void publish(const work& item);
  // Returns when followers have reported `count` iterations; all that these did is visible then.
  void await_followers(std::uint64_t count);

  // Of a loop with fixed ranges: the workers that take part, until the pool is destroyed.
  const range_team& team() const { return *ranges_; }
  // The leader's own part, once the loop is published. It must gather before the leadership ends.
  range_part own_range() { return {shown_.shown(), *ranges_, 0, state_->arrivals.data(), this}; }
  // The leader's own part in a loop that it does not show.
  range_part range_of_one() { return {*ranges_, state_->arrivals.data(), this}; }
  // Of a loop that is shown: no follower begins with it any more.
  void close() { shown_.close(state_->board); }
  // Whether the follower of that rank may be in the loop, or come.
  bool is_away(unsigned rank) const { return line(rank).of(shown_.shown()) == standing::away; }
  // Whether it takes part in loops at the moment.
  bool takes_part(unsigned rank) const {
    return pool_.takes_part(state_->leader + ranges_->index_of(rank));
  }
  // A follower that has not finished for long, and so for the leader's patience: it is kept from
  // beginning, if it has not begun, or else waited for. Away, or done.
  standing settle(const arrival<>& child);
  // A follower did not come in time, or was in its range for longer than the leader.
  bool was_kept_waiting() const { return put_aside_; }

 private:
  static constexpr unsigned no_slot = epoch::no_slot;

  leadership(pool& p, self& me);
  const arrival<>& line(unsigned rank) const { return state_->arrivals[ranges_->index_of(rank)]; }
  void come_in();
  void make_do_without_state();
  bool reserve_slot();
  bool answers_are_awaited() const;
  void wake_sleepers();
  void close_outer_ranges();

  pool& pool_;
  self* me_;  // what the calling thread is in the loop
  leader_state* state_ = nullptr;
  bool came_from_outside_ = false;  // this thread was no part of the pool
  self* before_ = nullptr;          // what it had said it was, when the loop began
  std::optional<self> without_state_;
  int level_ = 0;
  int enclosing_ = -1;
  const team_shape* shape_ = nullptr;
  unsigned shape_index_ = 0;
  unsigned slot_ = no_slot;
  const work* item_ = nullptr;          // as published; the caller keeps it until its loop is over
  const range_team* ranges_ = nullptr;  // of a loop with fixed ranges
  shown_ranges<> shown_;                // likewise, once it is shown
  bool put_aside_ = false;
  leadership* outer_ = nullptr;  // the loop on the same board that this one is nested in
};

// The root's board, else a guest's, now taken by the calling thread; none when all are.
inline leader_state* pool::free_state() {
  const self* const me = &self::outside();
  return states_[0]->lock.take(me) ? states_[0].get() : free_guest_state(me);
}

inline void leadership::come_in() {
  if (pool_.tree().size() > 1) state_ = pool_.free_state();
  if (!state_) {
    make_do_without_state();
  } else {
    if (state_->guest < 0 && !me_->roams &&
        state_->turns++ % leader_state::turns_between_looks == 0) {
      pool_.pinning_.make_room();
      pool_.look_at_quota();
    }
    me_ = &state_->outsider;
  }
  before_ = self::become(me_);
}

// Takes a board; from here on the destructor gives it back, whatever the other constructor meets.
inline leadership::leadership(pool& p, self& me) : pool_(p), me_(&me) {
  if (me.owner == &p && !me.roams) {
    state_ = me.state;
  } else {
    came_from_outside_ = true;
    come_in();
  }
  enclosing_ = me_->enclosing;
}

inline leadership::leadership(pool& p, int level, sharing how) : leadership(p, self::current()) {
  level_ = std::clamp(level, 0, me_->level);
  if (!state_ || !state_->has_followers) return;
  outer_ = state_->innermost;
  shape_index_ = state_->shape_index(enclosing_, level_, pool_.tree().top_level());
  if (how == sharing::ranges) {
    if (outer_ && answers_are_awaited()) return;
    ranges_ = &state_->ranges_at(pool_, enclosing_, level_, shape_index_);
  } else {
    // A loop by claims may last for long: sixteen of them are too long to wait for.
    if (state_->leader == 0 && state_->guest < 0 && came_from_outside_) pool_.look_at_quota();
    const team_shape& shape = state_->shape_at(pool_, enclosing_, level_);
    if (!reserve_slot()) return;
    shape_ = &shape;
  }
  state_->innermost = this;
  if (!came_from_outside_ && !outer_) state_->board.set_leading(true);
  me_->enclosing = level_;
}

inline leadership::~leadership() {
  if (!alone()) {
    if (slot_ != no_slot) state_->board.slot(slot_).in_use = false;
    state_->innermost = outer_;
    me_->enclosing = enclosing_;
    if (outer_ && outer_->item_) {
      state_->board.publish(outer_->slot_, outer_->level_, *outer_->item_);
    } else if (!outer_ && !came_from_outside_ && enclosing_ < 1) {
      state_->board.set_leading(false);
    }
  }
  if (!came_from_outside_) return;
  self::become(before_);
  if (!state_) return;
  // What idle workers find at a board without leader is an old notice.
  if (state_->guest >= 0) pool_.guests_here_.go(static_cast<unsigned>(state_->guest));
  state_->lock.give_back(&self::outside());
}

inline void leadership::publish(const work& item) {
  if (outer_) close_outer_ranges();
  const epoch e = state_->board.publish(slot_, level_, item);
  if (ranges_) {
    shown_.open(e, *ranges_, state_->arrivals.data());
  } else {
    item_ = &item;
  }
  wake_sleepers();
}

inline void leadership::wake_sleepers() {
  order_notice_before_sleepers<std::atomic>(pool_.sleepers_pay_);
  if (pool_.sleeping() != 0) pool_.wake(level_, state_->leader, state_->leader, wake_fan_out);
}

}  // namespace arcas::inline v0::detail
