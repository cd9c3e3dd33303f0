// SPDX-License-Identifier: Apache-2.0
// What does a rank wait for, and what has it done? The state of a rank at one moment, and its
// counts, as text or JSON.
#pragma once

#include <arcas/cluster/messages/outbox.h>
#include <arcas/cluster/stealing/stealing.h>
#include <arcas/cluster/tasks/scheduler.h>
#include <arcas/cluster/trace/rank_times.h>
#include <arcas/cluster/transport/carrier.h>
#include <arcas/cluster/transport/transport.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

// Packets of a rank that wait for credits of a peer.
struct backlog {
  rank_id peer;
  cluster::detail::lane lane;
  std::size_t packets;
};

struct rank_diagnosis {
  rank_id self = 0;
  rank_id ranks = 1;
  std::uint64_t now = 0;
  std::size_t tasks_begun = 0;
  std::size_t tasks_ready = 0;
  std::optional<detail::running_task> running;  // one of the begun tasks, not counted as ready
  std::size_t tasks_not_begun = 0;
  std::size_t requests_held = 0;  // packets of requests, held until there is room for answers
  std::size_t most_tasks = 0;     // limit of begun tasks if it keeps tasks from beginning; else 0
  bool lacks_stacks = false;      // whether the system sets that limit
  std::vector<detail::waiting_task> waiting;
  // An error message for each finish() whose body has thrown.
  std::vector<std::string> thrown;
  std::vector<backlog> backlogs;
};

// One line for the rank, and one for each group of tasks of the same function that wait in the same
// operation, with their number and the age of the oldest wait.
std::string as_text(const rank_diagnosis& d);
// One object, with an entry for each waiting task.
std::string as_json(const rank_diagnosis& d);

// Counts of a rank, which only grow. The counts of all ranks can be added.
struct rank_counts {
  detail::scheduler_counts tasks;
  detail::outbox_counts aggregated;
  detail::transport_counts sent;
  std::uint64_t messages_run = 0;
  std::uint64_t control_run = 0;  // how many of messages_run were on the control lane
  std::uint64_t waves = 0;
  detail::stealing_counts stolen;
  // Measured only with ARCAS_CLUSTER_STATS or ARCAS_CLUSTER_TRACE.
  detail::rank_times times;

  // Adds the counts; for most_begun and most_packets, takes the maximum.
  rank_counts& operator+=(const rank_counts& other);
};

// {"tasks_spawned": …, …}: the members of rank_counts and its parts. The fields that begin with ns
// are rank_times, in nanoseconds.
std::string as_json(const rank_counts& counts);
// {"ranks": [one object for each rank], "all": their sum}
std::string as_json(std::span<const rank_counts> counts);

namespace detail {

// Seconds, as a number with at most three significant digits.
std::string seconds(std::uint64_t nanoseconds);

// Sums over all ranks, which the watch (watchdog.h) computes. They do not count the messages of
// waves and of the watch itself, since these are also sent in an idle job.
struct watch_sums {
  std::uint64_t moved = 0;      // grows when a task runs, and when a message is sent or runs
  std::uint64_t under_way = 0;  // messages sent minus messages run; on one rank it may be negative
  std::uint64_t able = 0;       // number of ranks that may act even if no message arrives
};

// The interface of a rank for its watch.
class watched {
 public:
  virtual watch_sums sums() const = 0;
  virtual std::uint64_t moved() const = 0;  // the same as in sums()
  virtual rank_diagnosis diagnose() const = 0;
  // From now on, scope_table::waits_in_vain() considers only waves that begin after this call.
  virtual void mark_waves() = 0;

 protected:
  ~watched() = default;
};

}  // namespace detail

}  // namespace arcas::inline v0::cluster
