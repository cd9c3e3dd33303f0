// SPDX-License-Identifier: Apache-2.0
// The start of a program that runs on a cluster:
//
//   int main(int argc, char** argv) {
//     return arcas::cluster::run(argc, argv, [] { … });
//   }
//
// Every process calls run(). The body runs once, as a task of rank 0, and the job ends when
// everything that the body started has ended. mpirun starts the processes; without it there is one
// process.
//
// A process runs one rank or several (cluster_options::workers). Several ranks run at the same
// time, each on its own worker of a loop runtime; they share only the network
// (transport/process_network.h).
//
// run_virtual() runs a job in one process and one thread, for tests.
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/cluster/diagnosis/diagnosis.h>
#include <arcas/cluster/ranks/options.h>
#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/tasks/job.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
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

// A wrong call (base/wrong_use.h).
template <class = void>
int run(arcas::detail::anything, arcas::detail::anything = 0, arcas::detail::anything = 0)
    ARCAS_WRONG("write run(argc, argv, [] { ... }), with the two parameters of main");

// Runs `options.workers` ranks of the job, each on a thread of its own, until the job is over; the
// calling thread runs the first. `main` runs on the job's rank 0 and may be empty elsewhere. Throws
// - std::runtime_error, which names the rank, for a std::exception that ends the only rank of a
//   process;
// - std::runtime_error if the system refuses a thread;
// - std::invalid_argument if an ARCAS_ variable is out of range.
//
// If one of several ranks has ended the job and abort() of `between` returns, the result is the
// error message of that rank. Otherwise the result is empty.
std::string run_worker_ranks(detail::carrier& between, const cluster_options& options, job main);

// The counts of each rank, in the order of the ranks. Called by one task.
std::vector<rank_counts> gather_counts();
// Writes the counts of all ranks to a file, as JSON. Throws std::runtime_error if that fails.
void write_metrics(const std::string& path);

// A whole cluster in one process and one thread. The ranks take turns in an order drawn from a
// seed, and the network delays packets by the same seed, so each run with that seed is the same.
// Such a cluster is for tests, and for trying a program on a thousand ranks.

struct virtual_options {
  rank_id ranks = 4;
  weather conditions;
  cluster_options cluster;
  // Called before each turn, with the number of the turn; it may stop and kill ranks.
  std::function<void(std::uint64_t, class virtual_faults&)> before_turn;
  // If not null, gets the texts that ranks have printed, when the run is over.
  std::vector<std::string>* told = nullptr;
};

class virtual_faults {
 public:
  explicit virtual_faults(detail::virtual_network& network, rank_id ranks)
      : network_(network), stopped_(ranks, false) {}
  void stop(rank_id r) { stopped_[r] = true; }
  void go_on(rank_id r) { stopped_[r] = false; }
  void kill(rank_id r) {
    stopped_[r] = true;
    network_.kill(r);
  }
  bool stopped(rank_id r) const { return stopped_[r]; }

 private:
  detail::virtual_network& network_;
  std::vector<bool> stopped_;
};

// The job has failed; what() names the rank and the cause.
class job_failed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Runs `main` as a task of rank 0. Throws job_failed if the job fails, also when no rank can make
// progress. Returns the counts of each rank.
std::vector<rank_counts> run_virtual(const virtual_options& options, job main);

}  // namespace arcas::inline v0::cluster
