// SPDX-License-Identifier: Apache-2.0
// Reading and changing what is at a global_ptr, where it is. Each operation is atomic. Three forms:
//
//   read, write, exchange, fetch_add, compare_and_swap, update   wait for the result
//   future_read, future_fetch_add                                the result later: .get()
//   async_write, async_add, async_update                         no result; done when the enclosing
//                                                                finish() returns
//
// update(p, f): f(T&) at the home; what it returns comes back. The order of what one task does to
// one object is that of the program, over all forms; nothing else is promised.
#pragma once

#include <arcas/cluster/delegates/call.h>
#include <arcas/cluster/memory/global_ptr.h>

namespace arcas::cluster {

// What travels: a function without captures takes no room beside the pointer.
template <class T, class F>
struct applied {
  global_ptr<T> p;
  [[no_unique_address]] F f;
  auto operator()() { return f(*p.local()); }
};

template <class T, class F>
auto update(global_ptr<T> p, const F& f) {
  require_portable<F>();
  return call(p.home(), applied<T, F>{p, f});
}

template <class T, class F>
auto future_update(global_ptr<T> p, const F& f) {
  require_portable<F>();
  return future_call(p.home(), applied<T, F>{p, f});
}

template <class T, class F>
void async_update(global_ptr<T> p, const F& f) {
  require_portable<F>();
  async(p.home(), applied<T, F>{p, f});
}

template <class T>
T read(global_ptr<T> p) {
  return update(p, [](T& at) { return at; });
}

template <class T>
future<T> future_read(global_ptr<T> p) {
  return future_update(p, [](T& at) { return at; });
}

template <class T>
void write(global_ptr<T> p, std::type_identity_t<T> value) {
  update(p, [value](T& at) { at = value; });
}

template <class T>
void async_write(global_ptr<T> p, std::type_identity_t<T> value) {
  async_update(p, [value](T& at) { at = value; });
}

template <class T>
T exchange(global_ptr<T> p, std::type_identity_t<T> value) {
  return update(p, [value](T& at) { return std::exchange(at, value); });
}

// What was there before.
template <class T>
T fetch_add(global_ptr<T> p, std::type_identity_t<T> addend) {
  return update(p, [addend](T& at) {
    const T before = at;
    at = static_cast<T>(at + addend);
    return before;
  });
}

template <class T>
future<T> future_fetch_add(global_ptr<T> p, std::type_identity_t<T> addend) {
  return future_update(p, [addend](T& at) {
    const T before = at;
    at = static_cast<T>(at + addend);
    return before;
  });
}

template <class T>
void async_add(global_ptr<T> p, std::type_identity_t<T> addend) {
  async_update(p, [addend](T& at) { at = static_cast<T>(at + addend); });
}

// Whether it was `expected` and is `desired` now.
template <class T>
bool compare_and_swap(global_ptr<T> p, std::type_identity_t<T> expected,
                      std::type_identity_t<T> desired) {
  struct both {
    T expected, desired;
  };
  const both values{expected, desired};
  return update(p, [values](T& at) {
    if (!(at == values.expected)) return false;
    at = values.desired;
    return true;
  });
}

}  // namespace arcas::cluster
