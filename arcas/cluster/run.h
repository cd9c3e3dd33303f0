// SPDX-License-Identifier: Apache-2.0
// The start of a program that runs on a cluster:
//
//   int main(int argc, char** argv) {
//     return arcas::cluster::run(argc, argv, [] { … });
//   }
//
// Every rank calls run(). The body runs once, as a task of rank 0, and the job ends when everything
// that the body started has ended. mpirun starts the ranks; without mpirun there is one rank.
//
// A process runs one rank or several. Of several ranks, each is run by one worker of a loop
// runtime, all at the same time; they share only the network between them
// (transport/process_network.h).
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

// Returns 0 on success. A failure ends the whole job with one error message and an exit status
// other than 0. ARCAS_CLUSTER_ variables take precedence over `options`, which must be the same on
// all ranks.
int run_job(int& argc, char**& argv, job main, const cluster_options& options);

template <class F>
int run(int& argc, char**& argv, F&& f, const cluster_options& options = {}) {
  return run_job(argc, argv, job(std::forward<F>(f)), options);
}

// Runs `options.workers` ranks of the job, each on a thread of its own, until the job is over; the
// calling thread is the first. `main` runs on the job's rank 0 and may be empty elsewhere. Throws
// std::runtime_error, which names the rank, for a std::exception that ends the only rank of a
// process, and if the system refuses a thread; std::invalid_argument if an ARCAS_ variable is out
// of range. If one of several ranks has ended the job and abort() of `between` returns, the result
// is that rank's error message; otherwise it is empty.
std::string run_worker_ranks(detail::carrier& between, const cluster_options& options, job main);

// The counts of each rank, in the order of the ranks. Called by one task.
std::vector<rank_counts> gather_counts();
// Writes these counts to a file, as JSON. Throws std::runtime_error if the file cannot be written.
void write_metrics(const std::string& path);

}  // namespace arcas::inline v0::cluster
