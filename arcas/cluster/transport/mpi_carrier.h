// SPDX-License-Identifier: Apache-2.0
// Ranks as processes of one MPI job. MPI is asked for point-to-point messages only, by one thread;
// every message finds a posted receive, so that nothing piles up inside MPI.
#pragma once

#include <arcas/cluster/transport/carrier.h>
#include <arcas/cluster/transport/host_memory.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Starts MPI, and ends it when destroyed; once in a process. Throws std::runtime_error where that
// is not possible; without a sentence, where another process has one that is about all.
std::unique_ptr<carrier> start_mpi(int& argc, char**& argv);

// All processes call this, before any packet. Of those whose settings are not those of the first
// one throws std::runtime_error, which says which and both values; the others wait for the end.
void compare_with_first_process(std::span<const setting> own);

// The processes of the job that are on this host; the least of what each process gives. All
// processes call these.
std::vector<rank_id> processes_of_host();
std::uint64_t least_of_processes(std::uint64_t value);

// Memory that the processes of this host share, of so many bytes for each, all zero at first; in the order of
// processes_of_host(). No parts where a process is alone on its host, where one of them gives no bytes, or where the
// system does not let them see each other's. All processes call this.
host_memory share_with_host(std::size_t bytes);

// `mpi`, but that packets between processes of a host go through memory, where they may share it: the same on all of them,
// else nowhere on this host. All processes call this, and then prepare() it. `mpi` outlives it.
std::unique_ptr<carrier> with_memory_of_host(carrier& mpi, bool may_share);

// Whether this process may have threads besides the one that calls MPI.
bool mpi_allows_threads();

}  // namespace arcas::inline v0::cluster::detail
