// SPDX-License-Identifier: Apache-2.0
// Reducers in tasks: variables to which tasks add as if each ran where it is spawned.
//
//   void visit(node& n) {
//     names.view() += n.name;
//     arcas::invoke(into(names), [&] { visit(n.left); }, [&] { visit(n.right); });
//   }
//
//   arcas::reducing_group group(into(names));
//   for (node& n : nodes) group.run([&] { visit(n); });
//   group.wait();
//
// The guarantee is that of Cilk's reducers and of reducers in loops (reducer.h). If the operation
// is associative, and tasks only combine a view with something on the right, the value after the
// join is the one that a single thread computes when it calls each function where it is spawned.
// The operation need not be commutative. Such tasks may contain loops that carry the same reducers,
// and loop bodies may spawn such tasks. When a function throws, a reducer has the value of
// everything finished by then, in order.
//
// reducer.h says in which loops and tasks a reducer may be used.
#pragma once

#include <arcas/algorithms/reducer.h>
#include <arcas/base/exceptions.h>
#include <arcas/tasks/invoke.h>
#include <arcas/tasks/task_group.h>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace arcas::inline v0::detail {

// While a spawner exists, the code that its thread runs has a place in the order of `group`, and
// may spawn tasks of that group. Only the thread's innermost spawner counts.
class spawner {
 public:
  // group: null in a function of an invoke, which another thread may run: no group knows the place
  // of that function.
  explicit spawner(const void* group) : group_(group), outer_(latest()) { latest() = this; }
  ~spawner() { latest() = outer_; }
  spawner(const spawner&) = delete;
  spawner& operator=(const spawner&) = delete;

  const void* of() const { return group_; }
  // Null: the calling thread has no spawner.
  static spawner* innermost() { return latest(); }

 private:
  ARCAS_OF_THIS_THREAD static spawner*& latest() { return innermost_; }

  static thread_local constinit spawner* innermost_;

  const void* group_;
  spawner* outer_;
};

// While this object exists, the calling thread has the views of the table `instead`; by default it
// has none.
class other_views {
 public:
  explicit other_views(const view_table& instead = {nullptr, 0}) : before_(view_table::mine()) {
    view_table::mine() = instead;
  }
  ~other_views() { view_table::mine() = before_; }
  other_views(const other_views&) = delete;
  other_views& operator=(const other_views&) = delete;

 private:
  view_table before_;
};

// When this object is destroyed, the calling thread loses its views.
class views_end {
 public:
  views_end() = default;
  ~views_end() { view_table::mine() = {nullptr, 0}; }
  views_end(const views_end&) = delete;
  views_end& operator=(const views_end&) = delete;
};

// Makes sure that the calling thread has views of these reducers in its table. Inside a construct
// that carries the reducers, the table has the views already. Outside, the values themselves become
// the views.
template <class Carrying>
class outermost_views {
 public:
  explicit outermost_views(const Carrying& reducers) {
    if (reducers.shown()) return;
    turn_.emplace(reducers);
    values_.emplace(reducers.largest_number());
    reducers.show_present(*values_);
  }
  outermost_views(const outermost_views&) = delete;
  outermost_views& operator=(const outermost_views&) = delete;

 private:
  std::optional<typename Carrying::turn> turn_;
  std::optional<carried_views> values_;
};

// The second function of an invoke. On the thread that spawned it, this function runs after the
// first one and adds to the same views. On another thread it adds to views of its own.
template <class Carrying, class G>
class carrying_branch {
 public:
  carrying_branch(const Carrying& reducers, G& g)
      : reducers_(reducers), g_(g), home_(view_table::mine()), views_of_home_(home_) {}

  void operator()() {
    const spawner no_place(nullptr);
    if (&view_table::mine() == &home_) {
      home_ = views_of_home_;
      return g_();
    }
    found_.emplace(reducers_.identity());
    carried_views here(reducers_.largest_number(), views_around::hide);
    reducers_.show(here, *found_);
    g_();
  }
  // Called by the thread that spawned the function, when both functions are finished.
  void join() {
    home_ = views_of_home_;
    if (found_) reducers_.add(*found_);
  }

 private:
  const Carrying& reducers_;
  G& g_;
  view_table& home_;
  view_table views_of_home_;
  std::optional<typename Carrying::value_type> found_;
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// invoke(into(r, …), f, g, …): the invoke of tasks/invoke.h that carries reducers. Also throws the
// exceptions of the reducers' operations. Cost: that of invoke and some loads; new views for each
// function that another worker takes.
template <class... R, class F, class G, class... More>
void invoke(const carrying<R...>& reducers, F&& f, G&& g, More&&... more) {
  if constexpr (sizeof...(More) != 0) {
    const auto rest = [&] { arcas::invoke(reducers, g, more...); };
    return arcas::invoke(reducers, f, rest);
  } else {
    const detail::outermost_views<carrying<R...>> outermost(reducers);
    detail::carrying_branch<carrying<R...>, std::remove_reference_t<G>> second(reducers, g);
    const auto first = [&] {
      const detail::spawner no_place(nullptr);
      // While the thread waits, it may run tasks that do not carry these reducers.
      const detail::views_end until_joined;
      f();
    };
    ARCAS_TRY {
      arcas::invoke(first, second);
    }
    ARCAS_CATCH_ALL {
      second.join();
      detail::throw_again();
    }
    second.join();
  }
}

// A wrong call (base/wrong_use.h).
void invoke(detail::named_reducers, detail::anything, detail::anything = 0, detail::anything = 0)
    ARCAS_WRONG("write invoke(into(sum), f, g, ...)");

// A task_group that carries reducers. run() must be called where the group was made, or directly in
// a task of this group. run() throws std::logic_error in another task that carries reducers, on a
// thread that has made a newer group with reducers, and on a thread without a part in the group. A
// loop or task without reducers, inside the group's code, must not call run() either. Arcas detects
// such a call only on another thread; on the same thread, the new task gets this thread's place in
// the group's order. Cost: that of a task_group, and two sets of views for each task.
template <class... R>
class reducing_group {
 public:
  explicit reducing_group(const carrying<R...>& reducers, const task_options& options = {})
      : reducers_(reducers), outermost_(reducers_), home_(*this), group_(options) {}
  // A wrong call (base/wrong_use.h).
  explicit reducing_group(R&...)
      ARCAS_WRONG("a group names its reducers by into(...): reducing_group g(into(sum))");
  // Waits for the tasks. An exception is lost if wait() was not called.
  ~reducing_group() {
    ARCAS_TRY {
      wait();
    }
    ARCAS_CATCH_ALL {
      // The exception is lost.
    }
  }
  reducing_group(const reducing_group&) = delete;
  reducing_group& operator=(const reducing_group&) = delete;

  template <task_function F>
  void run(F&& f) {
    detail::spawner* const by = detail::spawner::innermost();
    if (by == nullptr || by->of() != this) refuse_run_elsewhere();
    stretch& task = static_cast<part*>(by)->spawn();
    group_.run([this, &task, f = std::forward<F>(f)]() mutable {
      const part mine(*this, task);
      f();
    });
  }

  // A wrong call (base/wrong_use.h).
  void run(detail::anything, detail::anything = 0)
      ARCAS_WRONG("run(f) takes a function without parameters: group.run([=] { f(x); })");

  void wait() {
    ARCAS_TRY {
      const detail::other_views none;
      group_.wait();
    }
    ARCAS_CATCH_ALL {
      combine();
      detail::throw_again();
    }
    combine();
  }

 private:
  using views = typename carrying<R...>::value_type;

  // The additions of one thread from one spawn to the next. Stretches form a list in the order in
  // which one thread alone would execute them.
  struct stretch {
    explicit stretch(views&& v) : found(std::move(v)) {}
    views found;
    std::unique_ptr<stretch> next;
  };

  // A task of the group, or the group's home: the code that made the group and waits for it. Only
  // the thread that runs the part uses its current stretch, so that tasks are spawned without a
  // lock.
  class part : public detail::spawner {
   public:
    // For a task.
    part(reducing_group& group, stretch& first)
        : detail::spawner(&group),
          reducers_(group.reducers_),
          table_(reducers_.largest_number(), detail::views_around::hide) {
      stand_at(first);
    }
    // For the home.
    explicit part(reducing_group& group)
        : detail::spawner(&group),
          reducers_(group.reducers_),
          table_(reducers_.largest_number()),
          at_(&group.first_) {}

    const detail::view_table& around() const { return table_.around(); }
    // Until the home spawns a task, its additions go to the views that it had before it made the
    // group.
    void begin(stretch& first) {
      const detail::other_views outside(around());
      at_ = &first;
      reducers_.show_present(table_);
    }
    void stand_at(stretch& s) {
      at_ = &s;
      reducers_.show(table_, s.found);
    }
    // Inserts the new task's stretch, and after it a further stretch of this task.
    stretch& spawn() {
      auto task = std::make_unique<stretch>(reducers_.identity());
      task->next = std::make_unique<stretch>(reducers_.identity());
      task->next->next = std::move(at_->next);
      at_->next = std::move(task);
      stretch& spawned = *at_->next;
      stand_at(*spawned.next);
      return spawned;
    }

   private:
    const carrying<R...>& reducers_;
    detail::carried_views table_;
    stretch* at_;
  };

  [[noreturn]] static void refuse_run_elsewhere() {
    detail::refuse_use(
        "reducing_group::run was called in a place without a known order among the group's tasks: "
        "call it where the group was made, or directly in one of its tasks");
  }

  // Combines all stretches in order, and adds the result to the views that the home had before the
  // group.
  void combine() {
    while (first_.next) {
      first_.found = reducers_(std::move(first_.found), std::move(first_.next->found));
      // Stretches are freed one by one: the destructor of a chain would recurse.
      first_.next = std::move(first_.next->next);
    }
    views all = std::exchange(first_.found, reducers_.identity());
    home_.begin(first_);
    reducers_.add(all);
  }

  carrying<R...> reducers_;
  detail::outermost_views<carrying<R...>> outermost_;
  stretch first_{reducers_.identity()};  // the home's first; stays empty (see begin())
  part home_;
  task_group group_;
};

}  // namespace arcas::inline v0
