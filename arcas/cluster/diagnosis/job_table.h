// SPDX-License-Identifier: Apache-2.0
// The table at the end of a job (ARCAS_CLUSTER_STATS): the parts of each rank's time, its counts,
// and the operations in which tasks have waited.
#pragma once

#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/trace/rank_trace.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// The waits of a rank's tasks in one operation: their number and their total duration.
struct wait_sum {
  std::string operation;
  std::uint64_t tasks = 0;
  std::uint64_t nanoseconds = 0;

  template <class Archive>
  void serialize(Archive& a) {
    a(operation, tasks, nanoseconds);
  }
};

struct rank_report {
  rank_counts counts;
  std::string host;
  std::vector<wait_sum> waits;
  std::vector<std::pair<std::string, std::uint64_t>> counters;  // the program's named_counters

  template <class Archive>
  void serialize(Archive& a) {
    a(counts, host, waits, counters);
  }
};

// The sums by operation; operations with equal names count as one.
std::vector<wait_sum> wait_sums(const std::vector<operation_wait>& waits);

std::string table_of_job(std::span<const rank_report> ranks);

}  // namespace arcas::inline v0::cluster::detail
