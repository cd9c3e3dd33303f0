// SPDX-License-Identifier: Apache-2.0
// What time is it, and how does a rank wait? On a machine by its clock, and by lending the processor
// to other ranks (mpi_time_real.cpp); where SimGrid's SMPI runs all ranks as threads of one
// simulation, one at a time, by the clock of the simulation, which goes on only as they wait
// (mpi_time_simulated.cpp). The program is linked with one of the two.
#pragma once

#include <cstdint>

namespace arcas::cluster {

// Nanoseconds since some beginning.
std::uint64_t mpi_now();
// There has been nothing to do for this many calls in a row.
void mpi_wait(unsigned calls);

}  // namespace arcas::cluster
