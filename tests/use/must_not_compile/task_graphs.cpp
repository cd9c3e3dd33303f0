// SPDX-License-Identifier: Apache-2.0
// Graphs of tasks, and futures.
#include <arcas/tasks/future.h>
#include <arcas/tasks/task_graph.h>

#include <utility>

// says: a task takes the result of a future: async(group, f, std::move(a))
void future_that_is_not_moved(arcas::task_group& group) {
  auto a = async(group, [] { return 1; });
#ifdef WRONG
  async(group, [](int) {}, a);
#else
  async(group, [](int) {}, std::move(a));
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
