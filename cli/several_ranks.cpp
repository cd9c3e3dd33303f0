// SPDX-License-Identifier: Apache-2.0
#include "several_ranks.h"

#include "program.h"

#include <sched.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <initializer_list>
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
  // The variables of Open MPI, and of MPICH and Slurm with PMI.
  if (const auto ranks = first_of({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})) return *ranks;
  // Slurm with PMIx. PMIx sets a variable to the index of this rank (PMIX_RANK), but none to the
  // number of ranks. Slurm sets variables to the number of tasks, also for programs without MPI;
  // therefore Slurm's variables count only if PMIX_RANK is set.
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

void take_processors_of_launcher() {
  cpu_set_t processors;
  if (sched_getaffinity(getppid(), sizeof processors, &processors) != 0) return;
  static_cast<void>(sched_setaffinity(0, sizeof processors, &processors));
}

void go_to_cluster(const std::vector<std::string>& words, const char* what) {
  become_program_beside("arcas-cluster", words);
  throw std::runtime_error(std::string(what) + " is not available: it requires the program " +
                           path_beside("arcas-cluster") + "; build Arcas with MPI" +
                           (ranks_started() > 1 ? ", or start one process" : ""));
}

}  // namespace cli
