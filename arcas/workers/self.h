// SPDX-License-Identifier: Apache-2.0
// The role of the calling thread at the moment, and the words of which a process has one copy.
#pragma once

// Words of which a process has one copy, even if several of its shared objects contain Arcas. They
// are static members of a class template that a source of the library instantiates explicitly:
//
//   template <class T>
//   struct ARCAS_ONCE_IN_PROCESS words { static constinit std::atomic<T*> first; };
//   extern template struct words<thing>;
//
// A program that uses libarcas.so refers to the library's words. If several objects contain the
// archives, the dynamic linker selects one copy for all (gcc: STB_GNU_UNIQUE). An object that hides
// all its symbols has a runtime of its own (docs/versioning.md).
#define ARCAS_ONCE_IN_PROCESS [[gnu::visibility("default")]]

// In the declaration of a function that accesses a thread_local variable, and that a coroutine may
// call: clang 16 computes the address of such a variable once for a function into which the access
// is inlined, also if that is a coroutine that continues on another thread after a co_await.
#ifdef __clang__
#define ARCAS_OF_THIS_THREAD [[gnu::noinline]]
#else
#define ARCAS_OF_THIS_THREAD
#endif

namespace arcas::inline v0::detail {

class pool;
struct leader_state;

struct self {
  pool* owner = nullptr;          // the pool in which this thread is a worker, root or guest
  leader_state* state = nullptr;  // where it leads from; null for a worker without workers below
  unsigned worker = 0;            // its number in the pool (worker_id); 0 for a guest
  int level = 0;                  // its level as a worker; the top level for a guest
  int enclosing = -1;             // the level of the loop whose body it runs; -1 outside loops
  pool* tasks_of = nullptr;       // the pool to which its tasks go
  unsigned most_workers = 0;      // worker limit of its loops (outside() only); 0: none
  bool is_spare = false;          // a thread that a pool lends to teams
  bool roams = false;             // a worker that runs a task: it leads like a thread from outside

  ARCAS_OF_THIS_THREAD static self& current() noexcept;
  // Sets the role until the next call. null: the role is the thread's own outside(), which exists
  // as long as the thread. Returns the argument of the previous call.
  ARCAS_OF_THIS_THREAD static self* become(self* other) noexcept;
  ARCAS_OF_THIS_THREAD static self& outside() noexcept;
};

// The role set by become(), and the thread's own; one copy in a process.
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
