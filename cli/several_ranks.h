// SPDX-License-Identifier: Apache-2.0
// Has mpirun or srun started this program on several ranks? If so, a command whose kernel exists
// for ranks runs on all of them, in the program arcas-cluster, since `arcas` does not depend on
// MPI. Any other command runs on the first rank alone.
#pragma once

#include <string>
#include <vector>

namespace cli {

// The number of ranks according to the launcher; 1 without a launcher.
int ranks_started();
// All ranks read the same arguments; the first one prints errors and help.
bool is_first_rank();
// Called by all ranks except the first when they fail; they print no message. A launcher ends the
// job when a process fails, and the first rank must have printed its message by then. Therefore
// this function waits two seconds, then returns `code`. The launcher may end the process earlier.
int failed_behind_first_rank(int code);

// Replaces this program, in the same process, by arcas-cluster from the same folder; `words` are
// its arguments. Throws std::runtime_error if there is no arcas-cluster; the message begins with
// `what`.
[[noreturn]] void go_to_cluster(const std::vector<std::string>& words,
                                const char* what = "running on several ranks");

// Called on the first rank if the other ranks do nothing. Sets the affinity mask of this process,
// which is a part of the launcher's mask, to the launcher's mask, unless the system refuses.
void take_processors_of_launcher();

}  // namespace cli
