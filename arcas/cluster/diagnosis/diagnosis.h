// SPDX-License-Identifier: Apache-2.0
// What does a rank wait for, and what has it done? As it is at one moment, in lines or as JSON.
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

// Packets that wait here for credits of a peer.
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
  std::optional<detail::running_task> running;  // of them, and not among the ready ones
  std::size_t tasks_not_begun = 0;
  std::size_t requests_held = 0;  // packets of requests whose answers find no room
  std::size_t most_tasks = 0;     // as many are begun, which keeps others from it; 0: nothing does
  bool lacks_stacks = false;      // that bound is the system's
  std::vector<detail::waiting_task> waiting;
  // Sentences on bodies of finish() that have ended by an exception.
  std::vector<std::string> thrown;
  std::vector<backlog> backlogs;
};

// One line for the rank; one for all tasks of one function that wait for the same, with their number
// and the age of the oldest.
std::string as_text(const rank_diagnosis& d);
// One object; each task that waits by itself.
std::string as_json(const rank_diagnosis& d);

// What has a rank done? Counts that only grow; those of all ranks add up.
struct rank_counts {
  detail::scheduler_counts tasks;
  detail::outbox_counts aggregated;
  detail::transport_counts sent;
  std::uint64_t messages_run = 0;
  std::uint64_t control_run = 0;  // of these, what ranks say to each other about the job itself
  std::uint64_t waves = 0;
  detail::stealing_counts stolen;
  // Measured with ARCAS_CLUSTER_STATS or ARCAS_CLUSTER_TRACE only.
  detail::rank_times times;

  // Sums; of most_begun the greater.
  rank_counts& operator+=(const rank_counts& other);
};

// {"tasks_spawned": …, …}
std::string as_json(const rank_counts& counts);
// {"ranks": [one object each], "all": their sum}
std::string as_json(std::span<const rank_counts> counts);

namespace detail {

// So many, as a number of three digits.
std::string seconds(std::uint64_t nanoseconds);

// What the watch adds up over the ranks. Messages are all but those that go round also where nothing
// goes on: those of waves, and of the watch.
struct watch_sums {
  std::uint64_t moved = 0;      // grows whenever a task runs, or a message is sent or runs
  std::uint64_t under_way = 0;  // messages sent less those run; below 0 on some, modulo 2^64
  std::uint64_t able = 0;       // ranks that may go on although nothing comes
};

// A rank, as its watch sees it.
class watched {
 public:
  virtual watch_sums sums() const = 0;
  virtual std::uint64_t moved() const = 0;  // that of sums()
  virtual rank_diagnosis diagnose() const = 0;
  // From here on, waves are asked for that find activities left (scope_table::mark_waves).
  virtual void mark_waves() = 0;

 protected:
  ~watched() = default;
};

}  // namespace detail

}  // namespace arcas::inline v0::cluster
