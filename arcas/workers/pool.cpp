// SPDX-License-Identifier: Apache-2.0
#include <arcas/base/asymmetric_fence.h>
#include <arcas/base/processor.h>
#include <arcas/workers/end_of_loop.h>
#include <arcas/workers/follower.h>
#include <arcas/workers/leader_seat.h>
#include <arcas/workers/pool.h>

#include <algorithm>

namespace arcas {
namespace {

// Threads outside the pool that can lead at the same time beside the one at the root; more of them
// run their loops alone.
constexpr unsigned guest_seats = 8;
// Followers of one leader are grouped by cache group, and a notice goes to each group.
unsigned group_of(const topology& machine, const worker_tree& tree, worker_id w) {
  return machine.place_of(place_kind::cache_group, tree.thread_of(w));
}

// Enters "finished", the work item that ends a thread.
void finish(const work&, participant&) {}

}  // namespace

bool is_finish(const work& item) {
  return item.run == &finish;
}

bool participant::leave_for_now(std::uint64_t finished) {
  if (leads()) return over_soon(finished);
  left_ = may_leave_;
  return left_;
}

bool participant::over_soon(std::uint64_t finished) const {
  static thread_local end_of_loop the_end;
  if (!the_end.worth_waiting()) return over(finished);
  for (const std::uint64_t start = cycles(); cycles() - start < end_of_loop::soon;) {
    for (unsigned looks = 0; looks < 4; ++looks, pause()) {
      if (!over(finished)) continue;
      the_end.came();
      return true;
    }
  }
  the_end.did_not_come();
  return false;
}

pool::pool(topology machine, pool_options options)
    : machine_(std::move(machine)),
      options_(std::move(options)),
      tree_(machine_, options_.workers, options_.levels),
      pinning_(machine_.threads()[tree_.thread_of(0)].os_index),
      processors_(machine_.can_pin() ? machine_.paid_threads()
                                     : topology::discover().paid_threads()),
      sleepers_pay_(asymmetric_fence::available() && tree_.size() <= most_paying_sleepers) {
  seats_.resize(tree_.size());
  for (worker_id w = 0; w < tree_.size(); ++w) {
    if (w != 0 && tree_.end_of(w) == w + 1) continue;
    const unsigned first = group_of(machine_, tree_, w);
    const unsigned last = group_of(machine_, tree_, tree_.end_of(w) - 1);
    seats_[w] = std::make_unique<leader_seat>(w, tree_.level_of(w), last - first + 1, first);
  }
  for (unsigned g = 0; g < guest_seats; ++g) {
    guests_.push_back(std::make_unique<leader_seat>(0, tree_.top_level(), seats_[0]->board.groups(),
                                                    seats_[0]->first_group));
    guests_[g]->guest = static_cast<int>(g);
  }
  const auto levels = static_cast<unsigned>(tree_.levels().size());
  for (auto* seats : {&seats_, &guests_}) {
    for (auto& s : *seats) {
      if (!s) continue;
      s->shapes.resize((levels + 1) * levels);
      s->first_shape_index = shape_indexes_;
      shape_indexes_ += (levels + 1) * levels;
    }
  }
  followers_.resize(tree_.size());
  for (worker_id w = 1; w < tree_.size(); ++w) followers_[w] = std::make_unique<follower>(*this, w);
  for (worker_id w = 1; w < tree_.size(); ++w) followers_[w]->start();
}

pool::~pool() {
  // On every seat: a late follower of the last loop may still be marked as leading, and those below
  // it look at no other notice. Nobody publishes any more, so that the seats are ours to use.
  for (auto& s : seats_) {
    if (s) s->board.publish(0, 0, work{.run = &finish});
  }
  order_notice_before_sleepers<std::atomic>(sleepers_pay_);
  for (auto& f : followers_) {
    if (f) f->bed.ring();
  }
  // All of them, before any goes: one that is late may still look for sleepers to wake.
  for (auto& f : followers_) {
    if (f) f->join();
  }
}

std::vector<std::string> pool::refusals() const {
  std::vector<std::string> all;
  for (const auto& f : followers_) {
    if (f && !f->refusal.empty()) all.push_back(f->refusal);
  }
  return all;
}

std::vector<pthread_t> pool::threads() const {
  std::vector<pthread_t> handles;
  for (const auto& f : followers_) {
    if (f) handles.push_back(f->handle());
  }
  return handles;
}

// The root's seat, else a guest's, now taken by the calling thread; none when all are.
leader_seat* pool::free_seat() {
  const self* me = &self::current();
  if (seats_[0]->tenant.take(me)) return seats_[0].get();
  for (auto& g : guests_) {
    if (!g->tenant.take(me)) continue;
    // release: pairs with the idle workers' acquire (follower::any_outlook).
    guests_here_.fetch_or(1u << g->guest, std::memory_order_release);
    return g.get();
  }
  return nullptr;
}

// Wakes sleeping workers of [first, end), at most so many.
void pool::wake(int level, worker_id first, worker_id end, unsigned at_most) {
  // Workers beyond the processors would only take them from those that work; but a loop above level
  // 0 needs the workers of its level, whoever else is awake.
  if (level == 0) at_most = std::min(at_most, processors_ > awake() ? processors_ - awake() : 0);
  for (worker_id w = std::max(first, 1u); w < end && at_most != 0; ++w) {
    if (tree_.level_of(w) < level || !followers_[w]->bed.sleeps() ||
        !followers_[w]->bed.awaken(sleepers_))
      continue;
    followers_[w]->bed.ring();
    --at_most;
  }
}

// Takes a seat; from here on the destructor gives it back, whatever the other constructor meets.
leadership::leadership(pool& p) : pool_(p), before_(self::current()) {
  self& me = self::current();
  came_from_outside_ = me.owner != &p || me.roams;
  if (came_from_outside_) {
    if (p.tree().size() > 1) seat_ = p.free_seat();
    if (seat_ && seat_->guest < 0 && !me.roams) p.pinning_.make_room();
    me = self{&p, seat_, 0, seat_ ? seat_->level : 0, -1};
  } else {
    seat_ = me.seat;
  }
  enclosing_ = me.enclosing;
}

leadership::leadership(pool& p, int level) : leadership(p) {
  self& me = self::current();
  level_ = std::clamp(level, 0, me.level);
  if (!seat_ || (seat_->guest < 0 && p.tree().end_of(seat_->leader) == seat_->leader + 1)) return;
  const team_shape& shape = seat_->shape_at(pool_, enclosing_, level_);
  slot_ = seat_->board.reserve([this](auto visit) {
    for (worker_id w = seat_->leader; w < pool_.tree().end_of(seat_->leader); ++w) {
      if (pool_.followers_[w]) visit(pool_.followers_[w]->inside.named());
    }
  });
  if (slot_ == seat<>::slot_count) return;
  shape_index_ = seat_->shape_index(enclosing_, level_, pool_.tree().top_level());
  shape_ = &shape;
  outer_ = seat_->innermost;
  seat_->innermost = this;
  if (!came_from_outside_ && !outer_) seat_->board.set_leading(true);
  me.enclosing = level_;
}

leadership::~leadership() {
  self& me = self::current();
  if (!alone()) {
    seat_->board.slot(slot_).in_use = false;
    seat_->innermost = outer_;
    me.enclosing = enclosing_;
    if (outer_ && outer_->item_) {
      seat_->board.publish(outer_->slot_, outer_->level_, *outer_->item_);
    } else if (!outer_ && !came_from_outside_ && enclosing_ < 1) {
      seat_->board.set_leading(false);
    }
  }
  if (!came_from_outside_) return;
  me = before_;
  if (!seat_) return;
  // relaxed: a hint for idle workers; what they find at a seat without leader is an old notice.
  if (seat_->guest >= 0)
    pool_.guests_here_.fetch_and(~(1u << seat_->guest), std::memory_order_relaxed);
  seat_->tenant.give_back(&me);
}

member_id leadership::member() const {
  return seat_->guest >= 0 ? shape_->places.members() - 1 : shape_->member_of[0];
}

participant leadership::part(std::uint64_t n) const {
  return {self::current().worker, alone() ? nullptr : &seat_->board.slot(slot_), n};
}

void leadership::publish(const work& item) {
  item_ = &item;
  seat_->board.publish(slot_, level_, item);
  order_notice_before_sleepers<std::atomic>(pool_.sleepers_pay_);
  if (pool_.sleeping() != 0) {
    pool_.wake(level_, seat_->leader, pool_.tree().end_of(seat_->leader), wake_fan_out);
  }
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
