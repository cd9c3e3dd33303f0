// SPDX-License-Identifier: Apache-2.0
// How does a task wait for the state of an element of another rank? The operation is kept at the
// element's home until the state allows it: full_empty.h and synchronization.h are made of these
// three. PROTOCOL.md, «Waiting for an element».
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

// At home: f(element) is tried when the element changes, behind what waits on that side already.
template <class R, class T, class F>
void wait_behind(T& at, std::size_t side, const F& f, asker<R> from) {
  here().tables().waiting.add(
      &at, side, arcas::detail::owned<waiting_update>(new waiting_operation<R, T, F>(at, f, from)));
}

// f(element) at home; what waits for the element is tried behind it.
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

// f(element) gives an std::optional, which is empty where its state does not allow f; then f is tried
// again at each change. By a task, which waits until f has been done. `operation` is what the watch
// shows.
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
