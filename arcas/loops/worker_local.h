// SPDX-License-Identifier: Apache-2.0
// A value for each thread that asks for one, which outlives loops:
//
//   worker_local<std::vector<int>> found;
//   parallel_for(0, n, [&](int i) { if (is_wanted(i)) found.local().push_back(i); });
//   found.for_each([&](std::vector<int>& of_one) { … });
//
// and the number of the worker that a body runs on.
#pragma once

#include <arcas/base/cache_line.h>
#include <arcas/base/race_detector.h>
#include <arcas/runtime/runtime.h>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <functional>
#include <utility>

namespace arcas::inline v0 {

// The number of the calling thread among those that run the bodies of one loop, from 0 to max_workers() - 1: that of a worker
// of runtime::current(), and 0 for the thread that has called the loop from outside. It is no number of a thread: loops that
// several threads call at the same time, threads outside of loops, and members of teams that no worker is there for, are each
// 0, as each team of OpenMP has a thread 0. So an array by this number belongs to one loop. Data that several callers
// share are a worker_local, which is right for all threads. It may differ from chunk to chunk for a thread that leads.
inline unsigned worker_index() {
  return detail::self::current().worker;
}
inline unsigned max_workers() {
  return runtime::current().workers();
}

namespace detail {

// Values by thread, without their type: a hash table whose entries are only added.
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

  // Of the calling thread; null: none yet.
  entry* find() const {
    // acquire: pairs with add()'s release.
    entry* e = bucket().load(std::memory_order_acquire);
    for (race_detector::see(e); e != nullptr && e->thread != &self::outside();
         race_detector::see(e))
      e = e->next;
    return e;
  }
  // Becomes that of the calling thread, which has none.
  void add(entry* mine);
  // visit(entry), while no thread adds; all are forgotten where `forget` says so.
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

}  // namespace detail

// Made at a thread's first local(), by `make` where one is given, else T(). Each value has cache
// lines of its own. A thread that ends leaves its value; one that begins later at the same address
// finds it. local(): any thread at any time; all else while no thread uses local(), as after a loop.
template <class T>
class worker_local {
 public:
  worker_local()
    requires std::default_initializable<T>
  = default;
  explicit worker_local(std::function<T()> make) : make_(std::move(make)) {}
  ~worker_local() { clear(); }
  worker_local(const worker_local&) = delete;
  worker_local& operator=(const worker_local&) = delete;

  // What `make` throws arrives here; then the thread has none still. Cost: some nanoseconds.
  T& local() {
    if (auto* mine = static_cast<slot*>(table_.find())) return mine->value;
    slot* const mine = made();
    detail::race_detector::tell(static_cast<detail::thread_table::entry*>(mine));
    table_.add(mine);
    return mine->value;
  }
  // f(value) for each, in no order.
  template <class F>
  void for_each(const F& f) {
    table_.each([&](auto& e) { f(static_cast<slot&>(e).value); }, false);
  }
  // identity . value . value …, in no order.
  template <class Op>
  T combine(T identity, const Op& op) {
    for_each([&](T& value) { identity = op(std::move(identity), value); });
    return identity;
  }
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
