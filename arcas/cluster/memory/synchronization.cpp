// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/memory/full_empty.h>
#include <arcas/cluster/memory/synchronization.h>

#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::cluster {

namespace detail {
namespace {

bool take_if_free(mutex& m) {
  return !std::exchange(m.locked, true);
}
bool take_if_there(semaphore& s, std::int64_t n) {
  if (s.count < n) return false;
  s.count -= n;
  return true;
}
std::optional<no_result> done_if(bool done) {
  return done ? std::optional<no_result>(no_result{}) : std::nullopt;
}

// Changes the word, and wakes the tasks that wait for its new state. Does not wait.
template <class T, class F>
void async_change(global_ptr<T> p, const F& f) {
  async_update(p, changing<F>{f});
}

}  // namespace
}  // namespace detail

void lock(global_ptr<mutex> p) {
  detail::update_when<void>(p, 0, "lock",
                            [](mutex& m) { return detail::done_if(detail::take_if_free(m)); });
}
bool try_lock(global_ptr<mutex> p) {
  return update(p, [](mutex& m) { return detail::take_if_free(m); });
}
void unlock(global_ptr<mutex> p) {
  detail::async_change(p, [](mutex& m) {
    if (std::exchange(m.locked, false)) return;
    throw std::logic_error("unlock of a mutex that is not locked");
  });
}

scoped_lock::~scoped_lock() {
  if (detail::here().tasks().cancelled()) return;
  try {
    unlock(mutex_);
  } catch (const detail::task_cancelled&) {
    // The job is over; the task is cancelled at its next wait.
  } catch (...) {
    detail::here().fail_by(std::current_exception());
  }
}

void acquire(global_ptr<semaphore> p, std::int64_t n) {
  detail::update_when<void>(
      p, 0, "acquire", [n](semaphore& s) { return detail::done_if(detail::take_if_there(s, n)); });
}
bool try_acquire(global_ptr<semaphore> p, std::int64_t n) {
  return update(p, [n](semaphore& s) { return detail::take_if_there(s, n); });
}
void release(global_ptr<semaphore> p, std::int64_t n) {
  detail::async_change(p, [n](semaphore& s) { s.count += n; });
}

void wait(global_ptr<condition> c, global_ptr<mutex> m) {
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
void notify_one(global_ptr<condition> c) {
  detail::async_change(c, [](condition& at) { at.notified += at.notified < at.waiting ? 1 : 0; });
}
void notify_all(global_ptr<condition> c) {
  detail::async_change(c, [](condition& at) { at.notified = at.waiting; });
}

}  // namespace arcas::inline v0::cluster
