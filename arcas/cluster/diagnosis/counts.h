// SPDX-License-Identifier: Apache-2.0
// What has a rank done? Counts that only grow; those of all ranks add up.
#pragma once

#include <arcas/cluster/aggregator/outbox.h>
#include <arcas/cluster/stealing/stealing.h>
#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/transport/transport.h>

#include <cstdint>
#include <span>
#include <string>

namespace arcas::cluster {

struct rank_counts {
  scheduler_counts tasks;
  outbox_counts aggregated;
  transport_counts sent;
  std::uint64_t messages_run = 0;
  std::uint64_t control_run = 0;  // of these, what ranks say to each other about the job itself
  std::uint64_t waves = 0;
  stealing_counts stolen;

  // Sums; of most_begun the greater.
  rank_counts& operator+=(const rank_counts& other);
};

// {"tasks_spawned": …, …}
std::string as_json(const rank_counts& counts);
// {"ranks": [one object each], "all": their sum}
std::string as_json(std::span<const rank_counts> counts);

}  // namespace arcas::cluster
