// SPDX-License-Identifier: Apache-2.0
// Where tasks/ finds the workers of a runtime.
#include <arcas/loops/runtime.h>
#include <arcas/tasks/task_home.h>

namespace arcas {

pool& home_of_tasks(runtime* asked) {
  return (asked ? *asked : runtime::current()).workers_pool();
}

}  // namespace arcas
