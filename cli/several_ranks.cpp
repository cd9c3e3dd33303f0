// SPDX-License-Identifier: Apache-2.0
#include "several_ranks.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

namespace cli {

namespace {

// The first of these variables that is set, as a number.
std::optional<int> first_of(std::initializer_list<const char*> variables) {
  for (const char* variable : variables) {
    if (const char* number = std::getenv(variable)) return std::atoi(number);
  }
  return std::nullopt;
}

}  // namespace

int ranks_started() {
  // Open MPI; MPICH, and Slurm with PMI.
  if (const auto ranks = first_of({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})) return *ranks;
  // Slurm with PMIx, which says which rank this is and not of how many. Slurm says how many tasks
  // there are, to programs without MPI too, so that its word counts only beside PMIx's.
  if (!std::getenv("PMIX_RANK")) return 1;
  return first_of({"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"}).value_or(1);
}

bool is_first_rank() {
  return first_of({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"}).value_or(0) == 0;
}

int failed_behind_first_rank(int code) {
  std::this_thread::sleep_for(std::chrono::seconds(2));
  return code;
}

bool runs_on_ranks(std::string_view command) {
  constexpr std::string_view commands[] = {"bfs",   "sssp",     "components", "triangles",
                                           "kcore", "pagerank", "bc",         "eigenvector",
                                           "katz",  "hits",     "doctor"};
  return std::ranges::find(commands, command) != std::end(commands);
}

void take_processors_of_launcher() {
  cpu_set_t processors;
  if (sched_getaffinity(getppid(), sizeof processors, &processors) != 0) return;
  static_cast<void>(sched_setaffinity(0, sizeof processors, &processors));
}

void go_to_cluster(char** argv, const char* why) {
  std::error_code none;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::string program = (self.parent_path() / "arcas-cluster").string();
  execv(program.c_str(), argv);
  throw std::runtime_error(std::string(why) + ", and " + program +
                           " is not available to run on them; build Arcas with MPI" +
                           (ranks_started() > 1 ? ", or start one process" : ""));
}

}  // namespace cli
