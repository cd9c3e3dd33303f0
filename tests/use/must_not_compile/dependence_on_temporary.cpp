// SPDX-License-Identifier: Apache-2.0
// Tasks that use the same variable find each other by its address; a temporary value has none.
// first: in(x), out(x) and inout(x) take a variable
#include <arcas/tasks/task_graph.h>

void tasks(arcas::task_graph& g, int x) {
#ifndef WRONG
  g.add([] {}, arcas::in(x));
#else
  g.add([] {}, arcas::in(x + 1));
#endif
}
