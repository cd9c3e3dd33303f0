// SPDX-License-Identifier: Apache-2.0
// Any number of tasks, spawned one by one, and a wait for all of them.
//
// run(f)     runs f() on an idle worker of the runtime, or on the waiting thread, before wait()
//            returns; f is moved or copied. May be called by the thread that made the group, by the
//            group's tasks, and by tasks that descend from them.
// wait()     called by the thread that made the group; std::logic_error on another thread.
//            Everything that the tasks did happens before wait() returns. Throws the first
//            exception of a task; tasks that had not begun when the task threw do not run. The
//            group may be used again.
// cost       a few nanoseconds for a task of up to 100 bytes that runs on the same thread; no
//            locked operation
//
// While a thread waits, it runs only tasks of this group and their descendants (PROTOCOL.md,
// «Waiters run only descendants»). Tasks may start loops, and loop bodies may spawn tasks.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/race_detector.h>
#include <arcas/base/stop_handle.h>
#include <arcas/base/wrong_use.h>
#include <arcas/tasks/task_context.h>

#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// A function without parameters, which the group copies or moves.
template <class F>
concept task_function = requires(std::decay_t<F>& f) { f(); };

struct task_options {
  // After a stop request no further task begins, and wait() returns as soon as the running tasks
  // have ended. The token tells the caller whether a stop was requested.
  stop_handle stop = {};
  // The runtime whose workers take part; null: runtime::current().
  runtime* on = nullptr;
};

class task_group : private detail::task_scope, private detail::task_join {
 public:
  task_group() : task_group(task_options{}) {}
  explicit task_group(const task_options& options)
      : detail::task_scope(detail::scheduler_of(options.on)),
        detail::task_join(context(), context().open_join(), 0),
        stop_(options.stop) {}
  // Waits. If a task has thrown an exception that no wait() has rethrown, ends the program with an
  // error message, unless another exception is being thrown.
  ~task_group() {
    finish_all();
    detail::race_detector::see(detail::race_detector::end_of(this));
    if (failed()) detail::end_with_unread(take_failure());
  }
  task_group(const task_group&) = delete;
  task_group& operator=(const task_group&) = delete;

  template <task_function F>
  void run(F&& f) {
    detail::task_context* const here = detail::task_context::current();
    if (here && &here->of() == &home().of()) [[likely]] {
      spawn(*here, std::forward<F>(f));
    } else {
      const detail::task_scope scope(home().of());
      spawn(scope.context(), std::forward<F>(f));
    }
  }

  // Wrong calls (base/wrong_use.h).
  void run(detail::anything, detail::anything = 0, detail::anything = 0, detail::anything = 0)
      __attribute__((unavailable(
          "arcas: run(f) takes a function without parameters: group.run([=] { f(x); })")));
  void cancel() __attribute__((unavailable(
      "arcas: a group that can be stopped is task_group group({.stop = source.get_token()}), and "
      "source.request_stop(), of a std::stop_source, stops it")));

  void wait() {
    if (made_by_ != detail::task_context::thread()) detail::refuse_foreign_wait();
    finish_all();
    detail::race_detector::see(detail::race_detector::end_of(this));
    if (failed()) std::rethrow_exception(take_failure());
  }

 private:
  template <class F>
  class closure final : public detail::task {
   public:
    template <class G>
    closure(task_group& group, G&& f) : detail::task{&run_once, &group}, f_(std::forward<G>(f)) {}

   private:
    static void run_once(detail::task& self, detail::task_context& by) noexcept {
      detail::race_detector::see_work(&self);
      auto& c = static_cast<closure&>(self);
      auto& group = static_cast<task_group&>(*c.of);
      ARCAS_TRY {
        if (!group.gives_up()) c.f_();
      }
      ARCAS_CATCH_ALL {
        group.fail(detail::caught_exception());
      }
      c.~closure();
      by.blocks().give_back<closure>(&c);
      group.finished(by);
    }

    F f_;
  };

  template <class F>
  void spawn(detail::task_context& here, F&& f) {
    using kind = closure<std::decay_t<F>>;
    void* const room = here.blocks().take<kind>();
    kind* made = nullptr;
    ARCAS_TRY {
      made = ::new (room) kind(*this, std::forward<F>(f));
      &here == &home() ? count().spawned_here() : count().spawned_elsewhere();
      detail::race_detector::tell(static_cast<detail::task*>(made));
      here.push(*made, ancestry());
    }
    ARCAS_CATCH_ALL {
      if (made) {
        made->~kind();
        finished(here);
      }
      here.blocks().give_back<kind>(room);
      detail::throw_again();
    }
  }

  void finish_all() noexcept {
    detail::task_context& here = home();
    while (!over()) {
      detail::task* const t = here.pop();
      if (t && t->of == this) [[likely]] {
        t->run(*t, here);
      } else {
        here.wait_for(*this, t, nullptr);
      }
    }
  }

  bool gives_up() const { return failed() || (stop_ && stop_.stop_requested()); }
  void finished(detail::task_context& by) noexcept {
    const bool at_home = &by == &home();
    detail::race_detector::tell(detail::race_detector::end_of(this));
    at_home ? count().finished_here() : finished_elsewhere();
  }

  stop_handle stop_;
  const void* made_by_ = detail::task_context::thread();  // identifies the thread
};

}  // namespace arcas::inline v0
