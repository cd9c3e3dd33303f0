// SPDX-License-Identifier: Apache-2.0
// The beginning of a program that runs on a cluster:
//
//   int main(int argc, char** argv) {
//     return arcas::cluster::run(argc, argv, [] { … });
//   }
//
// Every rank calls run(); the body runs once, as a task of rank 0, and the job is over when all
// that it has begun has ended. Started by mpirun; without it, on one rank.
//
// A process runs its rank, or its ranks: of several each is run by a worker of a loop runtime, all
// at the same time. What they share is the network between them (transport/process_network.h).
#pragma once

#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/ranks/options.h>
#include <arcas/cluster/tasks/job.h>

#include <string>
#include <utility>
#include <vector>

namespace arcas::inline v0::cluster {

namespace detail {
class carrier;
}

// 0 when all went well. A failure ends the whole job with a sentence and another exit status.
// ARCAS_CLUSTER_ variables come before `options`, which must be the same on all ranks.
int run_job(int& argc, char**& argv, job main, const cluster_options& options);

template <class F>
int run(int& argc, char**& argv, F&& f, const cluster_options& options = {}) {
  return run_job(argc, argv, job(std::forward<F>(f)), options);
}

// Runs options.workers ranks of the job on that many threads, of which the calling one is the
// first, until the job is over. `main` runs on the job's rank 0 and may be empty elsewhere. Throws
// std::runtime_error, which names the rank, for any std::exception that a rank of one worker ends
// with, and where the system refuses a thread; std::invalid_argument for an ARCAS_ variable that is
// out of range. Returns the sentence with which one of several ranks has ended the job, where
// abort() of `between` returns; else nothing.
std::string run_worker_ranks(detail::carrier& between, const cluster_options& options, job main);

// What each rank has done, in their order; asked for by one task.
std::vector<rank_counts> gather_counts();
// The same to a file, as JSON. Throws std::runtime_error where it cannot be written.
void write_metrics(const std::string& path);

}  // namespace arcas::inline v0::cluster
