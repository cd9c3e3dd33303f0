// SPDX-License-Identifier: Apache-2.0
// Has mpirun or srun started this program on several ranks? If so, a kernel that is available on
// ranks runs on all of them, in another program, arcas-cluster, since `arcas` does not depend on
// MPI. The first rank alone runs any other command.
#pragma once

#include <string>
#include <vector>

namespace cli {

// The number of ranks according to the launcher; 1 without a launcher.
int ranks_started();
// All ranks read the same arguments; the first one prints errors and help.
bool is_first_rank();
// Called by the other ranks, which fail without a message. A launcher ends the job when a process
// fails, and the first rank must have printed its message by then. So this returns the exit code
// after two seconds, unless the launcher has ended the process.
int failed_behind_first_rank(int code);

// Becomes the program arcas-cluster in the folder of this one, with these arguments. Throws
// std::runtime_error if there is no arcas-cluster; the sentence begins with `why`.
[[noreturn]] void go_to_cluster(const std::vector<std::string>& words,
                                const char* what = "running on several ranks");

// Called on the first rank if the other ranks do nothing: extends its affinity mask, a part of the
// launcher's, to the launcher's whole mask. Does nothing if the system refuses.
void take_processors_of_launcher();

}  // namespace cli
