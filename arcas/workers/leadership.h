// SPDX-License-Identifier: Apache-2.0
// One thread leading one loop. Functions that every loop calls are compiled into the calling loop.
#pragma once

#include <arcas/workers/leader_lock.h>
#include <arcas/workers/participant.h>
#include <arcas/workers/pool.h>

#include <algorithm>
#include <optional>

namespace arcas::inline v0::detail {

// A board of the pool, and its leader's other data.
struct leader_state {
  // Number of loops from one look at the caller's processor to the next.
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
  // Makes the shape at the first call. Only the thread that leads from this board may call this
  // function.
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

  // Like shape_at(), for loops with fixed ranges; index: shape_index().
  const range_team& ranges_at(const pool& p, int enclosing, int loop_level, unsigned index) {
    const auto& team = range_teams[index - first_shape_index];
    return team ? *team : make_ranges(p, enclosing, loop_level, index);
  }
  const range_team& make_ranges(const pool& p, int enclosing, int loop_level, unsigned index);

  publication_board<> board;
  std::vector<arrival<>> arrivals;  // index: the worker's number minus the leader's
  end_bell<> bell;
  worker_id leader;  // the worker that owns the board; 0 for a guest, which leads all workers
  int level;
  bool has_followers = false;
  self outsider;   // the role of a thread that takes the board from outside
  int guest = -1;  // number among the guests' boards; -1 for a worker's board
  unsigned first_group;
  unsigned first_shape_index = 0;
  std::vector<std::unique_ptr<team_shape>> shapes;
  std::vector<std::unique_ptr<range_team>> range_teams;
  leadership* innermost = nullptr;
  unsigned turns = 0;  // number of loops led from outside
  leader_lock<> lock;  // for the root's and the guests' boards
};

// How a loop reaches its workers. claims: they claim chunks from the shared words of a slot.
// ranges: each worker has a range that the notice fixes.
enum class sharing : std::uint8_t { claims, ranges };

// Made before the loop, destroyed when the loop has returned. Loops nest.
class leadership {
 public:
  // The calling thread leads a loop of this level on p. A worker of p leads from its own board. Any
  // other thread leads from the root's board or, while another thread uses that board, as a guest.
  // If the worker or p has no such level, the next lower one is used.
  leadership(pool& p, int level, sharing how = sharing::claims);
  ~leadership();
  leadership(const leadership&) = delete;
  leadership& operator=(const leadership&) = delete;

  // Whether no worker can follow. Then the loop must run on this thread, without publish() and
  // await_followers().
  bool alone() const { return !shape_ && !ranges_; }
  int level() const { return level_; }
  const team_shape& shape() const { return *shape_; }
  // A number of the (board, shape) pair. The numbers are unique in the pool and consecutive from 0.
  // Callers index their caches by them.
  unsigned shape_index() const { return shape_index_; }
  unsigned slot() const { return slot_; }
  member_id member() const;
  worker_id worker() const { return me_->worker; }

  // This thread's own part in its loop of n iterations.
  participant part(std::uint64_t n) const;
  // Publishes item to the followers. The item must exist until the leadership ends. Everything that
  // this thread did before is visible to the followers.
  void publish(const work& item);
  // Returns when followers have reported `count` iterations. Then all that these iterations did is
  // visible.
  void await_followers(std::uint64_t count);

  // Fixed ranges only: the workers that take part. Exists until the pool is destroyed.
  const range_team& team() const { return *ranges_; }
  // The leader's own part after publish(). The leader must gather before the leadership ends.
  range_part own_range() { return {shown_.shown(), *ranges_, 0, state_->arrivals.data(), this}; }
  // The leader's own part in a loop that is not published.
  range_part range_of_one() { return {*ranges_, state_->arrivals.data(), this}; }
  // For a published loop: no follower begins after this call.
  void close() { shown_.close(state_->board); }
  // Whether the follower of this rank has not come, or came too late.
  bool is_away(unsigned rank) const { return line(rank).of(shown_.shown()) == standing::away; }
  // Whether the rank's worker takes part in loops at the moment.
  bool takes_part(unsigned rank) const {
    return pool_.takes_part(state_->leader + ranges_->index_of(rank));
  }
  // See shown_ranges::settle().
  standing settle(const arrival<>& child);
  // Whether a follower did not come in time, or was in its range for longer than the leader.
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
  self* me_;  // the role of the calling thread in the loop
  leader_state* state_ = nullptr;
  bool came_from_outside_ = false;  // this thread is not a worker of the pool, or runs a task
  self* before_ = nullptr;          // its role before the loop
  std::optional<self> without_state_;
  int level_ = 0;
  int enclosing_ = -1;
  const team_shape* shape_ = nullptr;
  unsigned shape_index_ = 0;
  unsigned slot_ = no_slot;
  const work* item_ = nullptr;          // as published; the caller keeps it until its loop is over
  const range_team* ranges_ = nullptr;  // of a loop with fixed ranges
  shown_ranges<> shown_;                // of a loop with fixed ranges, once it is published
  bool put_aside_ = false;
  leadership* outer_ = nullptr;  // the loop on the same board in which this one is nested
};

// The root's board, or else a guest's, taken by the calling thread; null if none is free.
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

// Takes a board. The destructor gives it back, even if the delegating constructor throws.
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
    // Each loop with claims looks at the quota, since it may last long. Other loops do so only once
    // in turns_between_looks loops.
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
  // Without a leader, a guest's board has only an old notice, so idle workers need not look at it.
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
