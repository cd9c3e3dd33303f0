// SPDX-License-Identifier: Apache-2.0
// Has the user asked what goes on? By SIGUSR2, which mpirun passes on to all ranks. The disposition
// of a signal belongs to the process, so that the count of requests is a state outside of a rank.
#pragma once

#include <cstdint>

namespace arcas::cluster {

// Signals that have come since the process began.
std::uint64_t diagnosis_requests();
// From now on SIGUSR2 is counted, unless the program has use for it.
void count_diagnosis_requests();

}  // namespace arcas::cluster
