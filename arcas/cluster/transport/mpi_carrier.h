// SPDX-License-Identifier: Apache-2.0
// A carrier whose ranks are the processes of one MPI job. Only one thread calls MPI. While ranks
// run, it calls MPI only for point-to-point messages. Every message finds a posted receive, so MPI
// need not buffer any.
#pragma once

#include <arcas/cluster/transport/carrier.h>
#include <arcas/cluster/transport/host_memory.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// Starts MPI, once in a process; the destructor of the carrier ends MPI. Throws std::runtime_error
// if MPI cannot be started. The text of the error is empty if another process reports the error.
std::unique_ptr<carrier> start_mpi(int& argc, char**& argv);

// Called by all processes, before any packet. If settings of some processes differ from those of
// the first process, one of the processes that differ throws std::runtime_error, which names a
// setting and its two values. All other processes block until the job is ended.
void compare_with_first_process(std::span<const setting> own);

// The processes of the job on this host. All processes call this.
std::vector<rank_id> processes_of_host();
// The smallest of the values that the processes of the job pass. All processes call this.
std::uint64_t least_of_processes(std::uint64_t value);

// Memory that the processes of this host share, `bytes` bytes for each, initially zero, in the
// order of processes_of_host(). The result has no parts if a process is alone on its host, if one
// of the processes passes 0, or if the system does not let them open each other's parts. All
// processes call this.
host_memory share_with_host(std::size_t bytes);

// A carrier that sends packets between processes of a host through memory that they share, and all
// else by `mpi`. If one process of a host passes may_share = false or cannot share memory, no
// process of that host shares memory. All processes call this, and then prepare() of the result.
// `mpi` must outlive the result.
std::unique_ptr<carrier> with_memory_of_host(carrier& mpi, bool may_share);

// Whether this process may have other threads besides the one that calls MPI.
bool mpi_allows_threads();

}  // namespace arcas::inline v0::cluster::detail
