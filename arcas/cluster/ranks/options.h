// SPDX-License-Identifier: Apache-2.0
// Options of a cluster. The defaults suit most programs.
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
  // Bytes of address space of each rank for the global heap; memory is taken when it is touched. 0:
  // the memory of the host, or of its cgroup, divided by the number of ranks on the host; if hosts
  // differ, the smallest result.
  std::size_t heap_bytes = 0;
  // Bytes that a rank's packets may take, including the rings between ranks of a process, and
  // between processes that share memory. If packets for direct links to all ranks would take more,
  // messages travel over other ranks. If that does not suffice, packets become fewer and smaller
  // until they fit.
  std::size_t buffer_budget = std::size_t{64} << 20;
  // Maximum number of hops of a message, 1 to 3; 0: the smallest number that the budget allows.
  unsigned hops = 0;

  // Number of ranks of a process, each with a thread; the same number in all processes. run.h
  // describes processes with several ranks.
  unsigned workers = 1;
  // If no rank makes progress for this number of nanoseconds, each rank reports what it waits for;
  // 0: never, and no deadlock is found.
  std::uint64_t watch_after = 30'000'000'000;
  // Nanoseconds that a rank may leave the watch without an answer before the job ends; 0: no limit.
  std::uint64_t patience = 0;
  // Whether a rank that has nothing to do until a message arrives waits for the message inside MPI,
  // as a simulation of MPI requires. If true, the watch is off.
  bool wait_in_network = false;
  // Whether processes of a host exchange packets through shared memory, if the system allows it.
  // Otherwise they use MPI, as between hosts.
  bool share_memory = true;
  // Whether idle ranks steal movable tasks (spawn_anywhere).
  bool stealing = true;
  // Whether conflicting views are refused; this costs an additional message for some views.
  bool check_views = false;
  // Whether each access to the global memory is checked against the live allocations. This is for
  // finding errors: each access costs a look-up, and each allocation a message to all ranks.
  bool check_memory = false;
  // Files in JSON; empty: none. The diagnosis of rank r is written to PREFIX.r.json, where PREFIX
  // is diagnosis_prefix. The counts of all ranks are written to metrics_file at the end.
  std::string diagnosis_prefix;
  std::string metrics_file;
  // File for the job's timeline, for ui.perfetto.dev; empty: none. Each rank records at most
  // trace_events events, of 48 bytes each; later ones are lost, and counted.
  std::string trace_file;
  std::size_t trace_events = std::size_t{1} << 20;
  // Whether rank 0 prints at the end what each rank has done and waited for.
  bool statistics = false;

  // These options with the values of the variables that are set. All other members can only be set
  // by programs.
  //   ARCAS_CLUSTER_WORKERS   workers; not set: ARCAS_WORKERS
  //   ARCAS_CLUSTER_BUFFERS   buffer_budget, in bytes
  //   ARCAS_CLUSTER_HEAP      heap_bytes
  //   ARCAS_CLUSTER_STACK     tasks.stack_bytes
  //   ARCAS_CLUSTER_TASKS     tasks.most_tasks; tasks.tasks is lowered to it
  //   ARCAS_CLUSTER_WATCH     watch_after, in seconds
  //   ARCAS_CLUSTER_PATIENCE  patience, in seconds
  //   ARCAS_CLUSTER_METRICS   metrics_file
  //   ARCAS_CLUSTER_TRACE     trace_file
  //   ARCAS_CLUSTER_SHARE_MEMORY    share_memory: 0 or 1
  //   ARCAS_CLUSTER_STATS     statistics: 0 or 1
  //   ARCAS_CLUSTER_CHECK     check_memory: 0 or 1
  // Throws std::invalid_argument, which names the variable, its value and the allowed values.
  cluster_options with_environment() const;
  // measures(): whether ranks measure where their time goes. events_to_record(): the maximum number
  // of events that each rank records.
  bool measures() const { return statistics || !trace_file.empty(); }
  std::size_t events_to_record() const { return trace_file.empty() ? 0 : trace_events; }
  // The value of heap_bytes if this host has `ranks_of_host` ranks.
  std::size_t heap_bytes_among(rank_id ranks_of_host) const;
  // These options, with routes and packets for which each rank of a job of `ranks` ranks keeps to
  // buffer_budget. Throws std::invalid_argument if there are no such routes and packets.
  cluster_options within_budget(rank_id ranks) const;
  // Maximum number of bytes of a rank's packets and rings, without long messages under way.
  std::size_t buffer_bytes(rank_id ranks) const;
};

}  // namespace arcas::inline v0::cluster
