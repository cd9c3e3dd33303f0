// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/mpi_time.h>

#include <mpi.h>
#include <unistd.h>

#include <algorithm>

namespace arcas::cluster {
namespace {

// Simulated microseconds of a wait: twice as long each time, so that ranks without work cost the
// simulation little.
constexpr unsigned longest_wait = 1024;
constexpr unsigned most_doublings = 10;

}  // namespace

std::uint64_t mpi_now() {
  return static_cast<std::uint64_t>(MPI_Wtime() * 1e9);
}

// SMPI's compiler makes usleep() a wait of the simulation.
void mpi_wait(unsigned calls) {
  usleep(std::min(longest_wait, 1u << std::min(calls, most_doublings)));
}

}  // namespace arcas::cluster
