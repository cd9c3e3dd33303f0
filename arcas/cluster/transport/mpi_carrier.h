// SPDX-License-Identifier: Apache-2.0
// Ranks as processes of one MPI job. Only one thread calls MPI, and only for point-to-point
// messages. Every message finds a posted receive, so MPI need not buffer any.
#pragma once

#include <arcas/cluster/transport/carrier.h>
#include <arcas/cluster/transport/host_memory.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Starts MPI, and ends it when the carrier is destroyed; once in a process. Throws
// std::runtime_error if that is impossible; its text is empty if another process reports the cause,
// which concerns all.
std::unique_ptr<carrier> start_mpi(int& argc, char**& argv);

// Called by all processes, before any packet. If settings of some processes differ from those of
// the first process, one of these throws std::runtime_error, which names a setting and both values;
// the others block until the job is ended.
void compare_with_first_process(std::span<const setting> own);

// The processes of the job on this host; the smallest of the values that the processes pass. All
// processes call these functions.
std::vector<rank_id> processes_of_host();
std::uint64_t least_of_processes(std::uint64_t value);

// Memory that the processes of this host share, `bytes` bytes for each, initially zero, in the
// order of processes_of_host(). It has no parts if a process is alone on its host, if one of the
// processes passes 0, or if the system does not let them open each other's parts. All processes
// call this.
host_memory share_with_host(std::size_t bytes);

// A carrier that uses `mpi`, but shared memory for packets between processes of a host, if these
// can share it: all of them do, or none. All processes call this, and then prepare() the carrier.
// `mpi` outlives it.
std::unique_ptr<carrier> with_memory_of_host(carrier& mpi, bool may_share);

// Whether this process may have other threads besides the one that calls MPI.
bool mpi_allows_threads();

}  // namespace arcas::inline v0::cluster::detail
