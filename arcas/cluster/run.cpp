// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/metrics.h>
#include <arcas/cluster/diagnosis/signal.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/tasks.h>
#include <arcas/cluster/transport/mpi_carrier.h>

#include <cstdio>
#include <exception>

namespace arcas::cluster {
namespace {

// The job of rank 0, with what is written when all that it has begun has ended.
job with_metrics(job main, const std::string& path) {
  if (path.empty()) return main;
  return job([main = std::move(main), path]() mutable {
    finish([&main] { main(); });
    write_metrics(path);
  });
}

}  // namespace

int run_job(int& argc, char**& argv, job main) {
  std::unique_ptr<carrier> network;
  try {
    network = start_mpi(argc, argv);
    const rank_id self = network->self();
    overflow_reporter reporter;
    count_diagnosis_requests();
    const cluster_options options = cluster_options::from_environment();
    rank r(*network, options,
           self == 0 ? with_metrics(std::move(main), options.metrics_file) : job());
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
