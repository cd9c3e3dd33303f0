// SPDX-License-Identifier: Apache-2.0
// arcas doctor: the command line of cluster/doctor.h. Without a launcher it runs on one rank.
#include "commands_of_ranks.h"
#include "several_ranks.h"

#include <string>
#include <vector>

namespace cli {
namespace {

// Called without a launcher only: under mpirun, main() has called go_to_cluster() before.
int run_doctor(doctor_arguments& given, session&) {
  std::vector<std::string> words = {"doctor", "--most", std::to_string(given.most)};
  if (given.json) words.emplace_back("--json");
  go_to_cluster(words, "doctor");
}

}  // namespace

subcommand doctor_subcommand(command_line& program) {
  return doctor_command(program, run_doctor);
}

}  // namespace cli
