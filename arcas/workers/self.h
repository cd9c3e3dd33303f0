// SPDX-License-Identifier: Apache-2.0
// What the calling thread is at the moment.
#pragma once

#include <arcas/base/once_in_process.h>
#include <arcas/workers/worker_tree.h>

namespace arcas::inline v0::detail {

class pool;
struct leader_state;

struct self {
  pool* owner = nullptr;          // the pool whose worker, root or guest this thread is
  leader_state* state = nullptr;  // where it leads from; none for a worker without workers below
  worker_id worker = 0;           // its number there; 0 for a guest
  int level = 0;                  // its level as a worker; a guest has the top one
  int enclosing = -1;             // the level of the loop whose body it is in; -1 in none
  pool* tasks_of = nullptr;       // the pool whose tasks it deals in
  unsigned most_workers = 0;      // in its loops, for a thread itself (outside()); 0: all
  bool is_spare = false;          // a thread that a pool lends to teams
  bool roams = false;  // a worker that does other work than loops: it leads as if from outside

  static self& current() noexcept;
  // Until it is called again; null: what the thread is otherwise, which
  // exists for as long as the thread. Returns what was said before.
  static self* become(self* other) noexcept;
  static self& outside() noexcept;
};

// What a thread has said it is, and what it is otherwise: once in a process (base/once_in_process.h).
template <class Self>
struct ARCAS_ONCE_IN_PROCESS self_words {
  static constinit thread_local Self* for_now;
  static constinit thread_local Self outside;
};
extern template struct self_words<self>;

inline self& self::outside() noexcept {
  return self_words<self>::outside;
}

inline self& self::current() noexcept {
  self* const for_now = self_words<self>::for_now;
  return for_now ? *for_now : self_words<self>::outside;
}

inline self* self::become(self* other) noexcept {
  self* const before = self_words<self>::for_now;
  self_words<self>::for_now = other;
  return before;
}

}  // namespace arcas::inline v0::detail
