// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/member.h>

#include <arcas/base/kept_state.h>
#include <arcas/base/machine.h>
#include <arcas/openmp/explanation.h>
#include <arcas/openmp/team.h>

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <utility>

namespace arcas::inline v0::detail::openmp {

member::member(team& of, unsigned number)
    : in(of),
      rank(number),
      now(&implicit),
      tasks(number, asymmetric_fence::available()),
      search(tasks, of.task_slots(), of.task_sleepers()) {
  implicit.in = &of;
  tasks.scopes.store(1, std::memory_order_relaxed);  // relaxed: no other thread knows it yet
}

member::~member() = default;

void member::start_afresh() {
  barriers = singles = shares = 0;
  is_displayed = false;
  loop = loop_part{};
  // All tasks are finished. The counts are reset, since the team may have another size in the next
  // region, and then sums over other members.
  sum.reset();
  ahead = 0;
}

void member::forget_threads() {
  if (alone) alone->forget_threads();
  if (kept) kept->forget_threads();
}

namespace {
// The place that the calling thread has been bound to, or -1. The program may have changed the mask
// since.
constinit thread_local int bound_to = -1;
}  // namespace

void member::bind_thread() {
  if (at.place < 0 || at.place == bound_to) return;
  bound_to = at.place;
  is_displayed = false;
  bind_to(all_places()[static_cast<std::size_t>(at.place)]);
}

patience waiting_of(bool crowded) {
  return {settings().wait, crowded, patience::then::sleep};
}
patience waiting_of(const member& me) {
  return waiting_of(me.in.crowded());
}

void nap() {
  constexpr long moment = 50'000;  // nanoseconds; roughly the cost of a wake-up
  const timespec t{0, moment};
  const kept_errno keeps;
  // A direct system call, since nanosleep() is a cancellation point.
  syscall(SYS_nanosleep, &t, nullptr);
}

member_wait::member_wait(member& me) : me_(me), patience_(waiting_of(me)) {}

void member_wait::lie_down() {
  lies_ = before_.keep_here();
}

void member_wait::get_up() {
  if (std::exchange(lies_, false)) before_.let_go();
  if (std::exchange(lacks_task_, false)) me_.in.idle().leave();
}

// Called when the wait is over. A member that has slept for lack of a task may have been woken to
// run one, but no longer does so. If it sees a task, it wakes another member in its place.
void member_wait::leave() {
  const bool lacked_task = lacks_task_;
  get_up();
  if (lacked_task && me_.in.has_tasks() && may_find_task(me_, nullptr)) me_.in.tell_of_task();
}

bool member_wait::operator()() {
  rise();
  if (me_.in.has_tasks() && run_one_task(me_)) {
    patience_.reset();
    nap_.reset();
    return false;
  }
  if (!patience_.step()) {
    me_.in.yield_beside_leader();
    return false;
  }
  if (!me_.in.has_tasks()) {
    if (!me_.in.sleeps_at_once()) lie_down();
    return true;
  }
  if (!nap_.is_over() || may_find_task(me_, nullptr)) return false;
  me_.in.idle().enter();
  lacks_task_ = true;
  return true;
}

// The last look before a sleep. PROTOCOL.md, «No sleep through a task».
bool member_wait::is_news() const {
  if (!me_.in.has_tasks()) return false;
  return !lacks_task_ || idle_members<>::sees_task([this] { return may_find_task(me_, nullptr); });
}

void barrier(member& me) {
  team& t = me.in;
  member_wait wait(me);
  t.inside().meet(me.rank, ++me.barriers, wait, [&] {
    wait.rise();
    t.finish_tasks(me);
    // relaxed: the end of the barrier releases it.
    t.loop_is_cancelled.store(false, std::memory_order_relaxed);
  });
}

bool cancellable_barrier(member& me) {
  barrier(me);
  return me.in.is_cancelled();
}

}  // namespace arcas::inline v0::detail::openmp
