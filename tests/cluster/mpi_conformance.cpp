// SPDX-License-Identifier: Apache-2.0
// The promises under mpirun, and the exchange of packets that they rest on:
//   mpirun -n RANKS mpi_conformance
#include "conformance.h"
#include "exchange.h"

#include <arcas/cluster/everywhere.h>
#include <arcas/cluster/run.h>

#include <cstdio>

int main(int argc, char** argv) {
  return arcas::cluster::run(argc, argv, [] {
    for (const auto& p : arcas::cluster::test::promises()) {
      p.body();
      std::printf("%s: kept on %u ranks\n", p.name, arcas::cluster::ranks());
    }
  });
}
