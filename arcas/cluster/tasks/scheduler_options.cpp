// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/tasks/scheduler.h>

#include <algorithm>

namespace arcas::inline v0::cluster::detail {
namespace {

// Maximum number of stacks in a process. Each takes two of the 65,530 mappings that Linux allows; a
// quarter of the mappings remains for the heap, MPI and libraries.
constexpr std::size_t stacks_a_process = 24'000;

}  // namespace

scheduler_options scheduler_options::shared_by(std::size_t schedulers) const {
  const std::size_t share = std::max<std::size_t>(1, stacks_a_process / schedulers);
  scheduler_options each = *this;
  each.tasks = std::min(tasks, share);
  each.most_tasks = std::min(most_tasks, share);
  return each;
}

}  // namespace arcas::inline v0::cluster::detail
