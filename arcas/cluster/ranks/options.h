// SPDX-License-Identifier: Apache-2.0
// What a program may choose about its cluster; the defaults are meant to be kept.
#pragma once

#include <arcas/cluster/messages/outbox.h>
#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/transport/transport.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace arcas::inline v0::cluster {

struct cluster_options {
  detail::transport_options transport;
  detail::outbox_options outbox;
  detail::scheduler_options tasks;
  // Of each rank's memory, for the global heap: address space, memory is taken as it is touched.
  // 0: what the host has, or its cgroup allows, divided among the ranks of the host; of hosts that
  // differ, the least.
  std::size_t heap_bytes = 0;
  // What a rank's packets may take, with the rings in which ranks of a process hand them over.
  // Where those for all ranks would take more, messages go by other ranks, and then packets become
  // fewer and smaller until they fit.
  std::size_t buffer_budget = std::size_t{64} << 20;
  // Hops that a message may need, 1 to 3; 0: as few as the budget allows.
  unsigned hops = 0;

  // Ranks of a process, each of which has a thread; the same in all processes. More than one: see
  // run.h.
  unsigned workers = 1;
  // Nanoseconds without progress on any rank, after which each says what it waits for; 0: never, and
  // a deadlock is not found either.
  std::uint64_t watch_after = 30'000'000'000;
  // Nanoseconds that a rank may leave the watch without an answer before the job ends; 0: any.
  std::uint64_t patience = 0;
  // Whether a rank that only a message can move waits inside MPI for it, which is what a simulation
  // of MPI wants; there is no watch then.
  bool wait_in_network = false;
  // Whether processes of a host exchange packets through memory that they share, where the system lets them; else by
  // MPI, as between hosts.
  bool share_memory = true;
  // Whether tasks that may run anywhere leave for ranks that have none.
  bool stealing = true;
  // Whether views that conflict are looked for, at the price of a message more for some.
  bool check_views = false;
  // Whether accesses to the global memory are checked: each must be within an allocation that is there. For finding
  // errors, since each is looked up, and each allocation is told to all ranks.
  bool check_memory = false;
  // Files that what ranks say, and their counts at the end, are written to as JSON; empty: none.
  std::string diagnosis_prefix;
  std::string metrics_file;
  // File of the job's timeline for ui.perfetto.dev; empty: none. Of each rank so many events at most,
  // of 48 bytes; the later ones are lost, and counted.
  std::string trace_file;
  std::size_t trace_events = std::size_t{1} << 20;
  // Whether rank 0 prints at the end what each rank has done and waited for.
  bool statistics = false;

  // The same with what these variables say, where they are set; others are for programs to choose.
  //   ARCAS_CLUSTER_WORKERS   workers; not set: ARCAS_WORKERS
  //   ARCAS_CLUSTER_BUFFERS   buffer_budget, in bytes
  //   ARCAS_CLUSTER_HEAP      heap_bytes
  //   ARCAS_CLUSTER_STACK     tasks.stack_bytes
  //   ARCAS_CLUSTER_TASKS     tasks.most_tasks; tasks.tasks is no more
  //   ARCAS_CLUSTER_WATCH     watch_after, in seconds
  //   ARCAS_CLUSTER_PATIENCE  patience, in seconds
  //   ARCAS_CLUSTER_METRICS   metrics_file
  //   ARCAS_CLUSTER_TRACE     trace_file
  //   ARCAS_CLUSTER_SHARE_MEMORY    share_memory: 0 or 1
  //   ARCAS_CLUSTER_STATS     statistics: 0 or 1
  //   ARCAS_CLUSTER_CHECK     check_memory: 0 or 1
  // Throws std::invalid_argument with a sentence naming the variable, its value and the legal ones.
  cluster_options with_environment() const;
  // Whether ranks measure where their time goes, and how many events each records.
  bool measures() const { return statistics || !trace_file.empty(); }
  std::size_t events_to_record() const { return trace_file.empty() ? 0 : trace_events; }
  // What heap_bytes is among that many ranks of this host.
  std::size_t heap_bytes_among(rank_id ranks_of_host) const;
  // The same with routes and packets that keep to the budget among that many ranks. Throws
  // std::invalid_argument where that is not possible.
  cluster_options within_budget(rank_id ranks) const;
  // Bytes that packets and rings take in a rank at most, as far as no long message is on its way.
  std::size_t buffer_bytes(rank_id ranks) const;
};

}  // namespace arcas::inline v0::cluster
