// SPDX-License-Identifier: Apache-2.0
// Graphs of tasks, and futures.
#include <arcas/tasks/future.h>
#include <arcas/tasks/task_graph.h>

#include <chrono>
#include <future>
#include <utility>
#include <vector>

void works(arcas::task_group& group, arcas::task_graph& g, int x, const int& y) {
  auto a = async(group, [] { return 1; });
  a.wait();
  group.run([] {}, arcas::in(y), arcas::out(x));
  const std::vector uses{arcas::inout(x)};
  group.run([] {}, uses);
  const std::vector tasks{g.add([] {}), g.add([] {}, uses)};
  g.add([] {}, arcas::after(tasks), arcas::in(y));
  g.run({});
}

// The forms of std::async, and functions that do not take the results.
void calls_of_async(arcas::task_group& group, arcas::task_group* pointer, int x) {
  auto a = async(group, [] { return 1; });
  std::vector<arcas::future<int>> all;
  const auto f = [](int) { return 1; };
#ifdef WRONG
  arcas::async([] {});                             // says: write async(group, f)
  arcas::async(std::launch::async, [] {});         // says: write async(group, f)
  arcas::async([] {}, group);                      // says: write async(group, f)
  arcas::async(group, f, 5);                       // says: write async(group, f)
  arcas::async(group, f, std::move(all));          // says: write async(group, f)
  arcas::async(group, f, arcas::in(x));            // says: write async(group, f)
  arcas::async(pointer, [] {});                    // says: write async(group, f)
  arcas::async(arcas::task_group(), [] {});        // says: write async(group, f)
  arcas::async(group, f);                          // says: calls f with the results
  arcas::async(group, [] {}, std::move(a));        // says: calls f with the results
  a.then(group, f);                                // says: write a.then(f)
  a.then([](arcas::future<int> r) { return r; });  // says: write a.then(f)
  a.wait_for(std::chrono::seconds(1));             // says: a.is_ready() tells
  a.share();                                       // says: get() returns the result once
  arcas::future<int&> reference;                   // says: a future of a reference
#else
  (void)pointer, (void)x, (void)f;
#endif
}

// The forms of OpenMP's depend, Taskflow and oneTBB's flow graph.
void calls_of_graphs(arcas::task_group& group, arcas::task_graph& g, const int& constant, int* p) {
  const auto a = g.add([] {}), b = g.add([] {});
  int x = 0;
#ifdef WRONG
  group.run([] {}, arcas::in(x, x));       // says: in(x), out(x) and inout(x) take one variable
  group.run([] {}, arcas::inout(p, 10));   // says: in(x), out(x) and inout(x) take one variable
  group.run([] {}, arcas::out(constant));  // says: in(x), out(x) and inout(x) take one variable
  group.run([] {}, arcas::out(std::vector<bool>(5)[0]));  // says: which is not a temporary
  g.add([](int) {});                                      // says: write g.add(f, after(a, b)
  g.add("load", [] {});                                   // says: write g.add(f, after(a, b)
  g.add([] {}, [] {});                                    // says: write g.add(f, after(a, b)
  a.precedes([] {});                                      // says: a.precedes(b, c) takes tasks
  a.precedes(std::vector{b});                             // says: a.precedes(b, c) takes tasks
  arcas::after();                                         // says: after(list) take what add()
  arcas::after([] {});                                    // says: after(list) take what add()
  arcas::after(std::vector(2, std::vector{b}));           // says: after(list) take what add()
#else
  (void)group, (void)constant, (void)p, (void)b, (void)x;
#endif
}

// says: a task takes the result of a future: async(group, f, std::move(a))
void future_that_is_not_moved(arcas::task_group& group) {
  auto a = async(group, [] { return 1; });
#ifdef WRONG
  async(group, [](int) {}, a);
#else
  async(group, [](int) {}, std::move(a));
#endif
}

// says: a task that follows futures is async(group, f, after(a, b))
void run_after_a_future(arcas::task_group& group) {
  const auto a = async(group, [] { return 1; });
#ifdef WRONG
  group.run([] {}, after(a));
#else
  async(group, [] {}, after(a));
#endif
}

// says: write a.then(f): f takes the result of a
void continuation_without_parameter(arcas::task_group& group) {
  auto a = async(group, [] { return 1; });
#ifdef WRONG
  a.then([] {});
#else
  a.then([](int) {});
#endif
}

// Tasks that use the same variable find each other by its address; a temporary value has none.
// says: in(x), out(x) and inout(x) take one variable
void dependence_on_temporary(arcas::task_graph& g, int x) {
#ifdef WRONG
  g.add([] {}, arcas::in(x + 1));
#else
  g.add([] {}, arcas::in(x));
#endif
}

// says: write g.add(f, after(a, b), in(x), out(y))
void dependence_without_after(arcas::task_graph& g) {
  const auto a = g.add([] {});
#ifdef WRONG
  g.add([] {}, a);
#else
  g.add([] {}, after(a));
#endif
}
