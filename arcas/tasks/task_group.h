// SPDX-License-Identifier: Apache-2.0
// Any number of tasks, spawned one by one, and a wait for all of them.
//
// run(f)     does f() on an idle worker of the runtime, or on the waiting thread, some time before
//            wait() returns; f is moved or copied. From the thread that made the group, or from a
//            task that descends from the group's own.
// wait()     by the thread that made the group. Everything that the tasks did happens before it
//            returns. Throws the first exception of a task; tasks not begun by then do not run. The
//            group may be used again.
// cost       a few nanoseconds for a task of up to 100 bytes whom nobody helps with; no locked
//            operation
//
// While a thread waits it runs tasks of this group and what they have spawned, nothing else
// (PROTOCOL.md, «Only what it waits for»). Tasks may start loops, and bodies of loops tasks.
#pragma once

#include <arcas/base/stop_handle.h>
#include <arcas/tasks/block_for.h>
#include <arcas/tasks/crew_of.h>

#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace arcas {

struct task_options {
  // When a stop is requested no further task is begun, and wait() returns; the caller asks the
  // token what happened.
  stop_handle stop = {};
  // Whose workers take part; null: those of runtime::current().
  runtime* on = nullptr;
};

class task_group : private desk_visit, private awaited {
 public:
  task_group() : task_group(task_options{}) {}
  explicit task_group(const task_options& options)
      : desk_visit(crew_of(options.on)), awaited(at(), at().open_join(), 0), stop_(options.stop) {}
  // Waits. An exception that nobody has waited for is lost.
  ~task_group() { finish_all(); }
  task_group(const task_group&) = delete;
  task_group& operator=(const task_group&) = delete;

  template <class F>
  requires std::is_invocable_v < std::decay_t<F>
  & > void run(F&& f) {
    desk* const here = desk::current();
    if (here && &here->of() == &home().of()) [[likely]] {
      spawn(*here, std::forward<F>(f));
    } else {
      const desk_visit visit(home().of());
      spawn(visit.at(), std::forward<F>(f));
    }
  }

  void wait() {
    finish_all();
    if (failed()) std::rethrow_exception(take_failure());
  }

 private:
  template <class F>
  class closure final : public task {
   public:
    template <class G>
    closure(task_group& group, G&& f) : task{&run_once, &group}, f_(std::forward<G>(f)) {}

   private:
    static void run_once(task& self, desk& by) noexcept {
      auto& c = static_cast<closure&>(self);
      auto& group = static_cast<task_group&>(*c.of);
      try {
        if (!group.gives_up()) c.f_();
      } catch (...) {
        group.fail(std::current_exception());
      }
      c.~closure();
      block_for<closure>::give_back(by, &c);
      group.finished(by);
    }

    F f_;
  };

  template <class F>
  void spawn(desk& here, F&& f) {
    using kind = closure<std::decay_t<F>>;
    block_for<kind> room(here);
    kind* const made = ::new (room.get()) kind(*this, std::forward<F>(f));
    &here == &home() ? spawned_here() : spawned_elsewhere();
    try {
      here.push(*made, line());
    } catch (...) {
      made->~kind();
      finished(here);
      throw;
    }
    room.keep();
  }

  void finish_all() noexcept {
    desk& here = home();
    while (!over()) {
      task* const t = here.pop();
      if (t && t->of == this) [[likely]] {
        t->run(*t, here);
      } else {
        here.await(*this, t, nullptr);
      }
    }
  }

  bool gives_up() const { return failed() || (stop_ && stop_.stop_requested()); }
  void finished(desk& by) noexcept { &by == &home() ? finished_here() : finished_elsewhere(); }

  stop_handle stop_;
};

}  // namespace arcas
