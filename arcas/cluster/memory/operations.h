// SPDX-License-Identifier: Apache-2.0
// Operations on the element of a global_ptr, executed on its home. Those in the first three rows
// are atomic:
//
//   read, write, exchange, fetch_add, compare_and_swap, update   wait for the result
//   future_read, future_fetch_add, future_update                 return a future; get() waits
//   async_read, async_write, async_add, async_update             done when the enclosing finish()
//                                                                returns
//
//   async_read(p, to)        does not wait. `to` is memory of the task's rank. It must exist until
//                            the enclosing finish() returns, and has the value only then
//
//   prefetched_read(p)       as read(p). If the element is on this rank, the call first prefetches
//                            it into the cache and lets other tasks run. This is faster if many
//                            tasks follow pointers through more memory than the caches hold. A
//                            single task gains nothing
//
//   spawn_on(p, f, args…)    runs f(T&, args…) as a task of the home, which may wait; done when the
//                            enclosing finish() returns
//
// update(p, f) calls f(T&) on the home and returns its result. All operations of one task on one
// object run in program order; no other order is promised. Access through local() is not
// an operation: it shows an asynchronous update of the same task only after the task has waited for
// that update.
#pragma once

#include <arcas/cluster/memory/global_array.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>

#include <utility>

namespace arcas::inline v0::cluster {

namespace detail {

// The function that is sent. A function without captures takes no space beside the pointer.
template <class T, class F>
struct applied {
  global_ptr<T> p;
  [[no_unique_address]] F f;
  template <class... Args>
  auto operator()(Args&... args) {
    return f(*static_cast<T*>(here().heap().local(p.address())), args...);
  }
  // Not called on the caller's own rank: the task has just checked the access there, and code that
  // may throw costs 10 ns.
  void check_on_arrival() const {
    check_access(here().heap(), access_at_home, p.address(), sizeof(T));
  }
  static void fetch_for_sent(const std::byte* at) {
    __builtin_prefetch(here().heap().local(take_plain<global_ptr<T>>(at).address()), 1);
  }
};

// An update of an element on this rank, deferred so that it runs in a row with others of its kind.
template <class T, class F>
struct deferred_update {
  T* at;
  [[no_unique_address]] F f;

  // Runs the updates in [first, last). An update that throws ends the job, but the updates behind
  // it still run.
  static void run(std::byte* first, std::byte* last) noexcept {
    while (first != last) {
      try {
        while (first != last) {
          auto& update = *reinterpret_cast<deferred_update*>(first);
          first += sizeof(deferred_update);
          static_cast<void>(update.f(*update.at));
        }
      } catch (...) {
        here().fail_by(std::current_exception());
      }
    }
  }
};

// Returns whether the update was deferred. Updates with long functions are not deferred: copying
// such a function takes longer than the access.
template <class T, class F>
bool defer_update(rank& r, T* at, const F& f) {
  using deferred = deferred_update<T, F>;
  if constexpr (sizeof(deferred) <= 64 && alignof(deferred) <= alignof(std::max_align_t)) {
    std::byte* const room = r.tasks().defer(&deferred::run, sizeof(deferred));
    if (!room) return false;
    __builtin_prefetch(at, 1);
    put_plain(room, deferred{at, f});
    return true;
  }
  return false;
}

// The reply to a read: the value for the task that waits for it.
template <class T>
struct awaited_value {
  using name = reply_id;
  static constexpr bool counted = false;

  static unsigned run(rank& here, const envelope&, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      const auto id = take_plain<reply_id>(at);
      const T value = take_plain<T>(at);
      settle(here, id,
             [&value](awaited& place) { static_cast<outcome<T>&>(place).value.emplace(value); });
    }
    return count;
  }
};

// The reply to an asynchronous read: it stores the value at its destination, and ends an activity
// of the scope.
template <class T>
struct fetched_value {
  using name = T*;
  static constexpr bool counted = true;

  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      T* const to = take_plain<T*>(at);
      *to = take_plain<T>(at);
    }
    here.scopes().ended(from.scope, count);
    return count;
  }
};

// The request for a value. The reply is a message of type Reply. It consists of the name of the
// value's destination, which the request has given, and the value.
template <class T, class Reply>
struct fetch {
  global_ptr<T> p;
  typename Reply::name to;

  static constexpr std::size_t reply_bytes = sizeof(typename Reply::name) + wire_bytes<T>;

  // The elements of a row of requests are read one right after another, so that the processor waits
  // for many reads at the same time.
  static unsigned run(rank& here, const envelope& from, const std::byte*& at, unsigned count) {
    const scope_id scope = Reply::counted ? from.scope : 0;
    const global_heap& heap = here.heap();
    const auto answer = [&](std::byte* reply) {
      const auto asked = take_plain<fetch>(at);
      check_access(heap, access_at_home, asked.p.address(), sizeof(T));
      const T& value = *static_cast<const T*>(heap.local(asked.p.address()));
      put_plain(put_plain(reply, asked.to), value);
    };
    unsigned done = 0;
    while (done < count && here.room_for_reply(from.from)) {
      done += here.messages().send_row<Reply>(from.from, lane::reply, scope, reply_bytes,
                                              count - done, answer);
    }
    return done;
  }
};

// A function that adds and returns the previous value.
template <class T>
auto adding(T addend) {
  return [addend](T& at) {
    const T before = at;
    at = static_cast<T>(at + addend);
    return before;
  };
}

// Updates that wait for the result, return a future, or do not wait. If the access is refused, the
// error names `operation`.
template <class T, class F>
auto update_as(const char* operation, global_ptr<T> p, const F& f) {
  require_portable<F>();
  check_access(here().heap(), operation, p.address(), sizeof(T));
  return call(p.home(), applied<T, F>{p, f});
}
template <class T, class F>
auto future_update_as(const char* operation, global_ptr<T> p, const F& f) {
  require_portable<F>();
  check_access(here().heap(), operation, p.address(), sizeof(T));
  return future_call(p.home(), applied<T, F>{p, f});
}
template <class T, class F>
void async_update_as(const char* operation, global_ptr<T> p, const F& f) {
  require_portable<F>();
  rank& r = here();
  check_access(r.heap(), operation, p.address(), sizeof(T));
  const rank_id home = r.heap().home(p.address());
  if (home == r.self() && defer_update(r, static_cast<T*>(r.heap().local(p.address())), f)) return;
  async(home, applied<T, F>{p, f});
}

}  // namespace detail

template <class T, class F>
auto update(global_ptr<T> p, const F& f) {
  return detail::update_as("update", p, f);
}

template <class T, class F>
auto future_update(global_ptr<T> p, const F& f) {
  return detail::future_update_as("future_update", p, f);
}

template <class T, class F>
void async_update(global_ptr<T> p, const F& f) {
  detail::async_update_as("async_update", p, f);
}

template <class T, class F, class... Args>
void spawn_on(global_ptr<T> p, const F& f, Args&&... args) {
  detail::require_portable<F>();
  detail::check_access(detail::here().heap(), "spawn_on", p.address(), sizeof(T));
  spawn_on(p.home(), detail::applied<T, F>{p, f}, std::forward<Args>(args)...);
}

template <class T>
T read(global_ptr<T> p) {
  if constexpr (!detail::goes_as_bytes<T> || std::is_const_v<T>) {
    return detail::update_as("read", p, [](T& at) { return at; });
  } else {
    using question = detail::fetch<T, detail::awaited_value<T>>;
    detail::rank& r = detail::here();
    detail::check_access(r.heap(), "read", p.address(), sizeof(T));
    const rank_id home = r.heap().home(p.address());
    if (home == r.self()) {
      T* const at = static_cast<T*>(r.heap().local(p.address()));
      r.tasks().settle();
      return *at;
    }
    return detail::answer_from<T>(r, home, "read", [&](detail::reply_id id) {
      r.send_request(detail::registered<question>::id(), home, 0, sizeof(question),
                     [p, id](std::byte* at) { put_plain(at, question{p, id}); });
    });
  }
}

template <class T>
T prefetched_read(global_ptr<T> p) {
  detail::rank& r = detail::here();
  if (r.heap().home(p.address()) != r.self()) return read(p);
  detail::check_access(r.heap(), "prefetched_read", p.address(), sizeof(T));
  T* const at = static_cast<T*>(r.heap().local(p.address()));
  __builtin_prefetch(at);
  // yield() also runs the task's deferred updates: they precede the read.
  r.tasks().yield();
  return *at;
}

template <class T>
future<T> future_read(global_ptr<T> p) {
  return detail::future_update_as("future_read", p, [](T& at) { return at; });
}

template <detail::portable T>
void async_read(global_ptr<T> p, std::type_identity_t<T>& to) {
  static_assert(sizeof(T) <= 512,
                "arcas: async_read is for elements of up to 512 bytes; longer ones "
                "are copied by read_into(p, std::span(&to, 1))");
  detail::rank& r = detail::here();
  detail::check_access(r.heap(), "async_read", p.address(), sizeof(T));
  const rank_id home = r.heap().home(p.address());
  if (home == r.self()) return async_update(p, [place = &to](T& at) { *place = at; });
  using question = detail::fetch<T, detail::fetched_value<T>>;
  const detail::scope_id scope = r.tasks().mark();
  r.send_request(detail::registered<question>::id(), home, scope, sizeof(question),
                 [&](std::byte* at) {
                   r.scopes().begun_here(scope);
                   put_plain(at, question{p, &to});
                 });
}

template <class T>
void write(global_ptr<T> p, std::type_identity_t<T> value) {
  detail::update_as("write", p, [value](T& at) { at = value; });
}

// A wrong call (base/wrong_use.h).
template <class T>
void write(global_ptr<T>, const std::type_identity_t<global_ptr<T>>&)
    ARCAS_WRONG("a[j] is an address: write(a[i], read(a[j]))");

template <class T>
void async_write(global_ptr<T> p, std::type_identity_t<T> value) {
  detail::async_update_as("async_write", p, [value](T& at) { at = value; });
}

template <class T>
T exchange(global_ptr<T> p, std::type_identity_t<T> value) {
  return detail::update_as("exchange", p, [value](T& at) { return std::exchange(at, value); });
}

template <class T>
T fetch_add(global_ptr<T> p, std::type_identity_t<T> addend) {
  return detail::update_as("fetch_add", p, detail::adding<T>(addend));
}

template <class T>
future<T> future_fetch_add(global_ptr<T> p, std::type_identity_t<T> addend) {
  return detail::future_update_as("future_fetch_add", p, detail::adding<T>(addend));
}

template <class T>
void async_add(global_ptr<T> p, std::type_identity_t<T> addend) {
  detail::async_update_as("async_add", p, [addend](T& at) { at = static_cast<T>(at + addend); });
}

// Sets the element to `desired` if it equals `expected`. Returns whether it did.
template <class T>
bool compare_and_swap(global_ptr<T> p, std::type_identity_t<T> expected,
                      std::type_identity_t<T> desired) {
  struct both {
    T expected, desired;
  };
  const both values{expected, desired};
  return detail::update_as("compare_and_swap", p, [values](T& at) {
    if (!(at == values.expected)) return false;
    at = values.desired;
    return true;
  });
}

}  // namespace arcas::inline v0::cluster
