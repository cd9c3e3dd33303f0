// SPDX-License-Identifier: Apache-2.0
// The exchange of packets (exchange.h) over MPI, with as many ranks a process, each in a thread of
// its own, as ARCAS_CLUSTER_WORKERS says: mpirun -n PROCESSES mpi_exchange
#include "exchange.h"

#include <arcas/cluster/ranks/options.h>
#include <arcas/cluster/transport/mpi_carrier.h>
#include <arcas/cluster/transport/process_network.h>

#include <cstdio>
#include <thread>
#include <vector>

namespace arcas::inline v0::cluster::test {

using namespace detail;
namespace {

void exchange_on(carrier& network, std::uint64_t packets) {
  exchange part(network, {.packet_bytes = 1024, .credits = 3}, packets, 1);
  while (part.step()) {
  }
  if (part.received() != (network.ranks() - 1) * lanes * packets)
    throw std::logic_error("packets are missing");
  std::printf("rank %u: %llu packets in order\n", network.self(),
              static_cast<unsigned long long>(part.received()));
}

void exchange_on_workers(carrier& between, unsigned workers) {
  process_network network(between, workers);
  const auto run_worker = [&network](unsigned worker) {
    try {
      exchange_on(network.port(worker), 500);
    } catch (const std::exception& e) {
      network.port(worker).abort(e.what());
    }
    network.leave(worker);
  };
  std::vector<std::jthread> others;
  for (unsigned w = 1; w < workers; ++w) others.emplace_back(run_worker, w);
  run_worker(0);
}

}  // namespace
}  // namespace arcas::inline v0::cluster::test

int main(int argc, char** argv) {
  using namespace arcas::cluster;
  const auto network = arcas::cluster::detail::start_mpi(argc, argv);
  try {
    const cluster_options options = cluster_options{}.with_environment();
    const auto by_memory =
        arcas::cluster::detail::with_memory_of_host(*network, options.share_memory);
    if (options.workers == 1) {
      test::exchange_on(*by_memory, 2000);
    } else {
      test::exchange_on_workers(*by_memory, options.workers);
    }
    if (by_memory->shares_memory() != (options.share_memory && network->ranks() > 1)) {
      throw std::logic_error("processes of one host share no memory, or those that should not do");
    }
    return 0;
  } catch (const std::exception& e) {
    network->abort(e.what());
    return 1;
  }
}
