// SPDX-License-Identifier: Apache-2.0
// arcas doctor: the command line of cluster/doctor.h. On one process it runs on one rank.
#include "argument_values.h"
#include "session.h"
#include "several_ranks.h"

#include <string>
#include <vector>

namespace cli {
namespace {

struct doctor_arguments {
  bool json = false;
  unsigned most = 16;
};

void add_doctor_options(CLI::App& arguments, doctor_arguments& given) {
  arguments.add_flag("--json", given.json, "One JSON object instead of text");
  add_number(arguments, "--most", given.most, "Ranks among which all pairs are measured", 2, 1024);
}

// Without a launcher; under mpirun main() has gone there.
int run_doctor(doctor_arguments& given, session&) {
  std::vector<std::string> words = {"arcas", "doctor", "--most", std::to_string(given.most)};
  if (given.json) words.emplace_back("--json");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  go_to_cluster(argv.data(), "the doctor examines ranks");
}

}  // namespace

subcommand doctor_subcommand(CLI::App& program) {
  return make_subcommand(
      program, "doctor",
      "Examine the ranks of a cluster: hosts, binding, memory, MPI, network, settings, and what is "
      "wrong with them",
      "Latency and bandwidth are measured between all pairs of up to --most ranks, one pair at a "
      "time: "
      "some 0.1 s each.\n\n"
      "Examples:\n"
      "  mpirun -n 16 --hostfile hosts arcas doctor\n"
      "  mpirun -n 16 --hostfile hosts arcas doctor --json",
      add_doctor_options, run_doctor);
}

}  // namespace cli
