// SPDX-License-Identifier: Apache-2.0
// The ranks of a process that has several: each is run by a worker of a loop runtime, all at the
// same time. What they share is the network between them (transport/process_network.h).
#pragma once

#include <arcas/cluster/rank.h>

#include <string>

namespace arcas::cluster {

// Runs options.workers ranks until the job is over, on that many threads, of which the calling one
// is the first. `main` runs on the job's rank 0 and may be empty elsewhere. Throws
// std::runtime_error where the system refuses a thread, std::invalid_argument for an ARCAS_
// variable that cannot be. Returns the sentence that a rank of this process has ended the job with,
// where abort() of `between` returns; else nothing.
std::string run_worker_ranks(carrier& between, const cluster_options& options, job main);

}  // namespace arcas::cluster
