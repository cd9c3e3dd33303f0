// SPDX-License-Identifier: Apache-2.0
// Any number of tasks, spawned one by one, and a wait for all of them.
//
// run(f)     runs f() on an idle worker of the runtime, or on the waiting thread, before wait()
//            returns; f is moved or copied. May be called by the thread that made the group, by the
//            group's tasks, and by tasks that descend from them. In place of f, run() takes a
//            coroutine, or a function that returns one: <arcas/tasks/coroutine.h>.
// run(f, in(x), out(y), inout(z), …)
//            runs f() after tasks of earlier calls that use the same variables, as OpenMP's
//            `depend` does. in(x): f reads x, and runs after the last task that writes x. out(x)
//            and inout(x): f writes x, and runs after that task and after all tasks that have read
//            x since. What those tasks did happens before f begins. Variables are the same if their
//            addresses are. A vector, array or span of these may take the place of the list. This
//            form, in(), out() and inout() require <arcas/tasks/task_graph.h>.
//            Called only by the thread that made the group; std::logic_error on another thread. If
//            several hundred tasks for each worker have not ended, the call runs some of them; so
//            the caller must hold no lock that they need. It does not wait if all of them run or
//            wait for others: then the number of tasks, and their memory, have no bound.
// wait()     called by the thread that made the group, outside the group's tasks; std::logic_error
//            on another thread and in a task of the group.
//            Everything that the tasks did happens before wait() returns. Throws the first
//            exception of a task; tasks that had not begun when the task threw do not run. The
//            group may be used again.
// cost       a few nanoseconds for a task of up to 100 bytes that runs on the same thread; no
//            locked operation. A task with dependences costs some tens of nanoseconds for each
//            variable, and allocates memory. For tasks that run many times, task_graph.h is faster.
//
// While a thread waits, it runs only tasks of this group and their descendants (PROTOCOL.md,
// «Waiters run only descendants»). Tasks may start loops, and loop bodies may spawn tasks.
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/race_detector.h>
#include <arcas/base/stop_handle.h>
#include <arcas/base/wrong_use.h>
#include <arcas/tasks/task_context.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <string_view>  // std::data and std::size, at less cost than <iterator>
#include <type_traits>
#include <utility>

namespace arcas::inline v0 {

// A function without parameters, which the group copies or moves.
template <class F>
concept task_function =
    requires(std::decay_t<F>& f) { f(); } && !detail::returns_coroutine<std::decay_t<F>>;

struct task_options {
  // After a stop request no further task begins, and wait() returns as soon as the running tasks
  // have ended. The token tells the caller whether a stop was requested.
  stop_handle stop = {};
  // The runtime whose workers take part; null: runtime::current().
  runtime* on = nullptr;
};

}  // namespace arcas::inline v0

namespace arcas::inline v0::detail {

// The tasks of a group, or of a graph that runs, with their options.
class awaited_tasks : public task_scope, public task_join {
 public:
  // here: number of tasks to be finished, besides those that are spawned later.
  awaited_tasks(const task_options& options, std::uint64_t here)
      : task_scope(scheduler_of(options.on)),
        task_join(context(), context().open_join(), here),
        stop_(options.stop) {}

  using task_join::fail;
  using task_join::failed;
  using task_join::take_failure;
  bool gives_up() const { return failed() || (stop_ && stop_.stop_requested()); }
  // Whether the home now runs tasks of this object, which must not wait for it. Used by the home.
  bool is_awaited = false;

  // by: the context of the calling thread, which may be null.
  void spawned(const task_context* by) noexcept {
    by == &home() ? count().spawned_here() : count().spawned_elsewhere();
  }
  // Called by a thread that has run a task. This is its last access, unless it has another task.
  void finished(const task_context* by) noexcept {
    const bool at_home = by == &home();
    race_detector::tell(race_detector::end_of(this));
    at_home ? count().finished_here() : finished_elsewhere();
  }

  // Runs tasks until all are finished. Called by the home.
  void finish_all() noexcept {
    task_context& here = home();
    is_awaited = true;
    while (!over()) {
      task* const t = here.pop();
      if (t && t->of == this) [[likely]] {
        t->run(*t, here);
      } else {
        here.wait_for(*this, t, nullptr);
      }
    }
    is_awaited = false;
    race_detector::see(race_detector::end_of(this));
  }

 private:
  stop_handle stop_;
};

// A variable that a task uses: task_graph.h.
struct data_use;
template <class Uses>
concept list_of_uses = requires(const Uses& uses) {
  { std::data(uses) } -> std::convertible_to<const data_use*>;
  { std::size(uses) } -> std::convertible_to<std::size_t>;
};

// Where a group finds the tasks on which a new task depends: task_dependences.cpp.
class task_dependences;
// Called when no task of the group is left.
void end_dependences(task_dependences*& of) noexcept;
[[noreturn]] void refuse_wait_in_task();

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

class task_group : private detail::awaited_tasks {
 public:
  task_group() : task_group(task_options{}) {}
  explicit task_group(const task_options& options) : detail::awaited_tasks(options, 0) {}
  // A wrong call (base/wrong_use.h).
  template <detail::misplaced<task_options> Other>
    requires(!stop_token_like<Other>)
  explicit task_group(const Other&) ARCAS_WRONG(
      "the options of a group are named: task_group g({.stop = token, .on = &runtime})");
  // Called by the thread that made the group; on another thread it ends the program with an error
  // message. Waits. If a task has thrown an exception that no wait() has rethrown, ends the program
  // with an error message, unless another exception is being thrown.
  ~task_group() {
    if (!is_makers_thread()) detail::refuse_foreign_end();
    finish();
    if (failed()) detail::end_with_unread(take_failure());
  }
  task_group(const task_group&) = delete;
  task_group& operator=(const task_group&) = delete;

  template <task_function F>
  void run(F&& f) {
    detail::task_context* const here = detail::task_context::current();
    if (here && here->may_spawn_for(*this)) [[likely]] {
      spawn(*here, std::forward<F>(f));
    } else {
      std::decay_t<F> own(std::forward<F>(f));  // not in the scope, whose slot others cannot use
      const detail::task_scope scope(*this, false);
      spawn(scope.context(), std::move(own));
    }
  }
  // <arcas/tasks/coroutine.h>
  template <class C>
    requires detail::coroutine<std::decay_t<C>> || detail::returns_coroutine<std::decay_t<C>>
  void run(C&& c);

  template <task_function F, std::same_as<detail::data_use>... Uses>
    requires(sizeof...(Uses) != 0)
  void run(F&& f, Uses... uses);
  template <task_function F, detail::list_of_uses Uses>
  void run(F&& f, const Uses& uses);

  // Wrong calls (base/wrong_use.h).
  void run(detail::anything, detail::anything = 0, detail::anything = 0, detail::anything = 0)
      ARCAS_WRONG(
          "run(f) takes a function without parameters: group.run([=] { f(x); }); a task that "
          "follows futures is async(group, f, after(a, b))");
  void cancel() ARCAS_WRONG(
      "a group that can be stopped is task_group group({.stop = source.get_token()}), and "
      "source.request_stop(), of a std::stop_source, stops it");

  void wait() {
    if (!is_makers_thread()) detail::refuse_foreign_wait();
    if (is_awaited) detail::refuse_wait_in_task();
    finish();
    if (failed()) std::rethrow_exception(take_failure());
  }

 private:
  template <class>
  friend class future;
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
      group.call(c.f_);
      c.~closure();
      by.blocks().give_back<closure>(&c);
      group.finished(&by);
    }

    F f_;
  };

  template <class F>
  class dependent_closure;

  template <class F>
  void call(F& f) noexcept {
    ARCAS_TRY {
      if (!gives_up()) f();
    }
    ARCAS_CATCH_ALL {
      fail(detail::caught_exception());
    }
  }

  template <class F>
  void spawn(detail::task_context& here, F&& f) {
    using kind = closure<std::decay_t<F>>;
    void* const room = here.blocks().take<kind>();
    kind* made = nullptr;
    ARCAS_TRY {
      made = ::new (room) kind(*this, std::forward<F>(f));
      spawned(&here);
      detail::race_detector::tell(static_cast<detail::task*>(made));
      here.push(*made, ancestry());
    }
    ARCAS_CATCH_ALL {
      if (made) {
        made->~kind();
        finished(&here);
      }
      here.blocks().give_back<kind>(room);
      detail::throw_again();
    }
  }

  template <class F>
  void spawn_after(const detail::data_use* uses, std::size_t count, F&& f);

  void finish() noexcept {
    finish_all();
    if (dependences_) [[unlikely]]
      detail::end_dependences(dependences_);
  }
  bool is_makers_thread() const { return made_by_ == detail::task_context::thread(); }

  detail::task_dependences* dependences_ = nullptr;       // of the tasks that have dependences
  const void* made_by_ = detail::task_context::thread();  // identifies the thread
};

}  // namespace arcas::inline v0
