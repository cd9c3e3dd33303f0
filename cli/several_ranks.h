// SPDX-License-Identifier: Apache-2.0
// Has mpirun or srun started this program on several ranks? Then the kernels are run by all of them
// together, which is another program's work: `arcas` itself does not depend on MPI.
#pragma once

namespace cli {

// As whoever started this program says: 1 where nobody does.
int ranks_started();
// All ranks read the same arguments; this one speaks for them.
bool is_first_rank();

// Becomes arcas-cluster, beside this program, with the same arguments, and does not return. Throws
// std::runtime_error where there is no arcas-cluster.
[[noreturn]] void go_to_cluster(char** argv);

}  // namespace cli
