// SPDX-License-Identifier: Apache-2.0
// Mutexes, conditions and semaphores on which tasks of all ranks wait: words of the global memory,
// or exported objects.
//
//   mutex m;                             unlocked
//   lock(p), try_lock(p), unlock(p)      p = export_to_all(m), or an element of a
//                                        global_array<mutex>
//   scoped_lock hold(p);                 locked until the end of the scope
//
//   condition c;
//   wait(c, m)                           unlocks m, waits for a notification, locks m
//   wait(c, m, holds)                    repeats this until holds(), called with m locked, is true
//   notify_one(c), notify_all(c)         notify waiting tasks, in the order of their arrival
//
//   semaphore s{3};
//   acquire(s, n), try_acquire(s, n)     subtract n, by default 1; acquire waits until s has n
//   release(s, n)                        adds n
//
//   who     any task may unlock a mutex. A mutex is rarely needed, since functions of update() and
//           call() are atomic on their rank; it serves a sequence of steps in which a task waits
//   after   the next holder sees the blocking operations of the previous holders. Asynchronous
//           operations are done when their finish() returns, so enclose them in a finish() that
//           returns before unlock()
//   order   tasks get a mutex, or a semaphore's count, in the order of their arrival
//   life    an exported object must exist until the finish() around its last operation has returned
//   cost    lock, acquire: two messages, and a third one if the task has to wait; no task on the
//           word's home. unlock, release, notify: one message, without waiting
//
// Words of an array are initialised by forall(words, [](std::uint64_t, mutex& m) { m = {}; }).
#pragma once

#include <arcas/cluster/memory/global_array.h>

#include <cstdint>

namespace arcas::inline v0::cluster {

struct mutex {
  bool locked = false;
};

struct semaphore {
  std::int64_t count = 0;
};

// The number of tasks that have ever waited, and the number of tasks that have been notified. Tasks
// are notified in the order in which they began to wait.
struct condition {
  std::uint64_t waiting = 0;
  std::uint64_t notified = 0;
};

void lock(global_ptr<mutex> p);
bool try_lock(global_ptr<mutex> p);
// Unlocking a mutex that is not locked ends the job.
void unlock(global_ptr<mutex> p);

class [[nodiscard]] scoped_lock {
 public:
  explicit scoped_lock(global_ptr<mutex> p) : mutex_(p) { lock(p); }
  ~scoped_lock();
  scoped_lock(const scoped_lock&) = delete;
  scoped_lock& operator=(const scoped_lock&) = delete;

 private:
  global_ptr<mutex> mutex_;
};

void acquire(global_ptr<semaphore> p, std::int64_t n = 1);
bool try_acquire(global_ptr<semaphore> p, std::int64_t n = 1);
void release(global_ptr<semaphore> p, std::int64_t n = 1);

// The task takes its place in the queue before it unlocks the mutex, so it misses no notification.
void wait(global_ptr<condition> c, global_ptr<mutex> m);
template <class Holds>
void wait(global_ptr<condition> c, global_ptr<mutex> m, const Holds& holds) {
  while (!holds()) wait(c, m);
}
void notify_one(global_ptr<condition> c);
void notify_all(global_ptr<condition> c);

}  // namespace arcas::inline v0::cluster
