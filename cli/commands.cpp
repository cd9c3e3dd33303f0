// SPDX-License-Identifier: Apache-2.0
// The commands of `arcas`, and those that differ from arcas-cluster in few lines.
#include "command_table.h"
#include "several_ranks.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace cli {
namespace {

// Called without a launcher only: under mpirun, main() has called go_to_cluster() before. The
// doctor (cluster/doctor.h) then runs on one rank.
int run_doctor(doctor_arguments& given, session&) {
  std::vector<std::string> words = {"doctor", "--most", std::to_string(given.most)};
  if (given.json) words.emplace_back("--json");
  go_to_cluster(words, "doctor");
}

}  // namespace

void prepare(bc_arguments& given) {
  if (given.weighted && given.form != "auto" && given.form != "sources") {
    throw std::invalid_argument(
        fmt::format("--form {} is not available with --weighted, only sources is", given.form));
  }
}

subcommand doctor_subcommand(command_line& program) {
  return make_command<doctor_arguments>(program, doctor_command, run_doctor);
}

std::vector<subcommand> declare_commands(command_line& program) {
  return declare_all<process_run>(program);
}

}  // namespace cli
