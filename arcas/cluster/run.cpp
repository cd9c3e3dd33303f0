// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/run.h>
#include <arcas/cluster/transport/mpi_carrier.h>

#include <cstdio>
#include <exception>

namespace arcas::cluster {

int run_job(int& argc, char**& argv, job main) {
  std::unique_ptr<carrier> network;
  try {
    network = start_mpi(argc, argv);
    const rank_id self = network->self();
    overflow_reporter reporter;
    rank r(*network, cluster_options::from_environment(), self == 0 ? std::move(main) : job());
    while (r.step()) {
    }
    return 0;
  } catch (const std::exception& e) {
    if (network) network->abort(e.what());
    std::fprintf(stderr, "arcas: %s\n", e.what());
    return 1;
  }
}

}  // namespace arcas::cluster
