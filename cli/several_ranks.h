// SPDX-License-Identifier: Apache-2.0
// Has mpirun or srun started this program on several ranks? Then a kernel that ranks have is run by
// all of them together, which is another program's work: `arcas` itself does not depend on MPI. Any
// other command is run by the first rank alone.
#pragma once

#include <string_view>

namespace cli {

// As the launcher says; 1 without a launcher.
int ranks_started();
// All ranks read the same arguments; the first one prints errors and help.
bool is_first_rank();
// The kernels that run on all ranks, for help.
inline constexpr const char* kernels_of_ranks =
    "bfs, sssp, components, triangles, kcore, pagerank and bc";
// Whether a command is one of them.
bool runs_on_ranks(std::string_view command);

// Becomes arcas-cluster, beside this program, with the same arguments, and does not return. Throws
// std::runtime_error where there is no arcas-cluster.
[[noreturn]] void go_to_cluster(char** argv);

// For the first rank, where the others do nothing: it may run on all processors that its launcher
// may use, of which it has been given some. Does nothing where the system refuses.
void take_processors_of_launcher();

}  // namespace cli
