// SPDX-License-Identifier: Apache-2.0
// Which threads sleep because there are no tasks, and which of them does a new task wake?
// PROTOCOL.md, «No lost wake-ups». A template on the atomic and on the pool, so that sim/ explores
// these lines. Private to tasks/.
#pragma once

#include <arcas/tasks/slot_table.h>

#include <atomic>
#include <cstdint>

namespace arcas::inline v0::detail {

// Two kinds of threads sleep: idle workers, recorded in the pool, and threads that wait for tasks,
// each recorded in its slot. Pool has the functions sleeping(), has_room_for(1) and rouse(1) of
// arcas::pool.
template <class Slot, class Pool, template <class> class Atom = std::atomic>
class wake_up {
 public:
  // thieves_pay: asymmetric fences are available; sleepers_pay: see workers/sleep.h.
  wake_up(Pool& p, const slot_table<Slot, Atom>& slots, bool thieves_pay, bool sleepers_pay)
      : pool_(p), slots_(slots), thieves_pay_(thieves_pay), sleepers_pay_(sleepers_pay) {}

  // Called by the thread of s: sleeps until another thread finishes a task of `count`, or until
  // there may be a task that descends from `ancestor`. May return spuriously.
  void sleep(Slot& s, task_count<Atom>& count, task_ancestry ancestor) {
    count.sleep(
        s.waiting, ancestor.bits(), waiting_asleep_, [&] { return is_news_for(s, ancestor); },
        sleepers_pay_);
  }

  // The sleeper's last look: whether there may be a task for it. An idle worker, with the default
  // `ancestor`, may take any task. A waiting thread considers only slots that work for `ancestor`.
  bool is_news_for(const Slot& sleeper, task_ancestry ancestor) const noexcept {
    if (slots_.listed().size() == 0) return false;
    if (sees_news_for(sleeper, ancestor)) return true;
    if (!thieves_pay_ || sleepers_pay_) return false;
    // The thread has passed no heavy fence before the look above, since sleepers do not pay. A push
    // passes only a light fence, and must be paired with a heavy one. So the heavy fence follows
    // here.
    machine<Atom>::heavy_fence();
    return sees_news_for(sleeper, ancestor);
  }

  // Whether there may be a sleeping thread for a new task to wake; a hint only.
  bool someone_sleeps() const noexcept {
    // relaxed: a hint; a sleeper that is missed here is seen at the next answer.
    return waiting_asleep_.load(std::memory_order_relaxed) != 0 ||
           (pool_.sleeping() != 0 && pool_.has_room_for(1));
  }

  // Called after a request at the slot has been answered: wakes one idle worker, and one waiting
  // thread that may take the published task. In an abandoned slot, wakes all waiting threads that
  // may take one of its tasks.
  void wake_for(Slot& shown_by) noexcept {
    // A sleeper's last look sees the answer, or this thread sees the sleeper.
    order_notice_before_sleepers<Atom>(sleepers_pay_);
    if (pool_.sleeping() != 0 && pool_.has_room_for(1)) pool_.rouse(1);
    // relaxed: after the fence.
    if (waiting_asleep_.load(std::memory_order_relaxed) == 0) return;
    const bool abandoned = shown_by.is_abandoned();
    const task_ancestry shown = abandoned ? task_ancestry() : shown_by.shown();
    const auto may_help = [&](std::uint64_t ancestor) {
      return shown == task_ancestry() ? slots_.works_for(shown_by, task_ancestry(ancestor))
                                      : slots_.descends(shown, task_ancestry(ancestor));
    };
    for (unsigned i = 0; i < slots_.listed().size(); ++i) {
      if (slots_.listed()[i].waiting.wake_for(waiting_asleep_, may_help) && !abandoned) return;
    }
  }

  // Called by the owner of s, which begins a stolen task. Returns the new depth.
  unsigned begin_stolen(Slot& s, task_ancestry of) noexcept {
    const unsigned depth = s.stolen.begin(of);
    // A waiting thread leaves requests only in slots that work for its join. If it fell asleep
    // before this slot began such work, it has left no request here, so this thread leaves one in
    // its place. The fence pairs with the sleeper's (waiter): the sleeper sees the depth, or this
    // thread sees the sleeper counted.
    order_notice_before_sleepers<Atom>(sleepers_pay_);
    // relaxed: after the fence.
    if (waiting_asleep_.load(std::memory_order_relaxed) != 0) s.deque.request(s.next_request());
    return depth;
  }

  // Called by the owner of s when a scope begins.
  static void enter(Slot& s) noexcept {
    // relaxed, both: written by this thread; other threads' reads are hints.
    s.scopes.store(s.scopes.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  // Called by the owner of s when a scope ends. stays: the thread keeps this slot after its last
  // scope.
  void leave(Slot& s, bool stays) noexcept {
    // relaxed: written by this thread.
    const unsigned left = s.scopes.load(std::memory_order_relaxed) - 1;
    // relaxed: ordered before the look for sleepers by the fence of wake_for().
    s.scopes.store(left, std::memory_order_relaxed);
    if (left != 0 || stays) return;
    if (s.deque.has_tasks()) {
      // From now on no thread answers requests here.
      s.deque.publish();
      wake_for(s);
    }
    s.ownership.release();  // of a guest's slot; a worker keeps its slot
  }

 private:
  bool sees_news_for(const Slot& sleeper, task_ancestry ancestor) const noexcept {
    for (unsigned i = 0; i < slots_.listed().size(); ++i) {
      const Slot& s = slots_.listed()[i];
      if (&s == &sleeper || (ancestor != task_ancestry() && !slots_.works_for(s, ancestor)))
        continue;
      if (s.deque.has_tasks() || !s.deque.is_requested()) return true;
    }
    return false;
  }

  Pool& pool_;
  const slot_table<Slot, Atom>& slots_;
  bool thieves_pay_;
  bool sleepers_pay_;
  // Number of threads asleep in sleep(): written by them and by threads that wake them, read by all
  // that answer a request.
  alignas(no_sharing) Atom<std::uint32_t> waiting_asleep_{0};
};

}  // namespace arcas::inline v0::detail
