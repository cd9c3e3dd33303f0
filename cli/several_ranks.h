// SPDX-License-Identifier: Apache-2.0
// Has mpirun or srun started this program on several ranks? A kernel that is available on ranks then runs
// on all of them, in another program, arcas-cluster, since `arcas` does not depend on MPI. The first rank
// alone runs any other command.
#pragma once

#include <string>
#include <vector>

namespace cli {

// As the launcher says; 1 without a launcher.
int ranks_started();
// All ranks read the same arguments; the first one prints errors and help.
bool is_first_rank();
// For the other ranks, which fail without words. A launcher ends the job when a process fails, and the first rank's words must be
// there by then. Returns the exit code after two seconds, if the launcher has not ended the process.
int failed_behind_first_rank(int code);

// Becomes arcas-cluster, beside this program, with these arguments. Throws std::runtime_error where there is no
// arcas-cluster; `why` begins its sentence.
[[noreturn]] void go_to_cluster(const std::vector<std::string>& words,
                                const char* why = "several ranks have been started");

// Called on the first rank if the other ranks do nothing: extends its affinity mask, a part of the
// launcher's, to the launcher's whole mask. Does nothing if the system refuses.
void take_processors_of_launcher();

}  // namespace cli
