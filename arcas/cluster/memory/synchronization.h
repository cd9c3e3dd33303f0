// SPDX-License-Identifier: Apache-2.0
// Mutexes, conditions and semaphores on which tasks of all ranks wait: words of the global memory,
// or exported objects.
//
//   mutex m;                             unlocked
//   lock(p), try_lock(p), unlock(p)      p = export_to_all(m), or of a global_array<mutex>
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
//           call() are atomic on their rank; it is for steps between which a task waits
//   after   the next holder sees the blocking operations of the previous holders. Asynchronous
//           ones are done when their finish() returns, so put one around them before unlock()
//   order   tasks get a mutex, or a semaphore's count, in the order of their arrival
//   life    an exported object must exist until the finish() around its last operation has returned
//   cost    lock, acquire: two messages, and a third one if the task has to wait; no task on the
//           word's home. unlock, release, notify: one message, without waiting
//
// Words of an array are initialised by forall(words, [](std::uint64_t, mutex& m) { m = {}; }).
#pragma once

#include <arcas/cluster/memory/waiting.h>

#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::cluster {

struct mutex {
  bool locked = false;
};

struct semaphore {
  std::int64_t count = 0;
};

// The number of tasks that have ever waited, and how many of these, the first ones, have been
// notified.
struct condition {
  std::uint64_t waiting = 0;
  std::uint64_t notified = 0;
};

namespace detail {

inline bool take_if_free(mutex& m) {
  return !std::exchange(m.locked, true);
}
inline bool take_if_there(semaphore& s, std::int64_t n) {
  if (s.count < n) return false;
  s.count -= n;
  return true;
}
inline std::optional<no_result> done_if(bool done) {
  return done ? std::optional<no_result>(no_result{}) : std::nullopt;
}

// Changes the word, and lets tasks continue whose state it has become. Does not wait.
template <class T, class F>
void async_change(global_ptr<T> p, const F& f) {
  async_update(p, changing<F>{f});
}

}  // namespace detail

inline void lock(global_ptr<mutex> p) {
  detail::update_when<void>(p, 0, "lock",
                            [](mutex& m) { return detail::done_if(detail::take_if_free(m)); });
}
inline bool try_lock(global_ptr<mutex> p) {
  return update(p, [](mutex& m) { return detail::take_if_free(m); });
}
// Unlocking a mutex that is not locked ends the job.
inline void unlock(global_ptr<mutex> p) {
  detail::async_change(p, [](mutex& m) {
    if (std::exchange(m.locked, false)) return;
    throw std::logic_error("unlock of a mutex that is not locked");
  });
}

class [[nodiscard]] scoped_lock {
 public:
  explicit scoped_lock(global_ptr<mutex> p) : mutex_(p) { lock(p); }
  ~scoped_lock() {
    if (detail::here().tasks().cancelled()) return;
    try {
      unlock(mutex_);
    } catch (const detail::task_cancelled&) {
      // The job is over; the task is cancelled at its next wait.
    } catch (...) {
      detail::here().fail_by(std::current_exception());
    }
  }
  scoped_lock(const scoped_lock&) = delete;
  scoped_lock& operator=(const scoped_lock&) = delete;

 private:
  global_ptr<mutex> mutex_;
};

inline void acquire(global_ptr<semaphore> p, std::int64_t n = 1) {
  detail::update_when<void>(
      p, 0, "acquire", [n](semaphore& s) { return detail::done_if(detail::take_if_there(s, n)); });
}
inline bool try_acquire(global_ptr<semaphore> p, std::int64_t n = 1) {
  return update(p, [n](semaphore& s) { return detail::take_if_there(s, n); });
}
inline void release(global_ptr<semaphore> p, std::int64_t n = 1) {
  detail::async_change(p, [n](semaphore& s) { s.count += n; });
}

// The task takes its place in the queue before it unlocks the mutex, so it misses no notification.
inline void wait(global_ptr<condition> c, global_ptr<mutex> m) {
  auto notified = detail::future_of<void>(c.home(), "wait", [c](detail::asker<void> from) {
    call(c.home(), [c, from] {
      condition& at = *c.local();
      const std::uint64_t own = at.waiting++;
      detail::wait_behind(
          at, 0, [own](const condition& now) { return detail::done_if(own < now.notified); }, from);
    });
  });
  unlock(m);
  notified.get();
  lock(m);
}
template <class Holds>
void wait(global_ptr<condition> c, global_ptr<mutex> m, const Holds& holds) {
  while (!holds()) wait(c, m);
}
inline void notify_one(global_ptr<condition> c) {
  detail::async_change(c, [](condition& at) { at.notified += at.notified < at.waiting ? 1 : 0; });
}
inline void notify_all(global_ptr<condition> c) {
  detail::async_change(c, [](condition& at) { at.notified = at.waiting; });
}

}  // namespace arcas::inline v0::cluster
