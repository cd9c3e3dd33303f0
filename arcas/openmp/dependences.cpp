// SPDX-License-Identifier: Apache-2.0
#include <arcas/openmp/dependences.h>

namespace arcas::inline v0::detail::openmp {

bool enter_dependences(task& t, std::span<const dependence> depends) {
  task& parent = *t.parent;
  if (!parent.children_depend) parent.children_depend = std::make_shared<dependence_table>();
  t.siblings = parent.children_depend;
  t.node = &t.siblings->tasks.make(&t, depends.data(), depends.size());
  // relaxed: a number for a limit. The end of the task, which subtracts, comes after entered().
  t.siblings->unfinished.fetch_add(1, std::memory_order_relaxed);
  return t.node->entered();
}

std::vector<task*> take_successors(task& t, bool& ends_wait) {
  if (!t.node) return {};
  t.siblings->unfinished.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a number for a limit
  std::vector<task*> waiting;
  t.node->end([&](dependent_tasks::node& later) {
    task* const next = static_cast<task*>(later.task());
    // Read before the predecessor's end is counted: if it is the last one, the creator of an
    // awaited task runs the task at once and frees it.
    const bool is_awaited = next->is_awaited;
    if (!later.predecessor_ended()) return;
    is_awaited ? void(ends_wait = true) : waiting.push_back(next);
  });
  dependent_tasks::drop(*t.node);
  return waiting;
}

}  // namespace arcas::inline v0::detail::openmp
