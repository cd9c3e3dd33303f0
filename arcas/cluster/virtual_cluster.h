// SPDX-License-Identifier: Apache-2.0
// A whole cluster in one process and one thread. The ranks take turns in an order drawn from a
// seed, and the network delays packets by the same seed, so each run with that seed is the same.
// For tests, and for trying a program on a thousand ranks.
#pragma once

#include <arcas/cluster/ranks/rank.h>
#include <arcas/cluster/transport/virtual_network.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

struct virtual_options {
  rank_id ranks = 4;
  weather conditions;
  cluster_options cluster;
  // Called before each turn, with the number of the turn; it may stop and kill ranks.
  std::function<void(std::uint64_t, class virtual_faults&)> before_turn;
  // If not null, receives the texts that ranks have printed, when the run is over.
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
