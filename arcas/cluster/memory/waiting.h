// SPDX-License-Identifier: Apache-2.0
// How does a task wait for a state of an element on another rank? The element's home keeps the
// operation until the state allows it. full_empty.h and synchronization.h are built from the three
// functions here (PROTOCOL.md, «Waiting for an element»).
#pragma once

#include <arcas/cluster/heap/wait_table.h>
#include <arcas/cluster/memory/operations.h>
#include <arcas/cluster/ranks/asker.h>

#include <cstddef>
#include <optional>
#include <type_traits>

namespace arcas::inline v0::cluster::detail {

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

// At home: tries f(element) whenever the element changes, after the operations that wait on that
// side already.
template <class R, class T, class F>
void wait_behind(T& at, std::size_t side, const F& f, asker<R> from) {
  here().tables().waiting.add(
      &at, side, arcas::detail::owned<waiting_update>(new waiting_operation<R, T, F>(at, f, from)));
}

// At home: f(element), then the operations that wait for the element.
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

// f(element) returns an std::optional, empty if the element's state does not allow f; then the home
// tries f again at each change. Called by a task, which waits until f has succeeded. The watch
// shows `operation` as what the task waits for.
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
