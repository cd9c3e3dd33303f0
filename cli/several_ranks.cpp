// SPDX-License-Identifier: Apache-2.0
#include "several_ranks.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace cli {
namespace {

// As Open MPI, MPICH and Slurm's PMI tell their programs.
bool several_ranks() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* ranks = std::getenv(variable)) return std::atoi(ranks) > 1;
  }
  return false;
}

}  // namespace

void go_to_cluster_if_several_ranks(char** argv) {
  if (!several_ranks()) return;
  std::error_code none;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::string program = (self.parent_path() / "arcas-cluster").string();
  execv(program.c_str(), argv);
  throw std::runtime_error("mpirun has started several ranks, and " + program +
                           " is not there to run on them; build Arcas where MPI is, or start one");
}

}  // namespace cli
