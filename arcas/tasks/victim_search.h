// SPDX-License-Identifier: Apache-2.0
// Where does a thief look for a task, and when does it request one? It looks at one slot at a time,
// leaves a request if nothing is public, and after a while settles its request itself. PROTOCOL.md,
// «An owner that does not answer». Private to tasks/.
#pragma once

#include <arcas/base/processor.h>
#include <arcas/tasks/wake_up.h>

#include <atomic>
#include <cstdint>
#include <utility>

namespace arcas::inline v0::detail {

// How soon does a thief request again after a theft that was not worth the request? The owner
// answers with locked operations on a cache line that the thief's processor has. So the theft of a
// task of a thousand cycles costs the owner as much as it saves. A thief that finds only such
// tasks, or none after an answer, makes requests less and less often. Then an empty invoke costs
// what it costs without thieves. Used by one thread only. All times are in cycles; `now` never
// decreases.
class steal_backoff {
 public:
  static constexpr std::uint64_t small_task = 1'000;
  static constexpr std::uint64_t longest = 32'000;

  // Called after a stolen task, which took `took` cycles. A small task lengthens the pause; any
  // other task ends it.
  void ran(std::uint64_t took, std::uint64_t now) noexcept {
    if (took < small_task) return back_off(now);
    length_ = 0;
  }
  // Called if tasks published as an answer are gone again. Each pause is twice as long as the last,
  // up to `longest`.
  void back_off(std::uint64_t now) noexcept {
    const std::uint64_t twice = 2 * length_ > small_task ? 2 * length_ : small_task;
    length_ = twice < longest ? twice : longest;
    since_ = now;
  }
  bool lasts(std::uint64_t now) const noexcept { return length_ != 0 && now - since_ < length_; }
  // Whether lasts() is false whatever the time is, so that the clock need not be read.
  bool is_reset() const noexcept { return length_ == 0; }

 private:
  std::uint64_t length_ = 0;
  std::uint64_t since_ = 0;
};

// The processor's time stamp counter.
struct time_stamps {
  std::uint64_t now() noexcept { return cycles(); }
};

// The search of one thread, which owns the slot `own`.
template <class Slot, class Pool, class Clock = time_stamps,
          template <class> class Atom = std::atomic>
class victim_search {
 public:
  using loot = typename Slot::deque_type::loot;

  victim_search(Slot& own, const slot_table<Slot, Atom>& slots, wake_up<Slot, Pool, Atom>& sleepers)
      : own_(own), slots_(slots), sleepers_(sleepers) {}

  // Forgets the victim whose answer is awaited, so that the next look goes on to another slot.
  void restart() noexcept { watches_ = false; }
  void falls_asleep() noexcept { was_asleep_ = true; }

  // Looks once at one slot, for a task that descends from `ancestor`; task_ancestry(): any task.
  loot look_once(task_ancestry ancestor) noexcept {
    Slot* const victim = next_victim();
    if (!victim) return {};
    const bool any = ancestor == task_ancestry();
    loot found;
    if (!victim->deque.shows_nothing()) {
      watches_ = false;
      found = victim->deque.steal(
          [&](std::uint64_t tag) { return any || slots_.descends(task_ancestry(tag), ancestor); });
    } else if (!any && !slots_.works_for(*victim, ancestor)) {
      watches_ = false;
    } else if (!is_backing_off()) {
      request_from(*victim);
    }
    if (found.task) has_stolen_from(*victim);
    return found;
  }

  // Runs a stolen task by run(), and measures its time. The thief does not back off after a theft
  // from an abandoned slot, which has cost no owner anything.
  template <class Run>
  void timed(Run run) {
    const bool owner_has_paid = owner_has_paid_;  // run() may steal, too
    const std::uint64_t start = clock_.now();
    run();
    const std::uint64_t now = clock_.now();
    if (owner_has_paid) backoff_.ran(now - start, now);
  }

 private:
  // Cycles that a thief gives an owner to answer: about the cost of the heavy fence that replaces
  // the answer.
  static constexpr std::uint64_t patience_with_owner = 5'000;

  Slot* next_victim() noexcept {
    if (own_.stolen.is_full()) return nullptr;
    if (watches_) return requested_of_;
    const unsigned count = slots_.listed().size();
    if (count == 0) return nullptr;
    position_ = position_ + 1 < count ? position_ + 1 : 0;
    Slot& next = slots_.listed()[position_];
    return &next == &own_ ? nullptr : &next;
  }

  bool is_backing_off() noexcept {
    return !backoff_.is_reset() && !watches_ && backoff_.lasts(clock_.now());
  }

  // Nothing is public at the victim: leaves a request, and settles it if the owner does not answer
  // in time.
  void request_from(Slot& victim) noexcept {
    if (requested_of_ == &victim && !victim.deque.unanswered(last_request_)) {
      // The tasks published as an answer are gone again.
      watches_ = false;
      requested_of_ = nullptr;
      return backoff_.back_off(clock_.now());
    }
    const border_word request = victim.deque.request(own_.next_request());
    const bool stands = watches_ && requested_of_ == &victim && request == last_request_;
    requested_of_ = request.is_request() ? &victim : nullptr;
    last_request_ = request;
    watches_ = request.is_request() && victim.deque.has_tasks();
    if (!watches_) return;
    if (!stands) {
      watched_since_ = clock_.now();
    } else if (clock_.now() - watched_since_ > patience_with_owner) {
      watches_ = false;
      if (victim.deque.settle(request)) sleepers_.wake_for(victim);
    }
  }

  // Wakes a sleeping thread if the victim may have more tasks for it.
  void has_stolen_from(Slot& victim) noexcept {
    requested_of_ = nullptr;
    owner_has_paid_ = victim.is_in_use();
    const bool was_asleep = std::exchange(was_asleep_, false);
    if (!sleepers_.someone_sleeps()) return;
    const bool shows_more = !victim.deque.shows_nothing();
    if (!shows_more) request_from(victim);
    // This thread may have been woken for another task than the one that it has found. Then another
    // thread must look for that other task.
    if (shows_more || was_asleep) sleepers_.wake_for(victim);
  }

  Slot& own_;
  const slot_table<Slot, Atom>& slots_;
  wake_up<Slot, Pool, Atom>& sleepers_;
  unsigned position_ = 0;         // of the last look, in slots_.listed()
  Slot* requested_of_ = nullptr;  // slot of last_request_, if nothing was taken since then
  border_word last_request_;
  bool watches_ = false;             // waits for the answer of a victim that has tasks
  std::uint64_t watched_since_ = 0;  // time stamp
  bool was_asleep_ = false;          // has slept, and has found no task since then
  bool owner_has_paid_ = false;      // the last theft was not from an abandoned slot
  steal_backoff backoff_;
  [[no_unique_address]] Clock clock_;
};

}  // namespace arcas::inline v0::detail
