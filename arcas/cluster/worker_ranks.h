// SPDX-License-Identifier: Apache-2.0
// A process runs its rank, or its ranks: of several each is run by a worker of a loop runtime, all
// at the same time. What they share is the network between them (transport/process_network.h).
#pragma once

#include <arcas/cluster/ranks/rank.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace arcas::cluster {

// Runs the rank of that network until the job is over, or given_up(). Throws std::runtime_error,
// which names the rank, for any std::exception that it ends with.
template <class GivenUp>
void run_rank(detail::carrier& network, const cluster_options& options, job main,
              GivenUp given_up) {
  try {
    detail::overflow_reporter reporter;
    detail::rank r(network, options, std::move(main));
    while (!given_up() && r.step()) {
    }
  } catch (const std::exception& e) {
    throw std::runtime_error("rank " + std::to_string(network.self()) + ": " + e.what());
  }
}

// Runs options.workers ranks until the job is over, on that many threads, of which the calling one
// is the first. `main` runs on the job's rank 0 and may be empty elsewhere. Throws
// std::runtime_error where the system refuses a thread, std::invalid_argument for an ARCAS_
// variable that cannot be. Returns the sentence that a rank of this process has ended the job with,
// where abort() of `between` returns; else nothing.
std::string run_worker_ranks(detail::carrier& between, const cluster_options& options, job main);

}  // namespace arcas::cluster
