// SPDX-License-Identifier: Apache-2.0
// Mutexes, conditions and semaphores of the whole cluster: plain words of the global memory, or
// exported objects, on which tasks of all ranks wait.
//
//   mutex m;                             unlocked
//   lock(p), try_lock(p), unlock(p)      p = export_to_all(m), or of a global_array<mutex>
//   scoped_lock hold(p);                 locked until the end of the scope
//
//   condition c;
//   wait(c, m)                           unlocks m, waits to be notified, locks m
//   wait(c, m, holds)                    … until holds() is true, which is asked while m is locked
//   notify_one(c), notify_all(c)         those that wait, in the order in which they came
//
//   semaphore s{3};
//   acquire(s, n), try_acquire(s, n)     takes n, 1 unless given; acquire waits until they are there
//   release(s, n)                        gives n back
//
//   who     a mutex may be unlocked by any task. Rarely is one needed: what runs by update() or call()
//           on one rank is atomic; a mutex is for steps between which a task waits
//   after   what the holder has read and written by blocking operations; asynchronous ones are done
//           when their finish() returns, so put a finish() around them before unlock()
//   order   tasks get a mutex, and a semaphore's count, in the order in which they came
//   life    of an exported object: until the finish() around the last of these has returned
//   cost    lock, acquire: two messages, and a third where the task had to wait; no task of the
//           word's home. unlock, release, notify: one, and nobody waits for it
//
// Words of an array begin when forall(words, [](std::uint64_t, mutex& m) { m = {}; }) has said so.
#pragma once

#include <arcas/cluster/memory/global_ptr.h>

#include <cstdint>

namespace arcas::inline v0::cluster {

struct mutex {
  bool locked = false;
};

struct semaphore {
  std::int64_t count = 0;
};

// Tasks that have begun to wait, and of these the first so many that have been notified.
struct condition {
  std::uint64_t waiting = 0;
  std::uint64_t notified = 0;
};

void lock(global_ptr<mutex> p);
bool try_lock(global_ptr<mutex> p);
// One that nobody holds ends the job.
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

// Has its place among those that wait before the mutex is free: no notification passes it by.
void wait(global_ptr<condition> c, global_ptr<mutex> m);
template <class Holds>
void wait(global_ptr<condition> c, global_ptr<mutex> m, const Holds& holds) {
  while (!holds()) wait(c, m);
}
void notify_one(global_ptr<condition> c);
void notify_all(global_ptr<condition> c);

}  // namespace arcas::inline v0::cluster
