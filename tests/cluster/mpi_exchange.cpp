// SPDX-License-Identifier: Apache-2.0
// The exchange of packets (exchange.h) over MPI: mpirun -n RANKS mpi_exchange
#include "exchange.h"

#include <arcas/cluster/transport/mpi_carrier.h>

#include <cstdio>

int main(int argc, char** argv) {
  using namespace arcas::cluster;
  const auto network = start_mpi(argc, argv);
  try {
    test::exchange part(*network, {.packet_bytes = 1024, .credits = 3}, 2000, 1);
    while (part.step()) {
    }
    const std::uint64_t expected = (network->ranks() - 1) * lanes * 2000;
    if (part.received() != expected) throw std::logic_error("packets are missing");
    std::printf("rank %u: %llu packets in order\n", network->self(),
                static_cast<unsigned long long>(part.received()));
    return 0;
  } catch (const std::exception& e) {
    network->abort(e.what());
    return 1;
  }
}
