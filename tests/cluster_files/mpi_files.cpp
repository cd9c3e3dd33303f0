// SPDX-License-Identifier: Apache-2.0
// Files that all ranks read and write, over MPI: mpirun -n PROCESSES mpi_files
#include "files_conformance.h"

#include <arcas/cluster/run.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

int main(int argc, char** argv) {
  return arcas::cluster::run(argc, argv, [] {
    const auto folder =
        std::filesystem::temp_directory_path() / ("arcas_mpi_files_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    arcas::cluster::test::files_keep_their_promises(folder);
    std::filesystem::remove_all(folder);
    std::puts("files keep their promises");
  });
}
