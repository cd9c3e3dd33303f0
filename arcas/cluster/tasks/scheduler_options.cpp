// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/tasks/scheduler.h>

#include <algorithm>

namespace arcas::inline v0::cluster::detail {
namespace {

constexpr std::size_t tasks_at_once = 1024;
// Of 16 bytes.
constexpr std::size_t requests_a_packet = 256;
// Stacks that the tasks of a process are given room for: two mappings each, of 65,530 on Linux,
// which leaves a quarter to the heap, to MPI and to libraries.
constexpr std::size_t stacks_a_process = 24'000;

}  // namespace

scheduler_options scheduler_options::among(std::size_t ranks, bool all_near) const {
  scheduler_options chosen = *this;
  if (tasks != 0) return chosen;
  const std::size_t others = std::max<std::size_t>(ranks, 2) - 1;
  const std::size_t enough = all_near ? others * requests_a_packet : tasks_at_once;
  chosen.tasks = std::min({enough, tasks_at_once, most_tasks});
  return chosen;
}

scheduler_options scheduler_options::shared_by(std::size_t schedulers) const {
  const std::size_t share = std::max<std::size_t>(1, stacks_a_process / schedulers);
  scheduler_options each = *this;
  each.tasks = std::min(tasks, share);
  each.most_tasks = std::min(most_tasks, share);
  return each;
}

}  // namespace arcas::inline v0::cluster::detail
