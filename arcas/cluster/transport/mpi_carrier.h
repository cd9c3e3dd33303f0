// SPDX-License-Identifier: Apache-2.0
// Ranks as processes of one MPI job. MPI is asked for point-to-point messages only, by one thread;
// every message finds a posted receive, so that nothing piles up inside MPI.
#pragma once

#include <arcas/cluster/transport/carrier.h>

#include <memory>

namespace arcas::inline v0::cluster::detail {

// Starts MPI, and ends it when destroyed; once in a process. Throws std::runtime_error where that
// is not possible.
std::unique_ptr<carrier> start_mpi(int& argc, char**& argv);

// Whether all processes that have called this, which all must before any packet, have said the
// same.
bool said_by_all_processes(unsigned figure);

// Whether this process may have threads besides the one that calls MPI.
bool mpi_allows_threads();

}  // namespace arcas::inline v0::cluster::detail
