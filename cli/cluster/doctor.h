// SPDX-License-Identifier: Apache-2.0
// arcas doctor: on which hosts do the ranks run, how fast is the network between them, which
// settings are in force, and which faults does the job have?
#pragma once

#include "../commands_of_ranks.h"

#include <arcas/cluster/ranks/rank.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cli::ranks {

namespace cluster = arcas::cluster;

// The facts on a rank and its host.
struct rank_facts {
  std::string host;
  std::vector<unsigned> processors;  // the processors that its thread may use
  unsigned processors_of_host = 0;
  std::uint64_t memory = 0;    // bytes that its process may use
  std::uint64_t heap = 0;      // maximum number of bytes of its part of the global heap
  bool infiniband = false;     // whether the host has an InfiniBand device
  bool shares_memory = false;  // whether packets to processes of its host go through shared memory
  std::vector<std::string> transports;
  std::vector<std::string> unknown;  // ARCAS_CLUSTER_ variables that Arcas does not have

  template <class Archive>
  void serialize(Archive& a) {
    a(host, processors, processors_of_host, memory, heap, infiniband, shares_memory, transports,
      unknown);
  }
};
rank_facts own_facts();
// The facts on all ranks, in the order of the ranks. Called by one task.
std::vector<rank_facts> facts_of_ranks();

// A setting and its source.
struct setting_source {
  std::string name, value, source, meaning;
};
// The settings of the cluster and of loops on this rank.
std::vector<setting_source> settings_in_force();
// Variables of MPI and its transports that are set, as NAME=VALUE.
std::vector<std::string> mpi_variables();

// The speed of messages between two ranks.
struct pair_measure {
  unsigned from = 0;
  unsigned to = 0;
  double latency = 0;    // seconds in one direction
  double bandwidth = 0;  // bytes a second, in messages of 1 MiB
};
struct measures {
  std::vector<unsigned> ranks;      // the ranks that were measured
  std::vector<pair_measure> pairs;  // each pair once
  double updates = 0;               // updates of random words a second, by all ranks together
};
// Called by one task.
measures measure(const std::vector<rank_facts>& ranks, unsigned most, session& s);

// The faults, each as a sentence that names the remedy.
std::vector<std::string> find_faults(const std::vector<rank_facts>& ranks, const measures& found);

}  // namespace cli::ranks
