// SPDX-License-Identifier: Apache-2.0
// Graphs of tasks.
#include <arcas/tasks/task_graph.h>

// Tasks that use the same variable find each other by its address; a temporary value has none.
// says: in(x), out(x) and inout(x) take a variable
void dependence_on_temporary(arcas::task_graph& g, int x) {
#ifdef WRONG
  g.add([] {}, arcas::in(x + 1));
#else
  g.add([] {}, arcas::in(x));
#endif
}

// says: the dependences of a task of a graph are written after(tasks)
void dependence_without_after(arcas::task_graph& g) {
  const auto a = g.add([] {});
#ifdef WRONG
  g.add([] {}, a);
#else
  g.add([] {}, after(a));
#endif
}
