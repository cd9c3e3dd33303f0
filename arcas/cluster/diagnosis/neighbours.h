// SPDX-License-Identifier: Apache-2.0
// Who reports that a process has been killed? A killed process cannot report this itself, so its
// neighbours do. The neighbours of a process are the other processes of the job on the same host.
// In shared memory, each process shows its ranks, its running tasks, and whether it has reported
// why it ends. README.md, «Neighbours», has the steps. The shared memory belongs to the process, as
// MPI does, so this state is not part of a rank.
#pragma once

#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/transport/packet.h>

namespace arcas::inline v0::cluster::detail {

// While this object lives, the neighbours see this process, which runs `workers` of the `ranks`
// ranks, from `first` on. Every process makes one such object, once, after MPI has started and
// before its ranks. A process without neighbours shows nothing.
class seen_by_neighbours {
 public:
  seen_by_neighbours(rank_id first, unsigned workers, rank_id ranks);
  ~seen_by_neighbours();
  seen_by_neighbours(const seen_by_neighbours&) = delete;
  seen_by_neighbours& operator=(const seen_by_neighbours&) = delete;
};

// The place where this rank of the process shows its tasks; null if there are no neighbours.
shown_tasks* tasks_shown_of(rank_id rank);

// launcher_warns(): the launcher is about to end the job. launcher_ends(): the launcher ends the
// job, and with the job this process, which needs no report of its own. The first process of a host
// that calls one of these functions writes a line about each neighbour that has ended without a
// report. If all processes of the job are on this host and none has failed, the first process that
// calls launcher_ends() writes a line, too. May be called in a signal handler.
void launcher_warns();
void launcher_ends();

}  // namespace arcas::inline v0::cluster::detail
