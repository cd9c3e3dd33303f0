// SPDX-License-Identifier: Apache-2.0
// A predecessor is named by after().
// first: the dependences of a task of a graph are written after(tasks)
#include <arcas/tasks/task_graph.h>

void tasks(arcas::task_graph& g) {
  const auto a = g.add([] {});
#ifndef WRONG
  g.add([] {}, after(a));
#else
  g.add([] {}, a);
#endif
}
