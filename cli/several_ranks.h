// SPDX-License-Identifier: Apache-2.0
// Has mpirun or srun started this program on several ranks? Then the kernels are run by all of them
// together, which is another program's work: `arcas` itself does not depend on MPI.
#pragma once

namespace cli {

// As the launcher says; 1 without a launcher.
int ranks_started();
// All ranks read the same arguments; the first one prints errors and help.
bool is_first_rank();
// The kernels and options that ranks have, for help and errors.
inline constexpr const char* what_ranks_can_do =
    "bfs, sssp, components, triangles, pagerank and bc, with FILE or --kronecker, --edge-factor, "
    "--source, --sources, --trials, --top, --check, --output (except triangles) and --json";

// Becomes arcas-cluster, beside this program, with the same arguments, and does not return. Throws
// std::runtime_error where there is no arcas-cluster.
[[noreturn]] void go_to_cluster(char** argv);

}  // namespace cli
