// SPDX-License-Identifier: Apache-2.0
// The depend clauses of the children of one task: which child waits for which other child.
#pragma once

#include <arcas/openmp/task.h>

#include <span>
#include <vector>

namespace arcas::inline v0::detail::openmp {

// Enters the task in its parent's dependence table. Returns false if a predecessor of the task is
// unfinished.
bool enter_dependences(task& t, std::span<const dependence> depends);
// Removes a finished task from the table, and returns the deferred successors that have no other
// unfinished predecessor. An undeferred successor is not returned: its creator waits until it may
// begin, and may then run and free it at once. If such a successor has no other unfinished
// predecessor, the function sets ends_wait.
std::vector<task*> take_successors(task& t, bool& ends_wait);

}  // namespace arcas::inline v0::detail::openmp
