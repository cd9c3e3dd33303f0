// SPDX-License-Identifier: Apache-2.0
// Who runs the tasks of a runtime? Private to tasks/.
#pragma once

#include <arcas/tasks/task_home.h>

namespace arcas {

class task_scheduler;

task_scheduler& crew_at(pool& workers);
// Inline, so that only programs that spawn tasks need somebody who defines home_of_tasks().
inline task_scheduler& crew_of(runtime* asked) {
  return crew_at(home_of_tasks(asked));
}

}  // namespace arcas
