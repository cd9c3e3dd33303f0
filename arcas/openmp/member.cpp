// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/member.h>

#include <arcas/base/asymmetric_fence.h>
#include <arcas/openmp/explanation.h>
#include <arcas/openmp/places.h>
#include <arcas/openmp/team.h>

#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <utility>

namespace arcas::inline v0::detail::openmp {

constinit thread_local member* here = nullptr;

namespace {

// Destroys the teams of a thread when the thread ends; those of the initial thread only if it calls pthread_exit(). exit()
// runs no key destructors, so it destroys no team: its caller may be a thread of such a team.
void end_teams(void* initial) {
  auto* const outermost = static_cast<team*>(initial);
  if (here != &outermost->of(0)) return;
  here = nullptr;
  delete outermost;
}

pthread_key_t teams_of_thread() {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    pthread_key_create(&made, &end_teams);
    return made;
  }();
  return key;
}

// The child of a fork() has one thread. Regions that were active at the fork cannot continue; new regions get new threads.
[[maybe_unused]] const int forgotten_in_children = pthread_atfork(nullptr, nullptr, [] {
  for (member* m = here; m; m = m->rank == 0 ? m->outer : nullptr) m->forget_threads();
  forget_notes();
});

}  // namespace

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
  // All tasks are finished. Reset, since a team of another size sums over other members.
  sum.reset();
  ahead = 0;
}

void member::forget_threads() {
  if (alone) alone->forget_threads();
  if (kept) kept->forget_threads();
}

member& make_initial_member() {
  auto* const outermost = new team(1, 0);
  pthread_setspecific(teams_of_thread(), outermost);
  member& m = outermost->of(0);
  m.implicit.icvs = settings().initial;
  bind_initial_thread(m);
  static const bool told = [] {
    display_settings_if_asked();
    if (explains()) tell_at_exit();
    return true;
  }();
  (void)told;
  return *(here = &m);
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
  nanosleep(&t, nullptr);
}

member_wait::member_wait(member& me) : me_(me), patience_(waiting_of(me)) {}

void member_wait::lie_down() {
  lies_ = before_.keep_here();
}

void member_wait::get_up() {
  lies_ = false;
  before_.let_go();
}

bool member_wait::operator()() {
  rise();
  if (me_.in.has_tasks() && run_one_task(me_)) {
    patience_.reset();
    return false;
  }
  if (!patience_.step()) return false;
  if (!me_.in.has_tasks()) {
    if (!me_.in.sleeps_at_once()) lie_down();
    return true;
  }
  nap();
  return false;
}

bool member_wait::is_news() const {
  return me_.in.has_tasks();
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
