// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/kept_thread.h>

#include <arcas/base/kept_state.h>
#include <arcas/openmp/team.h>

namespace arcas::inline v0::detail::openmp {

namespace {
std::atomic<unsigned> alive{1};
}

unsigned threads_alive() {
  return alive.load(std::memory_order_relaxed);  // relaxed: a number to compare with a limit
}

int kept_thread::make(kept_thread& made, std::size_t stack_bytes, bool apart) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  if (stack_bytes != 0) error = pthread_attr_setstacksize(&attributes, stack_bytes);
  const int creator_at = apart ? sched_getcpu() : -1;
  if (error == 0) error = pthread_create(&made.handle_, &attributes, &run, &made);
  pthread_attr_destroy(&attributes);
  if (error != 0) return error;
  // move_off() is allowed, since the thread does not change its affinity before it serves a team.
  (void)move_off(made.handle_, creator_at);
  alive.fetch_add(1, std::memory_order_relaxed);  // relaxed: a number to compare with a limit
  return 0;
}

void kept_thread::assign(team* of, unsigned rank) {
  team_ = of;
  rank_ = rank;
  // release: pairs with the acquire in run(); publishes the team.
  state_.store(assigned, std::memory_order_release);
  state_.notify_one();
}

void kept_thread::await_free() {
  state_.wait(assigned, std::memory_order_acquire);  // acquire: pairs with the release in run()
}

void kept_thread::join() {
  const no_cancellation until_joined;
  assign(nullptr, 0);
  pthread_join(handle_, nullptr);
  alive.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a number to compare with a limit
}

void* kept_thread::run(void* self) {
  kept_thread& me = *static_cast<kept_thread*>(self);
  pthread_setname_np(pthread_self(), "arcas-openmp");
  for (;;) {
    {
      const kept_errno keeps;
      me.state_.wait(free,
                     std::memory_order_acquire);  // acquire: pairs with the release in assign()
    }
    if (!me.team_) return nullptr;
    me.team_->serve(me.rank_);
    // release: pairs with the acquire in await_free(); this thread no longer accesses
    // the memory of the team.
    me.state_.store(free, std::memory_order_release);
    me.state_.notify_one();
  }
}

}  // namespace arcas::inline v0::detail::openmp
