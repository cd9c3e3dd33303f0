// SPDX-License-Identifier: Apache-2.0
// Words that are full or empty, as on the Cray XMT. A task passes a value to a task of any rank,
// without a separate flag. The names of Grappa's operations stand at the right.
//
//   read_full(p)        waits until the word is full; leaves it full            readFF
//   take_full(p)        waits until the word is full; leaves it empty           readFE
//   fill_empty(p, x)    waits until the word is empty; leaves it full           writeEF
//   fill(p, x)          fills the word in any state; async_fill does not wait   writeXF
//   make_empty(p)       empties the word in any state
//   is_full(p)          whether the word is full now
//
//   p       a global_ptr<full_empty<T>> to an element of an array or to an exported object. A word
//           starts empty; words of an array are empty after
//           forall(words, [](std::uint64_t, auto& w) { w = {}; })
//   order   tasks that wait for a word to become full continue in the order of their arrival; so do
//           tasks that wait for it to become empty
//   cost    two messages, and a third one if the task has to wait; no task on the word's home
#pragma once

#include <arcas/cluster/heap/rank_tables.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/call_task.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::cluster::detail {

// How does a task wait for a state of an element on another rank? The element's home keeps the
// operation until the state allows it. The operations on full_empty words and those of
// synchronization.h are built from wait_behind(), changing and update_when() (PROTOCOL.md, «Waiting
// for an element»).

template <class R, class T, class F>
class waiting_operation final : public waiting_update {
 public:
  waiting_operation(T& at, const F& f, asker<R> from) : at_(at), f_(f), from_(from) {}
  bool attempt() override {
    const std::optional<stored_result<R>> result = f_(at_);
    if (result) from_.answer(*result);
    return result.has_value();
  }

 private:
  T& at_;
  F f_;
  asker<R> from_;
};

// Called at home. From now on f(element) is tried whenever the element changes, after the
// operations that already wait on that side.
template <class R, class T, class F>
void wait_behind(T& at, std::size_t side, const F& f, asker<R> from) {
  here().tables().waiting.add(
      &at, side, arcas::detail::owned<waiting_update>(new waiting_operation<R, T, F>(at, f, from)));
}

// A function for the home: calls f(element), then those of the waiting operations that the
// element's new state allows.
template <class F>
struct changing {
  F f;
  template <class T>
  auto operator()(T& at) {
    wait_table& waiting = here().tables().waiting;
    if constexpr (std::is_void_v<std::invoke_result_t<F&, T&>>) {
      f(at);
      waiting.changed(&at);
    } else {
      auto result = f(at);
      waiting.changed(&at);
      return result;
    }
  }
};

// Calls f(element) at home, and returns its result. f returns a std::optional, which is empty if
// the element's state does not allow f. Then the home tries f again at each change of the element.
// Called by a task, which waits until f has succeeded. The watch (diagnosis/watchdog.h) shows
// `operation` as the operation in which the task waits.
template <class R, class T, class F>
R update_when(global_ptr<T> p, std::size_t side, const char* operation, const F& f) {
  require_portable<F>();
  check_access(here().heap(), operation, p.address(), sizeof(T));
  return future_of<R>(p.home(), operation,
                      [&](asker<R> from) {
                        const auto at_home = [p, side, f,
                                              from]() -> std::optional<stored_result<R>> {
                          T& at = *p.local();
                          if (!here().tables().waiting.any(&at, side)) {
                            if (auto result = changing<F>{f}(at)) return result;
                          }
                          wait_behind(at, side, f, from);
                          return std::nullopt;
                        };
                        if (const auto result = call(p.home(), at_home)) from.answer(*result);
                      })
      .get();
}

}  // namespace arcas::inline v0::cluster::detail

namespace arcas::inline v0::cluster {

// A word. Code on its home may use the members directly while no task waits for the word.
template <class T>
struct alignas(std::min(std::bit_ceil(sizeof(T) + 1), std::size_t{4096})) full_empty {
  T value{};
  bool full = false;
};

namespace detail {

// The two sides of a wait_table.
inline constexpr std::size_t until_full = 0;
inline constexpr std::size_t until_empty = 1;

}  // namespace detail

template <detail::portable T>
T read_full(global_ptr<full_empty<T>> p) {
  return detail::update_when<T>(p, detail::until_full, "read_full", [](full_empty<T>& w) {
    return w.full ? std::optional<T>(w.value) : std::nullopt;
  });
}

template <detail::portable T>
T take_full(global_ptr<full_empty<T>> p) {
  return detail::update_when<T>(p, detail::until_full, "take_full", [](full_empty<T>& w) {
    return std::exchange(w.full, false) ? std::optional<T>(w.value) : std::nullopt;
  });
}

template <detail::portable T>
void fill_empty(global_ptr<full_empty<T>> p, std::type_identity_t<T> x) {
  using done = std::optional<detail::no_result>;
  detail::update_when<void>(p, detail::until_empty, "fill_empty", [x](full_empty<T>& w) -> done {
    if (w.full) return std::nullopt;
    w = {x, true};
    return detail::no_result{};
  });
}

namespace detail {

template <class T>
auto filling(const T& x) {
  const auto fills = [x](full_empty<T>& w) { w = {x, true}; };
  return changing<std::remove_const_t<decltype(fills)>>{fills};
}

}  // namespace detail

template <detail::portable T>
void fill(global_ptr<full_empty<T>> p, std::type_identity_t<T> x) {
  update(p, detail::filling<T>(x));
}

template <detail::portable T>
void async_fill(global_ptr<full_empty<T>> p, std::type_identity_t<T> x) {
  async_update(p, detail::filling<T>(x));
}

template <detail::portable T>
void make_empty(global_ptr<full_empty<T>> p) {
  const auto empties = [](full_empty<T>& w) { w.full = false; };
  update(p, detail::changing<std::remove_const_t<decltype(empties)>>{empties});
}

template <detail::portable T>
bool is_full(global_ptr<full_empty<T>> p) {
  return update(p, [](const full_empty<T>& w) { return w.full; });
}

}  // namespace arcas::inline v0::cluster
