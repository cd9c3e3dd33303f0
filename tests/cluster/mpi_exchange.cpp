// SPDX-License-Identifier: Apache-2.0
// The exchange of packets (exchange.h) over MPI, with as many ranks a process, each in a thread of
// its own, as ARCAS_CLUSTER_WORKERS says: mpirun -n PROCESSES mpi_exchange [in_pairs | one_is_refused]
// in_pairs: two processes share memory, as if they had a host for themselves; one_is_refused: process 1 may open no file, so that none shares.
#include "exchange.h"

#include <arcas/cluster/ranks/options.h>
#include <arcas/cluster/transport/host_carrier.h>
#include <arcas/cluster/transport/mpi_carrier.h>
#include <arcas/cluster/transport/process_network.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string_view>
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

std::unique_ptr<carrier> with_memory_of_pair(carrier& mpi) {
  const rank_id first = mpi.self() / 2 * 2;
  std::vector<rank_id> pair{first};
  if (first + 1 < mpi.ranks()) pair.push_back(first + 1);
  return std::make_unique<host_carrier>(mpi, pair, [first](std::size_t bytes) {
    host_memory all = share_with_host(bytes);
    host_memory own{{}, all.own - first};
    for (std::size_t p = first; p < std::min<std::size_t>(first + 2, all.parts.size()); ++p) {
      own.parts.push_back(all.parts[p]);
    }
    return own;
  });
}

// After a file of its own this process opens no other.
void refuse_files() {
  const int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
  close(next);
  rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = static_cast<rlim_t>(next) + 1;
  setrlimit(RLIMIT_NOFILE, &limit);
}

std::unique_ptr<carrier> by_memory(carrier& mpi, std::string_view how, bool may_share) {
  if (how == "in_pairs") return with_memory_of_pair(mpi);
  if (how == "one_is_refused" && mpi.self() == 1) refuse_files();
  return with_memory_of_host(mpi, may_share);
}

}  // namespace

void run(carrier& mpi, std::string_view how) {
  const cluster_options options = cluster_options{}.with_environment();
  const std::unique_ptr<carrier> network = by_memory(mpi, how, options.share_memory);
  if (options.workers == 1) {
    exchange_on(*network, 2000);
  } else {
    exchange_on_workers(*network, options.workers);
  }
  const bool shares = options.share_memory && mpi.ranks() > 1 && how != "one_is_refused";
  if (network->shares_memory() != shares) {
    throw std::logic_error("processes share no memory, or those that should not do");
  }
}

}  // namespace arcas::inline v0::cluster::test

int main(int argc, char** argv) {
  const auto mpi = arcas::cluster::detail::start_mpi(argc, argv);
  try {
    arcas::cluster::test::run(*mpi, argc > 1 ? argv[1] : "");
    return 0;
  } catch (const std::exception& e) {
    mpi->abort(e.what());
    return 1;
  }
}
