// SPDX-License-Identifier: Apache-2.0
// A rank's events as ui.perfetto.dev reads them (arcas/base/perfetto.h). The ranks' bytes, one behind the
// other, are the file of the job: each rank has a sequence, and tracks, of its own. Times are those of
// rank 0's clock.
#pragma once

#include <arcas/cluster/trace/event_log.h>

#include <cstdint>
#include <string>

namespace arcas::inline v0::cluster::detail {

// How a rank's clock becomes rank 0's: what is to be added to it at two of its moments, and on a
// line through both at others.
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
  std::uint64_t until = ~std::uint64_t{0};  // on rank 0's clock; later events are left out
};

std::string as_perfetto(const event_log& events, const traced_rank& about);

// For a reader: the name of a task as name_of() (tasks/job.h) has it, or a type's as typeid has it. Some
// hundred bytes of it at most.
std::string short_name(const char* name);

}  // namespace arcas::inline v0::cluster::detail
