// SPDX-License-Identifier: Apache-2.0
// Which tasks wait for which: depend clauses of the children of one task.
#pragma once

#include <arcas/openmp/task.h>

#include <vector>

namespace arcas::inline v0::detail::openmp {

// Enters the task in its parent's table, after the tasks that it depends on. depend: as GCC passes it.
// False: some of these are not finished.
bool enter_dependences(task& t, void** depend);
// Of a task that is finished: those that have waited for it last.
std::vector<task*> take_successors(task& t);

}  // namespace arcas::inline v0::detail::openmp
