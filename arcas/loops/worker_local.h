// SPDX-License-Identifier: Apache-2.0
// A value for each thread that uses it; values exist across loops:
//
//   worker_local<std::vector<int>> found;
//   parallel_for(0, n, [&](int i) { if (is_wanted(i)) found.local().push_back(i); });
//   found.for_each([&](std::vector<int>& of_one) { … });
//
// And the number of the worker on which a body runs.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/race_detector.h>
#include <arcas/base/wrong_use.h>
#include <arcas/workers/self.h>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// The number of the calling thread among those that run the bodies of one loop, from 0 to
// max_workers() - 1: the number of a worker of runtime::current(), and 0 for a thread from outside
// that called the loop. The number does not identify a thread: callers of simultaneous loops,
// threads outside loops, and team members that are not workers have number 0, as each OpenMP team
// has a thread 0. So an array with this index must be used by one loop at a time. For data that
// several callers share, use a worker_local, which is right for all threads. The number of a thread
// that leads may differ from chunk to chunk.
inline unsigned worker_index() {
  return detail::self::current().worker;
}
unsigned max_workers();

namespace detail {

// Values by thread, without their type: a hash table to which entries are only added.
class thread_table {
 public:
  struct entry {
    const void* thread;
    entry* next;
  };

  thread_table();
  ~thread_table();
  thread_table(const thread_table&) = delete;
  thread_table& operator=(const thread_table&) = delete;

  // The calling thread's entry; null if it has none.
  entry* find() const {
    // acquire: pairs with add()'s release.
    entry* e = bucket().load(std::memory_order_acquire);
    for (race_detector::see(e); e != nullptr && e->thread != &self::outside();
         race_detector::see(e))
      e = e->next;
    return e;
  }
  // Adds an entry for the calling thread, which has none.
  void add(entry* mine);
  // Calls visit(entry) for all entries, while no thread adds any. forget: empties the table.
  template <class Visit>
  void each(const Visit& visit, bool forget) {
    for (std::size_t b = 0; b <= mask_; ++b) {
      // acquire: pairs with add()'s release.
      entry* e = buckets_[b].load(std::memory_order_acquire);
      if (forget) buckets_[b].store(nullptr, std::memory_order_relaxed);  // relaxed: no thread adds
      while (e != nullptr) {
        entry* const next = e->next;
        visit(*e);
        e = next;
      }
    }
  }

 private:
  std::atomic<entry*>& bucket() const;

  std::atomic<entry*>* buckets_;
  std::size_t mask_;
};

// Whether a conversion of any Value to the arithmetic type T may change it.
template <class T, class Value>
concept may_change = std::is_arithmetic_v<T> && !requires(const Value& each) { T{each}; } &&
                     !(std::is_floating_point_v<T> && sizeof(Value) < sizeof(T));

}  // namespace detail

// A thread's value is made at its first local(), by `make` if given, or else as T(). Values are on
// separate cache lines. The value of a thread that ends remains; a later thread whose thread-local
// data has the same address finds it. local() may be called by any thread at any time; the other
// functions only while no thread calls local(), such as after a loop.
template <class T>
class worker_local {
 public:
  worker_local()
    requires std::default_initializable<T>
  = default;
  explicit worker_local(std::function<T()> make) : make_(std::move(make)) {}
  // Each thread's value is a copy of `each`.
  template <class Value>
    requires(std::convertible_to<const Value&, T> && std::copy_constructible<T> &&
             !std::is_invocable_v<Value&> && !detail::may_change<T, Value>)
  explicit worker_local(const Value& each) : make_([each = T(each)] { return each; }) {}
  // A wrong use (base/wrong_use.h).
  template <class Value>
    requires(std::convertible_to<const Value&, T> && !std::is_invocable_v<Value&> &&
             detail::may_change<T, Value>)
  explicit worker_local(const Value& each)
      ARCAS_WRONG("this value may change in its conversion: write worker_local<T> w(T(value))");
  ~worker_local() { clear(); }
  worker_local(const worker_local&) = delete;
  worker_local& operator=(const worker_local&) = delete;

  // An exception of `make` leaves local(), and the thread still has no value. Cost: a few
  // nanoseconds.
  T& local() {
    if (auto* mine = static_cast<slot*>(table_.find())) return mine->value;
    slot* const mine = made();
    detail::race_detector::tell(static_cast<detail::thread_table::entry*>(mine));
    table_.add(mine);
    return mine->value;
  }
  // Calls f(value) for each value, in arbitrary order.
  template <class F>
  void for_each(const F& f) {
    table_.each([&](auto& e) { f(static_cast<slot&>(e).value); }, false);
  }
  // op(op(identity, value), value …), in arbitrary order.
  template <class Op>
  T combine(T identity, const Op& op) {
    for_each([&](T& value) { identity = op(std::move(identity), value); });
    return identity;
  }
  // Wrong uses (base/wrong_use.h).
  T combine(detail::anything) const
      ARCAS_WRONG("write combine(identity, op), combine(0, std::plus<>())");
  T& operator*() const ARCAS_WRONG("the calling thread's value is local()");
  T* operator->() const ARCAS_WRONG("the calling thread's value is local()");

  std::size_t size() {
    std::size_t n = 0;
    for_each([&](T&) { ++n; });
    return n;
  }
  void clear() {
    table_.each([](auto& e) { delete static_cast<slot*>(&e); }, true);
  }

 private:
  struct alignas(no_sharing) slot : detail::thread_table::entry {
    slot()
      requires std::default_initializable<T>
        : entry{}, value() {}
    explicit slot(T&& v) : entry{}, value(std::move(v)) {}
    T value;
  };

  slot* made() const {
    if constexpr (std::default_initializable<T>) {
      if (!make_) return new slot();
    }
    return new slot(make_());
  }

  std::function<T()> make_;
  detail::thread_table table_;
};

}  // namespace arcas::inline v0
