// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/diagnosis/watchdog.h>
#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>
#include <arcas/cluster/transport/mpi_carrier.h>
#include <arcas/cluster/worker_ranks.h>

#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arcas::cluster {

using namespace detail;
namespace {

// The job of rank 0, with what is written when all that it has begun has ended.
job with_metrics(job main, const std::string& path) {
  if (path.empty()) return main;
  return job([main = std::move(main), path]() mutable {
    finish([&main] { main(); });
    write_metrics(path);
  });
}

// Which rank is where depends on it.
void require_as_many_everywhere(unsigned workers) {
  if (said_by_all_processes(workers)) return;
  throw std::runtime_error(
      "processes have different numbers of workers, this one " + std::to_string(workers) +
      "; set ARCAS_CLUSTER_WORKERS, or ARCAS_WORKERS, to the same number for all");
}

}  // namespace

int run_job(int& argc, char**& argv, job main, const cluster_options& chosen) {
  std::unique_ptr<carrier> network;
  try {
    network = start_mpi(argc, argv);
    count_diagnosis_requests();
    const cluster_options options = chosen.with_environment();
    require_as_many_everywhere(options.workers);
    if (options.workers > 1 && !mpi_allows_threads()) {
      throw std::runtime_error(
          "this MPI allows no threads beside its own; set ARCAS_CLUSTER_WORKERS=1");
    }
    main = network->self() == 0 ? with_metrics(std::move(main), options.metrics_file) : job();
    if (options.workers == 1) {
      run_rank(*network, options, std::move(main), [] { return false; });
    } else {
      run_worker_ranks(*network, options, std::move(main));
    }
    return 0;
  } catch (const std::exception& e) {
    if (network) network->abort(e.what());
    std::fprintf(stderr, "arcas: %s\n", e.what());
    return 1;
  }
}

std::vector<rank_counts> gather_counts() {
  std::vector<future<rank_counts>> asked;
  for (rank_id r = 0; r < ranks(); ++r) {
    asked.push_back(future_call(r, [] { return here().counts(); }));
  }
  std::vector<rank_counts> counts;
  for (auto& f : asked) counts.push_back(f.get());
  return counts;
}

void write_metrics(const std::string& path) {
  const std::vector<rank_counts> counts = gather_counts();
  std::ofstream file(path);
  file << as_json(std::span<const rank_counts>(counts));
  if (!file.flush()) {
    throw std::runtime_error("the metrics cannot be written to " + path +
                             "; set ARCAS_CLUSTER_METRICS to a file that can be");
  }
}

}  // namespace arcas::cluster
