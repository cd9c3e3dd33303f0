// SPDX-License-Identifier: Apache-2.0
// The exchange of packets (exchange.h) over MPI. Each process has the number of ranks that
// ARCAS_CLUSTER_WORKERS states, each in a thread of its own:
//   mpirun -n PROCESSES mpi_exchange [in_pairs | one_is_refused]
// in_pairs: pairs of the processes of one host share memory, as if each pair were a host;
// one_is_refused: process 1 cannot open the files of the others, so no process shares.
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

// Of the memory that all processes of the host share, returns only the parts of this pair.
host_memory share_with_pair(rank_id self, std::size_t bytes) {
  const host_memory all = share_with_host(bytes);
  const std::size_t first = self / 2 * 2;
  host_memory pair{{}, self % 2};
  for (std::size_t p = first; p < std::min(first + 2, all.parts.size()); ++p) {
    pair.parts.push_back(all.parts[p]);
  }
  return pair;
}

void limit_files(rlim_t most) {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) throw std::runtime_error("no limit of files");
  limit.rlim_cur = most;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) throw std::runtime_error("files cannot be limited");
}

// During the call this process can open its own file, but not those of the others.
host_memory share_without_files(std::size_t bytes) {
  rlimit before;
  getrlimit(RLIMIT_NOFILE, &before);
  const int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (next < 0) throw std::runtime_error("no file can be opened");
  close(next);
  limit_files(static_cast<rlim_t>(next) + 1);
  host_memory none = share_with_host(bytes);
  limit_files(before.rlim_cur);
  return none;
}

std::unique_ptr<carrier> by_memory(carrier& mpi, std::string_view how, bool may_share) {
  const rank_id self = mpi.self();
  if (how == "in_pairs") {
    const rank_id first = self / 2 * 2;
    return std::make_unique<host_carrier>(
        mpi, std::vector<rank_id>{first, first + 1},
        [self](std::size_t bytes) { return share_with_pair(self, bytes); });
  }
  if (how == "one_is_refused") {
    return std::make_unique<host_carrier>(mpi, processes_of_host(), [self](std::size_t bytes) {
      return self == 1 ? share_without_files(bytes) : share_with_host(bytes);
    });
  }
  return with_memory_of_host(mpi, may_share);
}

}  // namespace

void run(carrier& mpi, std::string_view how) {
  const cluster_options options = cluster_options{}.with_environment();
  const bool has_neighbours = processes_of_host().size() > 1;
  const std::unique_ptr<carrier> network = by_memory(mpi, how, options.share_memory);
  if (options.workers == 1) {
    exchange_on(*network, 2000);
  } else {
    exchange_on_workers(*network, options.workers);
  }
  const bool should = options.share_memory && has_neighbours && how != "one_is_refused";
  if (network->shares_memory() == should) return;
  throw std::logic_error(should ? "the processes do not share memory"
                                : "the processes share memory and should not");
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
