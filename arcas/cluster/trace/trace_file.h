// SPDX-License-Identifier: Apache-2.0
// A rank's events in the format of ui.perfetto.dev (arcas/base/perfetto.h). The concatenated bytes
// of all ranks are the file of the job: each rank has its own sequence and tracks. Times are those
// of rank 0's clock.
#pragma once

#include <arcas/cluster/trace/event_log.h>

#include <cstdint>
#include <string>

namespace arcas::inline v0::cluster::detail {

// The conversion of a rank's clock to rank 0's. The offset is known at two moments of the rank's
// clock, `first` and `last`; at other moments it is on the line through both.
struct clock_line {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::int64_t at_first = 0;
  std::int64_t at_last = 0;

  std::uint64_t of_first_rank(std::uint64_t at) const;
};

struct traced_rank {
  rank_id self = 0;
  std::string host;
  clock_line clock;
  std::uint64_t until = ~std::uint64_t{0};  // on rank 0's clock; later events are omitted
};

std::string as_perfetto(const event_log& events, const traced_rank& about);

// A readable name, of at most 160 bytes, for a task's name_of() (tasks/job.h) or a type's typeid
// name.
std::string short_name(const char* name);

}  // namespace arcas::inline v0::cluster::detail
