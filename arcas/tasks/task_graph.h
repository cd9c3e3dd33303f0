// SPDX-License-Identifier: Apache-2.0
// Tasks that depend on each other: in(x), out(x) and inout(x) for run() of a task_group
// (task_group.h); and graphs of tasks, which are built once and may run many times.
//
//   arcas::task_graph g;
//   auto load = g.add([&] { … });
//   auto left = g.add([&] { … }, after(load)), right = g.add([&] { … }, after(load));
//   g.add([&] { … }, after(left, right));
//   g.run();
//
// add(f, dependences…)
//   does     adds a task that calls f() in each run; f is moved or copied. Returns the task.
//   after(tasks…), after(list of tasks)
//            f() begins after these tasks have ended
//   in(x), out(x), inout(x), a list of these
//            orders the tasks that use one variable, in the order of the calls of add(), as run()
//            of a task_group does
//   cost     some tens of nanoseconds; 64 to 80 bytes for a task besides f, and 16 to 32 more if f
//            has a destructor; 8 to 16 bytes for a dependence until the next run, then 4; for a
//            variable of in(x), out(x) or inout(x) about a hundred nanoseconds and bytes
// a.precedes(b…)     b begins after a has ended
// a.name("…")        names the task in the message about a cycle. std::invalid_argument if `a`
//                    belongs to no graph
// run(options)
//   does     calls the functions of all tasks, about in the order of add() as far as dependences
//            allow, on idle workers of the runtime and on this thread
//   after    everything that a task did happens before its successors begin, and everything that
//            all tasks did happens before run() returns
//   throws   the first exception of a task. Tasks that have not begun when a task throws are not
//            called. Afterwards the graph can run again. std::logic_error if tasks wait for each
//            other in a cycle, or if the graph runs already.
//   stop     after a stop request no further task is called
//   cost     a few nanoseconds for each task and dependence. The graph allocates memory only in the
//            first run after a change; in each run a thread's deque may grow, if the thread has not
//            held as many tasks before. Without memory for this, the run goes on.
//
// One thread at a time builds a graph or starts a run, and no task of it does (std::logic_error).
#pragma once

#include <arcas/base/exceptions.h>
#include <arcas/base/race_detector.h>
#include <arcas/base/wrong_use.h>
#include <arcas/tasks/task_group.h>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace arcas::inline v0::detail {

// A variable that a task uses, by its address.
struct data_use {
  const void* address;
  bool writes;
};

template <class T>
const void* address_of(const T& x) noexcept {
  return const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(x)));
}

// The argument of a wrong call of in(x), out(x), inout(x): a temporary value or a constant.
struct no_variable {
  template <class T>
  no_variable(const T&)  // NOLINT: arguments convert
      ARCAS_WRONG(
          "in(x), out(x) and inout(x) take one variable, which is not a temporary, and for out(x) "
          "and inout(x), not const; for two, write in(x), in(y)");
};

// The uses of a task, for ThreadSanitizer: with the key of a variable it orders the tasks that use
// the variable, so it does not report a race between two of these tasks.
struct watched_uses {
  watched_uses(const data_use* uses, std::size_t count) : all(uses, uses + count) {}
  void see() const noexcept {
    for (const data_use& use : all) race_detector::see(use.address);
  }
  void tell() const noexcept {
    for (const data_use& use : all) race_detector::tell(use.address);
  }
  std::vector<data_use> all;
};
struct unwatched_uses {
  unwatched_uses(const data_use*, std::size_t) {}
  void see() const noexcept {}
  void tell() const noexcept {}
};

template <template <class> class Atom>
class dependence_node;

// A task with dependences. Its entry, run_dependent, then runs successors.
struct dependent_task : task {
  // Calls the function, if the group has not given up, and frees this object.
  using function = void (*)(dependent_task& self, task_context& by) noexcept;
  function call;
  dependence_node<std::atomic>* node;  // made by spawn_dependent()
};
void run_dependent(task& self, task_context& by) noexcept;

// Called by the home. Pushes t, or leaves it to the last of the tasks that it waits for. Throws
// std::bad_alloc, and then t is not spawned.
void spawn_dependent(task_dependences*& of, awaited_tasks& group, dependent_task& t,
                     const data_use* uses, std::size_t count);
[[noreturn]] void refuse_foreign_dependences();

// A task of a graph; its function follows it. PROTOCOL.md, «Predecessors of a task».
struct graph_node : task {
  using function = void (*)(graph_node& self);
  function call;
  const std::uint32_t* successors = nullptr;  // their numbers
  std::uint32_t successor_count = 0;
  std::uint32_t events = 0;  // for which the task waits: ends of predecessors, and its turn
  std::uint32_t number = 0;  // in the order of add()

  explicit graph_node(function f) noexcept;
};

// A dependence of a task of a graph: a variable, a list of them, or after(…).
template <class D>
concept task_dependence =
    std::same_as<D, data_use> || list_of_uses<D> || requires(const D& d) { d.predecessors; };

class graph_parts;  // task_graph.cpp
graph_parts* make_graph();
void delete_graph(graph_parts*) noexcept;
// Memory for a node, which enter_node() then adds to the graph. has_destructor: enter_node() will
// be called with `destroy`.
void* room_for_node(graph_parts&, std::size_t size, std::size_t alignment, bool has_destructor);
void enter_node(graph_parts&, graph_node&, void (*destroy)(graph_node&) noexcept) noexcept;
// The node's function is not called any more.
void empty_node(graph_node&) noexcept;
void add_edge(graph_parts&, std::uint32_t before, std::uint32_t after);
void add_uses(graph_parts&, graph_node&, const data_use* uses, std::size_t count);
void name_node(graph_parts&, std::uint32_t number, std::string_view name);
const graph_node* successor_of(const graph_node&, std::uint32_t i) noexcept;
std::size_t size_of_graph(const graph_parts&) noexcept;
void run_graph(graph_parts&, const task_options&);
const void* key_of_runs(const graph_parts&) noexcept;  // for race_detector: that of a run's join
[[noreturn]] void refuse_task_without_graph();
[[noreturn]] void refuse_task_of_other_graph();

template <class F>
class graph_function final : public graph_node {
 public:
  template <class G>
  explicit graph_function(G&& f) : graph_node(&call_f), f_(std::forward<G>(f)) {}
  static void destroy(graph_node& self) noexcept {
    static_cast<graph_function&>(self).~graph_function();
  }

 private:
  // For ThreadSanitizer: the edges of the graph.
  struct seen_edges {
    explicit seen_edges(graph_node& n) noexcept : of(n) {
      race_detector::see(&of);
      race_detector::see_work(static_cast<awaited_tasks*>(of.of));
    }
    ~seen_edges() {
      for (std::uint32_t i = of.successor_count; i-- > 0;) race_detector::tell(successor_of(of, i));
      race_detector::tell(race_detector::end_of(static_cast<awaited_tasks*>(of.of)));
    }
    seen_edges(const seen_edges&) = delete;
    seen_edges& operator=(const seen_edges&) = delete;
    graph_node& of;
  };

  static void call_f(graph_node& self) {
    if constexpr (race_detector::watches) {
      const seen_edges edges(self);
      static_cast<graph_function&>(self).f_();
    } else {
      static_cast<graph_function&>(self).f_();
    }
  }

  F f_;
};

}  // namespace arcas::inline v0::detail

namespace arcas::inline v0 {

// The dependences of a task of a group or of a task_graph. in() must not be called with a
// bit-field: it has no address, and in() would get a temporary copy. out() and inout() refuse
// bit-fields and constants.
template <class T>
detail::data_use in(T& x) noexcept {
  return {detail::address_of(x), false};
}
template <class T>
  requires(!std::is_const_v<T>)
detail::data_use out(T& x) noexcept {
  return {detail::address_of(x), true};
}
template <class T>
  requires(!std::is_const_v<T>)
detail::data_use inout(T& x) noexcept {
  return {detail::address_of(x), true};
}
// Wrong calls (base/wrong_use.h).
template <class = void>
detail::data_use in(detail::no_variable, detail::anything = 0, detail::anything = 0);
template <class = void>
detail::data_use out(detail::no_variable, detail::anything = 0, detail::anything = 0);
template <class = void>
detail::data_use inout(detail::no_variable, detail::anything = 0, detail::anything = 0);

template <class F>
class task_group::dependent_closure final : public detail::dependent_task {
 public:
  template <class G>
  dependent_closure(task_group& group, const detail::data_use* uses, std::size_t count, G&& f)
      : detail::dependent_task{{&detail::run_dependent, &group}, &run_once, nullptr},
        uses_(uses, count),
        f_(std::forward<G>(f)) {}

 private:
  static void run_once(detail::dependent_task& self, detail::task_context& by) noexcept {
    detail::race_detector::see_work(static_cast<detail::task*>(&self));
    auto& c = static_cast<dependent_closure&>(self);
    auto& group = static_cast<task_group&>(*c.of);
    c.uses_.see();
    group.call(c.f_);
    c.uses_.tell();
    c.~dependent_closure();
    by.blocks().give_back<dependent_closure>(&c);
    detail::race_detector::tell(detail::race_detector::end_of(&group));
  }

  [[no_unique_address]] std::conditional_t<detail::race_detector::watches, detail::watched_uses,
                                           detail::unwatched_uses> uses_;
  F f_;
};

template <class F>
void task_group::spawn_after(const detail::data_use* uses, std::size_t count, F&& f) {
  if (!is_makers_thread()) detail::refuse_foreign_dependences();
  using kind = dependent_closure<std::decay_t<F>>;
  void* const room = home().blocks().take<kind>();
  kind* made = nullptr;
  ARCAS_TRY {
    made = ::new (room) kind(*this, uses, count, std::forward<F>(f));
    detail::race_detector::tell(static_cast<detail::task*>(made));
    detail::spawn_dependent(dependences_, *this, *made, uses, count);
  }
  ARCAS_CATCH_ALL {
    if (made) made->~kind();
    home().blocks().give_back<kind>(room);
    detail::throw_again();
  }
}

template <task_function F, std::same_as<detail::data_use>... Uses>
  requires(sizeof...(Uses) != 0)
void task_group::run(F&& f, Uses... uses) {
  const detail::data_use all[] = {uses...};
  spawn_after(all, sizeof...(Uses), std::forward<F>(f));
}
template <task_function F, detail::list_of_uses Uses>
void task_group::run(F&& f, const Uses& uses) {
  spawn_after(std::data(uses), std::size(uses), std::forward<F>(f));
}

class task_graph {
 public:
  // A task of the graph; valid as long as the graph exists.
  class task {
   public:
    task() = default;
    template <std::same_as<task>... Tasks>
    task precedes(Tasks... later) const {
      (later.follow(*this), ...);
      return *this;
    }
    void precedes(detail::anything, detail::anything = 0) const
        ARCAS_WRONG("a.precedes(b, c) takes tasks that add() has returned");
    task name(std::string_view name) const {
      if (!of_) detail::refuse_task_without_graph();
      detail::name_node(*of_, number_, name);
      return *this;
    }
    friend bool operator==(task, task) = default;

   private:
    friend task_graph;

    template <class D>
    void depend(detail::graph_node& n, const D& on, detail::data_use* uses, std::size_t& count) {
      if constexpr (std::same_as<D, detail::data_use>) {
        uses[count++] = on;
      } else if constexpr (detail::list_of_uses<D>) {
        detail::add_uses(*of_, n, std::data(on), std::size(on));
      } else {
        for (std::size_t i = 0; i < on.count(); ++i) follow(on.predecessors[i]);
      }
    }

    task(detail::graph_parts* of, std::uint32_t number) noexcept : of_(of), number_(number) {}
    void follow(task earlier) const {
      if (!of_ || of_ != earlier.of_) detail::refuse_task_of_other_graph();
      detail::add_edge(*of_, earlier.number_, number_);
    }

    detail::graph_parts* of_ = nullptr;
    std::uint32_t number_ = 0;  // in the order of add()
  };

  task_graph() : parts_(detail::make_graph()) {}
  // The graph must not run.
  ~task_graph() { detail::delete_graph(parts_); }
  task_graph(const task_graph&) = delete;
  task_graph& operator=(const task_graph&) = delete;

  template <task_function F, detail::task_dependence... Dependences>
  task add(F&& f, const Dependences&... dependences) {
    using kind = detail::graph_function<std::decay_t<F>>;
    constexpr bool is_destroyed = !std::is_trivially_destructible_v<std::decay_t<F>>;
    void* const room = detail::room_for_node(*parts_, sizeof(kind), alignof(kind), is_destroyed);
    kind* const made = ::new (room) kind(std::forward<F>(f));
    detail::enter_node(*parts_, *made, is_destroyed ? &kind::destroy : nullptr);
    detail::race_detector::tell(static_cast<detail::graph_node*>(made));
    task added(parts_, made->number);
    if constexpr (sizeof...(Dependences) != 0) {
      ARCAS_TRY {
        detail::data_use uses[sizeof...(Dependences)];
        std::size_t count = 0;
        (added.depend(*made, dependences, uses, count), ...);
        detail::add_uses(*parts_, *made, uses, count);
      }
      ARCAS_CATCH_ALL {
        detail::empty_node(*made);
        detail::throw_again();
      }
    }
    return added;
  }

  // Wrong calls (base/wrong_use.h).
  template <class = void>
  task add(detail::anything = 0, detail::anything = 0, detail::anything = 0, detail::anything = 0)
      ARCAS_WRONG(
          "write g.add(f, after(a, b), in(x), out(y)): f has no parameters, and a and b are tasks "
          "that add() has returned; add(f).name(\"load\") names a task");

  std::size_t size() const noexcept { return detail::size_of_graph(*parts_); }

  void run(const task_options& options = {}) {
    const detail::race_detector::whole work(detail::key_of_runs(*parts_));
    detail::run_graph(*parts_, options);
  }

 private:
  detail::graph_parts* parts_;
};

namespace detail {

template <std::size_t N>
struct listed_predecessors {
  task_graph::task predecessors[N];
  static constexpr std::size_t count() { return N; }
};
struct predecessors_in_list {
  const task_graph::task* predecessors;
  std::size_t size;
  std::size_t count() const { return size; }
};

template <class List>
concept list_of_tasks = requires(const List& list) {
  { std::data(list) } -> std::convertible_to<const task_graph::task*>;
  { std::size(list) } -> std::convertible_to<std::size_t>;
};

}  // namespace detail

// Dependences on tasks: see task_graph::add().
template <std::same_as<task_graph::task>... Tasks>
  requires(sizeof...(Tasks) != 0)
auto after(Tasks... earlier) {
  return detail::listed_predecessors<sizeof...(Tasks)>{{earlier...}};
}
// earlier: a vector, array or span of tasks, which exists until add() returns.
template <detail::list_of_tasks List>
auto after(const List& earlier) {
  return detail::predecessors_in_list{std::data(earlier), std::size(earlier)};
}
template <class = void>
detail::predecessors_in_list after(detail::anything = 0, detail::anything = 0, detail::anything = 0)
    ARCAS_WRONG("after(a, b) and after(list) take what add() of a task_graph, or async(), returns");

}  // namespace arcas::inline v0
