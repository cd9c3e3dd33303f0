// SPDX-License-Identifier: Apache-2.0
// Who says that a process has been killed, which it cannot do itself? Its neighbours: the processes of
// the job on its host. Each shows in memory that they share who it is, what it runs, and whether it has
// said why it ends. README.md, «Neighbours», has the steps. What is shared belongs to the process, as
// MPI does, so that this is a state outside of a rank.
#pragma once

#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/transport/packet.h>

namespace arcas::inline v0::cluster::detail {

// While it lives, the neighbours see this process, which runs so many of all ranks, from `first` on.
// All processes make one, once, after MPI has started and before their ranks; none on a process
// without neighbours.
class seen_by_neighbours {
 public:
  seen_by_neighbours(rank_id first, unsigned workers, rank_id ranks);
  ~seen_by_neighbours();
  seen_by_neighbours(const seen_by_neighbours&) = delete;
  seen_by_neighbours& operator=(const seen_by_neighbours&) = delete;
};

// Where that rank of this process shows its tasks; null where nobody looks.
shown_tasks* tasks_shown_of(rank_id rank);

// The launcher is about to end the job, or ends it, and this process with it, which says nothing more: the first process
// of a host that comes here writes a line about each neighbour that has ended without one. May be
// called in a signal handler.
void launcher_warns();
void launcher_ends();

}  // namespace arcas::inline v0::cluster::detail
