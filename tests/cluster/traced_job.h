// SPDX-License-Identifier: Apache-2.0
// A job whose timeline is read back, on virtual clusters and under mpirun.
#pragma once

#include "../base/perfetto_reader.h"

#include <arcas/cluster/transport/packet.h>

#include <cstdint>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::test {

// On each rank so many tasks call the next rank, so many updates go to random ranks, and so many steps
// are counted by the program's counter "steps".
inline constexpr std::uint64_t calls_a_rank = 20;
inline constexpr std::uint64_t updates_a_rank = 200;
inline constexpr std::uint64_t steps_a_rank = 7;
void traced_job();

// Bytes of a file.
std::string contents_of(const std::string& path);

// What is wrong with the timeline of traced_job() on so many ranks whose clocks are aligned within so many
// nanoseconds; one sentence each.
std::vector<std::string> faults_of_job(const perfetto_reader::trace& trace, rank_id ranks,
                                       std::uint64_t bound);

// "rank 2", for a track or one below it.
std::string rank_of(const perfetto_reader::trace& trace, std::uint64_t track);
// How many slices or instants of that name there are on tracks of that name; an empty name is any.
std::size_t events_on(const perfetto_reader::trace& trace, const std::string& track,
                      const std::string& part_of_name = "");

// The bound that a job has told, in nanoseconds: "clocks aligned to 1.5 us".
std::uint64_t told_bound(const std::string& told);

}  // namespace arcas::inline v0::cluster::test
