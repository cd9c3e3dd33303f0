// SPDX-License-Identifier: Apache-2.0
// Runtimes on which tests run tasks, and a thread whose tasks go there.
#pragma once

#include <arcas/runtime/runtime.h>
#include <arcas/tasks/task_group.h>

#include <memory>

namespace arcas::inline v0::test {

// Two packages of cores with two hardware threads each, and `workers` workers on them.
inline std::unique_ptr<runtime> team_of(unsigned workers,
                                        wait_policy wait = wait_policy::adaptive) {
  settings s;
  s.topology = workers > 16 ? "pack:2 core:16 pu:2" : "pack:2 core:4 pu:2";
  s.pool.workers = workers;
  s.pool.wait = wait;
  return std::make_unique<runtime>(s);
}

// A runtime whose workers never sleep: for tests whose tasks wait for each other, for which Arcas
// gives no guarantee.
inline std::unique_ptr<runtime> wakeful_team_of(unsigned workers) {
  return team_of(workers, wait_policy::spin);
}

// Calls f() with its tasks on this runtime.
template <class F>
void on(runtime& team, F f) {
  task_group scope({.on = &team});
  f();
}

}  // namespace arcas::inline v0::test
