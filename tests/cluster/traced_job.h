// SPDX-License-Identifier: Apache-2.0
// A job whose timeline is read back, on virtual clusters and under mpirun.
#pragma once

#include "../base/perfetto_reader.h"

#include <arcas/cluster/transport/packet.h>

#include <cstdint>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::test {

// The counts on each rank: tasks that call the next rank, updates to random ranks, and steps of the
// program's counter "steps".
inline constexpr std::uint64_t calls_a_rank = 20;
inline constexpr std::uint64_t updates_a_rank = 200;
inline constexpr std::uint64_t steps_a_rank = 7;
void traced_job();

std::string contents_of(const std::string& path);

// The errors in the timeline of traced_job() on `ranks` ranks whose clocks are aligned within
// `bound` nanoseconds, one text each.
std::vector<std::string> faults_of_job(const perfetto_reader::trace& trace, rank_id ranks,
                                       std::uint64_t bound);

// A text such as "rank 2", for the track of a rank or a track below it.
std::string rank_of(const perfetto_reader::trace& trace, std::uint64_t track);
// The number of slices or instants with this name on tracks with that name; an empty name matches
// all.
std::size_t events_on(const perfetto_reader::trace& trace, const std::string& track,
                      const std::string& part_of_name = "");

// The greatest error of the clocks, in nanoseconds, in a text such as "clocks aligned to 1.5 us".
std::uint64_t told_bound(const std::string& told);

}  // namespace arcas::inline v0::cluster::test
