// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/follower.h>

#include <arcas/base/processor.h>
#include <arcas/workers/leadership.h>
#include <arcas/workers/processor_claims.h>
#include <arcas/workers/self.h>

#include <pthread.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace arcas::inline v0::detail {

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
    thread = std::thread([this] { run(); });
  } catch (const std::system_error& e) {
    refusal = "worker " + std::to_string(worker_) + " has no thread: " + e.what();
    return;
  }
  if (pool_.options().pin && pool_.machine().can_pin()) pin();
}

// Pins the thread to its worker's processor, except in two cases, in which the thread may run on
// all processors. First case: another process has claimed the same processor. Second case: workers
// outnumber the processors. Then only some workers are awake, and it is not known beforehand which.
// If the workers were pinned, two of them might share a processor while another processor is idle.
void follower::pin() {
  const auto machine = pool_.machine().threads();
  const unsigned processor = machine[pool_.tree().thread_of(worker_)].os_index;
  int error = 0;
  was_taken = pool_.claims_->is_taken(processor);
  if (pool_.tree().size() <= pool_.processors_ && !was_taken) {
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
    outlook* const where = find_news();
    const auto works_elsewhere = [this] {
      background_source* const other = pool_.background();
      return other && other->look(worker_);
    };
    const bool in = pool_.takes_part(worker_);
    // A loop that this worker left for a moment may wait for its return, even if the limit now
    // excludes the worker.
    const bool returns = where && left_for_now(*where);
    if (((in || returns) && where && take_part(*where)) || (in && works_elsewhere())) {
      waiting.reset();
      continue;
    }
    const bool surplus = !returns && (!in || (policy == wait_policy::adaptive && pool_.crowded()));
    if (surplus || waiting.step()) {
      sleep();
      waiting.reset();
      just_woken_ = true;
    }
  }
}

// The nearest ancestor that leads, or else the root.
follower::outlook& follower::leader() {
  for (outlook& a : ancestors_) {
    if (a.state->board.notice_for(a.group).leading()) return a;
  }
  return ancestors_.back();
}

// The board with a loop that this worker may enter; null if there is none.
follower::outlook* follower::find_news() {
  const auto is_news = [this](const outlook& where) {
    return concerns_us(where, where.state->board.notice_for(where.group).current());
  };
  if (outlook& nearest = leader(); is_news(nearest)) return &nearest;
  outlook* found = nullptr;
  pool_.guests_here_.any([&](unsigned guest) {
    if (is_news(guests_[guest])) found = &guests_[guest];
    return found != nullptr;
  });
  return found;
}

// Whether e is a loop of at most this worker's level that the worker has not seen, or has left for
// now (before it searched for other workers' iterations).
bool follower::concerns_us(const outlook& where, epoch e) const {
  return (e != where.seen || (e == where.back_to && e != epoch{})) && !e.being_written() &&
         e.level() <= level_;
}

bool follower::left_for_now(const outlook& where) const {
  const epoch e = where.state->board.notice_for(where.group).current();
  return e != epoch{} && e == where.back_to;
}

bool follower::take_part(outlook& where) {
  const epoch e = where.state->board.notice_for(where.group).current();
  if (!concerns_us(where, e)) return false;
  const bool again = e == where.seen;
  // A worker that left the loop for now returns only after some time.
  if (again && cycles() - where.back_at >= ~std::uint64_t{0} / 2) return false;
  if (where.back_to != epoch{}) again ? the_end_.did_not_come() : the_end_.came();
  work item;
  std::optional<participant> me;
  if (!(e.has_slot() ? enter_slot(where, e, item, me) : start_range(where, e, item, me)))
    return false;
  where.seen = e;
  where.back_to = epoch{};
  finished_ = is_finish(item);
  if (!finished_) pass_wake_on(where, e);
  if (me && !finished_) {
    const bool leads_inside = own_state_ && e.level() >= 1;
    if (leads_inside) own_state_->board.set_leading(true);
    self::current().enclosing = e.level();
    item.run(item, *me);
    self::current().enclosing = -1;
    if (leads_inside) own_state_->board.set_leading(false);
    // While only this worker could give work to the workers below it, these may have fallen asleep.
    // So it wakes some of them when it enters its next loop.
    just_woken_ |= leads_inside;
    if (me->left_for_now()) {
      where.back_to = e;
      where.back_at = cycles() + end_of_loop::soon;
    }
  }
  if (e.has_slot()) {
    inside.leave();
  } else if (me) {
    finish_range(e, own_line(where), me->ranges().outcome(), where.state->bell);
  }
  return true;
}

// Enters a loop whose iterations are claimed. The worker announces that it is inside, and then
// checks that the loop is still published.
bool follower::enter_slot(outlook& where, epoch e, work& item, std::optional<participant>& me) {
  const notice<>& shown = where.state->board.notice_for(where.group);
  item = shown.read();
  // Fetches the leader's recent writes while the worker announces itself. The address may be stale,
  // so this is only a hint.
  __builtin_prefetch(item.context);
  loop_slot<>& slot = where.state->board.slot(e.slot());
  inside.enter(&slot);
  if (!shown.seen_again(e)) {
    inside.leave();
    return false;
  }
  me.emplace(worker_, slot, shown, e, number_at(where),
             e != where.seen && the_end_.worth_waiting());
  return true;
}

// Enters a loop with fixed ranges: PROTOCOL.md, «Fixed ranges». A worker without a rank must not
// write its arrival: its answer to an enclosing loop may be there, and the leader may not have read
// this answer yet.
bool follower::start_range(outlook& where, epoch e, work& item, std::optional<participant>& me) {
  const notice<>& shown = where.state->board.notice_for(where.group);
  const auto words = shown.whole_words(e);
  if (!words) return false;
  item = *words;
  const auto& team = *reinterpret_cast<const range_team*>(item.arguments[work::argument_count - 1]);
  const unsigned rank = team.rank_of(number_at(where));
  if (rank == range_team::no_rank) return true;
  if (!arcas::detail::start_range(e, own_line(where), shown, where.state->bell)) return false;
  me.emplace(worker_, range_part(e, team, rank, where.state->arrivals.data(), nullptr));
  return true;
}

// The worker's number among the leader's workers; the leader is 0.
unsigned follower::number_at(const outlook& where) const {
  return worker_ - where.state->leader;
}

arrival<>& follower::own_line(const outlook& where) {
  return where.state->arrivals[number_at(where)];
}

// A worker that has just been woken wakes others for loop e.
void follower::pass_wake_on(const outlook& where, epoch e) {
  if (just_woken_ && pool_.sleeping() != 0)
    pool_.wake(e.level(), worker_, where.state->leader, wake_fan_out);
  just_woken_ = false;
}

void follower::sleep() {
  bed.sleep(
      pool_.sleepers_,
      [this] {
        background_source* const other = pool_.background();
        const outlook* const where = find_news();
        return (where && left_for_now(*where)) ||
               (pool_.takes_part(worker_) &&
                (pool_.options().wait == wait_policy::spin || where ||
                 (pool_.has_room_for(1) && other && other->is_news(worker_))));
      },
      pool_.sleepers_pay_);
}

}  // namespace arcas::inline v0::detail
