// SPDX-License-Identifier: Apache-2.0
// What does a rank wait for? As it is at one moment, for the user who wants to know why nothing
// goes on: in lines, or as JSON.
#pragma once

#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/transport/carrier.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace arcas::cluster {

// Packets that wait here for credits of a peer.
struct backlog {
  rank_id peer;
  cluster::lane lane;
  std::size_t packets;
};

struct rank_diagnosis {
  rank_id self = 0;
  rank_id ranks = 1;
  std::uint64_t now = 0;
  std::size_t tasks_begun = 0;
  std::size_t tasks_ready = 0;
  std::size_t tasks_not_begun = 0;
  std::size_t requests_held = 0;  // packets of requests whose answers find no room
  std::vector<waiting_task> waiting;
  std::vector<backlog> backlogs;
};

// One line for the rank; one for all tasks that wait for the same, with their number and the age of
// the oldest.
std::string as_text(const rank_diagnosis& d);
// One object; each task that waits by itself.
std::string as_json(const rank_diagnosis& d);

}  // namespace arcas::cluster
