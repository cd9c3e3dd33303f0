// SPDX-License-Identifier: Apache-2.0
// arcas doctor: on which hosts do the ranks run, what does the network between them give, which settings are in force, and
// what is wrong with all that?
#pragma once

#include "../commands_of_ranks.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cli::ranks {

// What a rank says of where it runs.
struct rank_facts {
  std::string host;
  std::vector<unsigned> processors;  // that its thread may use
  unsigned processors_of_host = 0;
  std::uint64_t memory = 0;    // that its process may use, in bytes
  std::uint64_t heap = 0;      // the most bytes that its part of the global heap may take
  bool infiniband = false;     // the host has such a device
  bool shares_memory = false;  // packets to other processes of its host go through memory
  std::vector<std::string> transports;
  std::vector<std::string> unknown;  // ARCAS_CLUSTER_ variables that mean nothing

  template <class Archive>
  void serialize(Archive& a) {
    a(host, processors, processors_of_host, memory, heap, infiniband, shares_memory, transports,
      unknown);
  }
};
rank_facts own_facts();
// Of all ranks, in their order. By one task.
std::vector<rank_facts> facts_of_ranks();

// A setting, and where it comes from.
struct setting_source {
  std::string name, value, source, meaning;
};
// Of the cluster and of loops, as this rank has them.
std::vector<setting_source> settings_in_force();
// Variables of MPI and its transports that are set, as NAME=VALUE.
std::vector<std::string> mpi_variables();

// The way from a rank to another and back.
struct pair_measure {
  unsigned from = 0;
  unsigned to = 0;
  double latency = 0;    // seconds, of one way
  double bandwidth = 0;  // bytes a second, in messages of a megabyte
};
struct measures {
  std::vector<unsigned> ranks;      // that were measured
  std::vector<pair_measure> pairs;  // each once
  double updates = 0;               // a second, of random words of all ranks
};
// By one task.
measures measure(const std::vector<rank_facts>& ranks, unsigned most, session& s);

// What is wrong, as sentences that name the remedy.
std::vector<std::string> find_faults(const std::vector<rank_facts>& ranks, const measures& found);

// By one task. Prints; returns an exit code.
int run_doctor(doctor_arguments& given, session& s);

}  // namespace cli::ranks
