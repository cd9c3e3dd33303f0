// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/follower.h>

#include <arcas/base/processor.h>
#include <arcas/workers/leader_state.h>
#include <arcas/workers/self.h>

#include <pthread.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace arcas::detail {

follower::follower(pool& p, worker_id w)
    : pool_(p), worker_(w), level_(p.tree().level_of(w)), own_state_(p.states_[w].get()) {
  const unsigned group = p.machine().place_of(place_kind::cache_group, p.tree().thread_of(w));
  for (worker_id x = w; x != 0;) {
    x = *p.tree().parent_of(x);
    leader_state* state = p.states_[x].get();
    ancestors_.push_back({state, group - state->first_group});
  }
  for (auto& guest : p.guests_) guests_.push_back({guest.get(), group - guest->first_group});
}

void follower::start() {
  try {
    thread = std::jthread([this] { run(); });
  } catch (const std::system_error& e) {
    refusal = "worker " + std::to_string(worker_) + " has no thread: " + e.what();
    return;
  }
  if (pool_.options().pin && pool_.machine().can_pin()) pin();
}

// To a processor of its own. Where workers outnumber the processors only some are awake, and which
// is not known beforehand: two pinned to one processor would share it while another idles. Then to
// all.
void follower::pin() {
  const auto machine = pool_.machine().threads();
  const unsigned processor = machine[pool_.tree().thread_of(worker_)].os_index;
  int error = 0;
  if (pool_.tree().size() <= pool_.processors_) {
    error = pool_.pinning_.pin(handle(), processor);
  } else {
    std::vector<unsigned> processors;
    for (const hardware_thread& t : machine) processors.push_back(t.os_index);
    error = pin_to(handle(), processors);
  }
  if (error != 0) {
    refusal = "worker " + std::to_string(worker_) + " is not pinned to processor " +
              std::to_string(processor) + ": " + std::strerror(error);
  }
}

void follower::run() {
  pthread_setname_np(pthread_self(), ("arcas-" + std::to_string(worker_)).c_str());
  self::outside() = self{&pool_, own_state_, worker_, level_, -1};
  const wait_policy policy = pool_.options().wait;
  patience waiting(policy, policy == wait_policy::spin && pool_.tree().size() > pool_.processors_);
  while (!finished_) {
    if (any_outlook([this](outlook& where) { return take_part(where); }) ||
        pool_.background().look(worker_)) {
      waiting.reset();
      continue;
    }
    const bool surplus = policy == wait_policy::adaptive && pool_.crowded();
    if (surplus || waiting.step()) {
      sleep();
      waiting.reset();
      just_woken_ = true;
    }
  }
}

// The nearest ancestor that leads, else the root.
follower::outlook& follower::leader() {
  for (outlook& a : ancestors_) {
    if (a.state->board.notice_for(a.group).leading()) return a;
  }
  return ancestors_.back();
}

// visit() the places where work may be, until it says true.
template <class Visit>
bool follower::any_outlook(Visit visit) {
  return visit(leader()) ||
         pool_.guests_here_.any([&](unsigned guest) { return visit(guests_[guest]); });
}

bool follower::is_news(outlook& where) {
  const epoch e = where.state->board.notice_for(where.group).current();
  return (e != where.seen || (e == where.back_to && e != epoch{})) && !e.being_written() &&
         e.level() <= level_;
}

// The loop that it left is still there, and it is time to help in it.
bool follower::comes_back(outlook& where, epoch e) {
  return where.back_to != epoch{} && e == where.back_to &&
         cycles() - where.back_at < ~std::uint64_t{0} / 2;
}

bool follower::take_part(outlook& where) {
  notice<>& notice_here = where.state->board.notice_for(where.group);
  const epoch e = notice_here.current();
  if (e.being_written() || e.level() > level_) return false;
  const bool again = e == where.seen;
  if (!e.has_slot()) return !again && take_range(where, e);
  if (again && !comes_back(where, e)) return false;
  if (where.back_to != epoch{}) again ? the_end_.did_not_come() : the_end_.came();
  const work item = notice_here.read();
  // What the leader has just written, on its way while we announce ourselves. A hint: the address
  // may be stale.
  __builtin_prefetch(item.context);
  loop_slot<>& slot = where.state->board.slot(e.slot());
  inside.enter(&slot);
  if (!notice_here.seen_again(e)) {
    inside.leave();
    return false;
  }
  where.seen = e;
  where.back_to = epoch{};
  if (is_finish(item)) {
    finished_ = true;
  } else {
    pass_wake_on(where, e);
    run_inside(e, [&] {
      participant me(worker_, slot, notice_here, where.group, !again && the_end_.worth_waiting());
      item.run(item, me);
      if (me.left_for_now()) {
        where.back_to = e;
        where.back_at = cycles() + end_of_loop::soon;
      }
    });
  }
  inside.leave();
  return true;
}

// Who was woken for a loop wakes others for it.
void follower::pass_wake_on(const outlook& where, epoch e) {
  if (just_woken_ && pool_.sleeping() != 0) {
    pool_.wake(e.level(), where.state->leader, pool_.tree().end_of(where.state->leader),
               wake_fan_out);
  }
  just_woken_ = false;
}

template <class Run>
void follower::run_inside(epoch e, Run run) {
  const bool leads_inside = own_state_ && e.level() >= 1;
  if (leads_inside) own_state_->board.set_leading(true);
  self::current().enclosing = e.level();
  run();
  self::current().enclosing = -1;
  if (!leads_inside) return;
  own_state_->board.set_leading(false);
  // Workers below us may have fallen asleep while only we could give them work: with our next loop
  // we wake some.
  just_woken_ = true;
}

// A loop with fixed ranges. PROTOCOL.md, «Fixed ranges».
bool follower::take_range(outlook& where, epoch e) {
  notice<>& notice_here = where.state->board.notice_for(where.group);
  const auto words = notice_here.whole_words(e);
  if (!words) return false;
  const work& item = *words;
  const auto& team = *reinterpret_cast<const range_team*>(item.arguments[work::argument_count - 1]);
  const unsigned index = worker_ - where.state->leader;
  const unsigned rank = team.rank_of(index);
  arrival<>& mine = where.state->arrivals[index];
  // Who has no rank leaves its line alone: the leader may still have to read what it says of a loop
  // around this one.
  if (rank != range_team::no_rank && !start_range(e, mine, notice_here, where.state->bell))
    return false;
  if (where.back_to != epoch{}) the_end_.came();
  where.seen = e;
  where.back_to = epoch{};
  pass_wake_on(where, e);
  if (rank == range_team::no_rank) return true;
  range_part part(e, team, rank, where.state->arrivals.data(), nullptr);
  run_inside(e, [&] {
    participant me(worker_, part);
    item.run(item, me);
  });
  finish_range(e, mine, part.outcome(), where.state->bell);
  return true;
}

void follower::sleep() {
  bed.sleep(
      pool_.sleepers_,
      [this] {
        return any_outlook([this](outlook& where) { return is_news(where); }) ||
               (pool_.has_room_for(1) && pool_.background().is_news(worker_));
      },
      pool_.sleepers_pay_);
}

}  // namespace arcas::detail
