// SPDX-License-Identifier: Apache-2.0
// Coroutines.
#include <arcas/algorithms/for_each.h>
#include <arcas/arcas.h>
#include <arcas/loops/team.h>
#include <arcas/tasks/coroutine.h>
#include <arcas/tasks/task_graph.h>

#include <span>
#include <vector>

namespace {

// A coroutine type of another library.
struct foreign {
  struct promise_type {
    foreign get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

arcas::task<int> count() {
  co_return 1;
}
arcas::task<> step() {
  co_await arcas::schedule();
}

}  // namespace

arcas::task<> works() {
  auto a = count(), b = count();
  co_await arcas::when_all(a, b);
  std::vector<arcas::task<int>> list;
  co_await arcas::when_all(list);
  co_await std::suspend_never();
  arcas::task_group group;
  group.run(step());
  group.run(count());
  group.run(step);
  group.run([] { return step(); });
  group.wait();
}

// says: sync_wait() takes the coroutine itself: sync_wait(std::move(t))
void wait_for_variable() {
  auto t = count();
#ifdef WRONG
  arcas::sync_wait(t);
#else
  arcas::sync_wait(std::move(t));
#endif
}

// says: sync_wait() takes one coroutine
void wait_for_two() {
#ifdef WRONG
  arcas::sync_wait(count(), count());
#else
  arcas::sync_wait(count());
#endif
}

// says: sync_wait() takes one coroutine
void wait_for_function() {
#ifdef WRONG
  arcas::sync_wait([] { return 1; });
#else
  arcas::sync_wait([] { return count(); });
#endif
}

// says: a group takes the coroutine itself: group.run(std::move(t))
void run_of_variable() {
  arcas::task_group group;
  auto t = step();
#ifdef WRONG
  group.run(t);
#else
  group.run(std::move(t));
#endif
}

// says: a group runs coroutines of type arcas::task<T>
void run_of_foreign_coroutine() {
  arcas::task_group group;
#ifdef WRONG
  group.run([]() -> foreign { co_return; });
#else
  group.run([]() -> arcas::task<> { co_return; });
#endif
}

// says: run(f) takes a function without parameters
void run_with_dependences(int& x) {
  arcas::task_group group;
#ifdef WRONG
  group.run([] { return step(); }, arcas::inout(x));
#else
  group.run([] { arcas::sync_wait(step()); }, arcas::inout(x));
#endif
}

// says: write g.add(f
void coroutine_in_graph() {
  arcas::task_graph graph;
#ifdef WRONG
  graph.add([] { return step(); });
#else
  graph.add([] { arcas::sync_wait(step()); });
#endif
}

// says: They return no coroutine: sync_wait() waits for one
void invoke_of_coroutines() {
#ifdef WRONG
  arcas::invoke([] { return step(); }, [] { return step(); });
#else
  arcas::invoke([] { arcas::sync_wait(step()); }, [] { arcas::sync_wait(step()); });
#endif
}

// says: the body returns a coroutine, which would not run: let the body call sync_wait(
void loop_of_coroutines() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int) { return step(); });
#else
  arcas::parallel_for(0, 10, [](int) { arcas::sync_wait(step()); });
#endif
}

// says: the body returns a coroutine, which would not run: let the body call sync_wait(
void loop_of_coroutines_over_chunks() {
#ifdef WRONG
  arcas::parallel_for(0, 10, [](int, int) -> arcas::task<> { co_await arcas::schedule(); });
#else
  arcas::parallel_for(0, 10, [](int, int) { arcas::sync_wait(step()); });
#endif
}

// says: the body returns a coroutine, which would not run: let the body call sync_wait(
void loop_of_references_to_coroutines() {
  auto t = step();
#ifdef WRONG
  arcas::parallel_for(0, 10, [&](int) -> arcas::task<>& { return t; });
#else
  arcas::sync_wait(std::move(t));
#endif
}

// says: the body returns a coroutine, which would not run: let the body call sync_wait(
void for_each_of_coroutines() {
  std::vector<int> list(3);
#ifdef WRONG
  arcas::for_each(list, [](int) { return step(); });
#else
  arcas::for_each(list, [](int) { arcas::sync_wait(step()); });
#endif
}

// says: the body returns a coroutine, which would not run: let the body call sync_wait(
void for_each_of_coroutines_over_iterators() {
  std::vector<int> list(3);
#ifdef WRONG
  arcas::parallel_for(list.begin(), list.end(), [](int) { return step(); });
#else
  arcas::parallel_for(list.begin(), list.end(), [](int) { arcas::sync_wait(step()); });
#endif
}

// says: the body returns a coroutine, which would not run: let the body call sync_wait(
void team_of_coroutines() {
#ifdef WRONG
  arcas::team(2, [](arcas::team_member&) { return step(); });
#else
  arcas::team(2, [](arcas::team_member&) { arcas::sync_wait(step()); });
#endif
}

// says: the body returns a coroutine, which would not run: let the body call sync_wait(
void team_loop_of_coroutines() {
  arcas::team(2, [](arcas::team_member& t) {
#ifdef WRONG
    t.loop(0, 10, [](int) { return step(); });
#else
    t.loop(0, 10, [](int) { arcas::sync_wait(step()); });
#endif
  });
}

// says: the body returns a coroutine, which would not run: let the body call sync_wait(
void master_of_coroutines() {
  arcas::team(2, [](arcas::team_member& t) {
#ifdef WRONG
    t.master([] { return step(); });
#else
    t.master([] { arcas::sync_wait(step()); });
#endif
  });
}

// says: a group runs coroutines of type arcas::task<T>
void run_of_reference_to_coroutine() {
  auto t = step();
  arcas::task_group group;
#ifdef WRONG
  group.run([&]() -> arcas::task<>& { return t; });
#else
  group.run(std::move(t));
#endif
  group.wait();
}

// says: returns a variable that exists longer than the coroutine, not a temporary value
arcas::task<const std::vector<int>&> reference_to_temporary() {
#ifdef WRONG
  co_return std::vector<int>(3);
#else
  static const std::vector<int> list(3);
  co_return list;
#endif
}

// says: when_all(a, b) takes variables
arcas::task<> all_of_a_temporary_list() {
#ifdef WRONG
  co_await arcas::when_all(std::vector<arcas::task<int>>(3));
#else
  std::vector<arcas::task<int>> list(3);
  co_await arcas::when_all(std::span(list).first(0));
#endif
}

// says: when_all(a, b) takes variables
arcas::task<> all_of_temporaries() {
#ifdef WRONG
  co_await arcas::when_all(count(), count());
#else
  auto a = count(), b = count();
  co_await arcas::when_all(a, b);
#endif
}

// says: when_all(a, b) takes variables
arcas::task<> all_of_functions() {
#ifdef WRONG
  co_await arcas::when_all(count, count);
#else
  auto a = count(), b = count();
  co_await arcas::when_all(a, b);
#endif
}

// says: are awaited in a coroutine whose
foreign scheduled_elsewhere() {
#ifdef WRONG
  co_await arcas::schedule();
#endif
  co_return;
}

// says: are awaited in a coroutine whose
foreign awaited_elsewhere() {
#ifdef WRONG
  co_await count();
#else
  arcas::sync_wait(count());
#endif
  co_return;
}

// names: use of deleted function
void copied_coroutine() {
  auto t = count();
#ifdef WRONG
  auto second = t;
#else
  auto second = std::move(t);
#endif
}
