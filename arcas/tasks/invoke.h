// SPDX-License-Identifier: Apache-2.0
// Functions that may run at the same time, and a wait for all of them.
//
// invoke(f, g, …)
//   does     f() on this thread; the others on idle workers of the runtime, or here afterwards
//   after    everything that the functions did happens before the call returns
//   throws   the exception of f, else that of the next that threw; what nobody has begun by then
//            does not run
//   cost     two functions whom nobody helps: a few nanoseconds; no allocation, no locked operation
//
// Calls nest to any depth. While a thread waits for a function that another has taken, it runs
// only what that function has spawned (PROTOCOL.md, «Only what it waits for»).
#pragma once

#include <arcas/tasks/crew_of.h>
#include <arcas/tasks/desk.h>

#include <type_traits>

namespace arcas {

// The second function of two, in the frame of the thread that calls them.
template <class F>
class branch final : public task, public awaited {
 public:
  branch(desk& home, lineage line, F& f) noexcept
      : task{&run_elsewhere, this}, awaited(home, line, 1), f_(f) {}

  void rethrow_failure() {
    if (failed()) std::rethrow_exception(take_failure());
  }

 private:
  static void run_elsewhere(task& self, desk&) noexcept {
    auto& b = static_cast<branch&>(self);
    try {
      b.f_();
    } catch (...) {
      b.fail(std::current_exception());
    }
    b.finished_elsewhere();
  }

  F& f_;
};

template <class F, class G>
void invoke_at(desk& here, F& f, G& g) {
  const lineage line = here.open_join();
  branch<G> second(here, line, g);
  here.push(second, line);
  try {
    f();
  } catch (...) {
    task* const popped = here.pop();
    if (popped != &second) here.await(second, popped, &second);
    throw;
  }
  task* const popped = here.pop();
  if (popped == &second || here.await(second, popped, &second)) [[likely]] {
    g();
  } else {
    second.rethrow_failure();
  }
}

// invoke(f, g), invoke(f, g, h) …
template <class F, class G, class... More>
requires(std::is_invocable_v<F&>&& std::is_invocable_v<G&> &&
         (std::is_invocable_v<More&> && ...)) void invoke(F&& f, G&& g, More&&... more) {
  if constexpr (sizeof...(More) != 0) {
    auto rest = [&] { arcas::invoke(g, more...); };
    arcas::invoke(f, rest);
  } else if (desk* const here = desk::current()) {
    invoke_at(*here, f, g);
  } else {
    const desk_visit visit(crew_of(nullptr));
    invoke_at(visit.at(), f, g);
  }
}

}  // namespace arcas
