// SPDX-License-Identifier: Apache-2.0
// The depend clauses of the children of one task: which child waits for which other child.
#pragma once

#include <arcas/openmp/task.h>

#include <vector>

namespace arcas::inline v0::detail::openmp {

// Enters the task in its parent's dependence table. depend: the array that GCC passes. Returns
// false if a predecessor of the task is unfinished.
bool enter_dependences(task& t, void** depend);
// Removes a finished task from the table; returns the deferred successors that have no other
// unfinished predecessor. Sets ends_wait if an undeferred successor has no other unfinished
// predecessor: its creator waits for blocked_by == 0, and may then run and free the successor at
// once.
std::vector<task*> take_successors(task& t, bool& ends_wait);

}  // namespace arcas::inline v0::detail::openmp
