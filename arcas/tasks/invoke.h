// SPDX-License-Identifier: Apache-2.0
// Functions that may run at the same time, and a wait for all of them.
//
// invoke(f, g, …)
//   does     runs f() on this thread, and the others on idle workers of the runtime or, afterwards,
//            on this thread
//   after    everything that the functions did happens before the call returns
//   throws   the exception of the first function, in the order of the arguments, that threw; the
//            functions after it run only if another worker has already taken them
//   cost     two functions that both run here: a few nanoseconds; no allocation, no locked
//            operation
//
// Calls nest to any depth. While a thread waits for a function that another thread has taken, it
// runs only tasks that descend from this function (PROTOCOL.md, «Waiters run only descendants»).
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/race_detector.h>
#include <arcas/base/wrong_use.h>
#include <arcas/tasks/task_context.h>

#include <type_traits>

namespace arcas::inline v0::detail {

// The second function of an invoke, in the frame of the calling thread.
template <class F>
class branch final : public task, public task_join {
 public:
  branch(task_context& home, task_ancestry ancestry, F& f) noexcept
      : task{&run_elsewhere, this}, task_join(home, ancestry, 1), f_(f) {}

  void rethrow_failure() {
    if (failed()) std::rethrow_exception(take_failure());
  }

 private:
  static void run_elsewhere(task& self, task_context&) noexcept {
    race_detector::see_work(&self);
    auto& b = static_cast<branch&>(self);
    ARCAS_TRY {
      b.f_();
    }
    ARCAS_CATCH_ALL {
      b.fail(caught_exception());
    }
    race_detector::tell(race_detector::end_of(&self));
    b.finished_elsewhere();
  }

  F& f_;
};

template <class F, class G>
void invoke_at(task_context& here, F& f, G& g) {
  const task_ancestry ancestry = here.open_join();
  branch<G> second(here, ancestry, g);
  const race_detector::whole work(static_cast<task*>(&second));
  here.push(second, ancestry);
  ARCAS_TRY {
    f();
  }
  ARCAS_CATCH_ALL {
    task* const popped = here.pop();
    if (popped != &second) here.wait_for(second, popped, &second);
    throw_again();
  }
  task* const popped = here.pop();
  if (popped == &second || here.wait_for(second, popped, &second)) [[likely]] {
    g();
  } else {
    race_detector::see(race_detector::end_of(work.of));
    second.rethrow_failure();
  }
}

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// A function without parameters.
template <class F>
concept branch_function = std::is_invocable_v<F&> && !detail::returns_coroutine<F>;

template <branch_function F, branch_function G, branch_function... More>
void invoke(F&& f, G&& g, More&&... more) {
  if constexpr (sizeof...(More) != 0) {
    auto rest = [&] { arcas::invoke(g, more...); };
    arcas::invoke(f, rest);
  } else if (detail::task_context* const here = detail::task_context::current()) {
    detail::invoke_at(*here, f, g);
  } else {
    const detail::task_scope scope(detail::scheduler_of(nullptr));
    detail::invoke_at(scope.context(), f, g);
  }
}

// A wrong call (base/wrong_use.h).
template <class = void>
void invoke(detail::anything, detail::anything = 0, detail::anything = 0, detail::anything = 0,
            detail::anything = 0, detail::anything = 0)
    ARCAS_WRONG(
        "invoke(f, g, ...) takes two or more functions without parameters, [&] { ... }, that can "
        "be called as they are given: a const object with a mutable operator() cannot. They return "
        "no coroutine: sync_wait() waits for one");

}  // namespace arcas::inline v0
