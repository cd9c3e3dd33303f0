// SPDX-License-Identifier: Apache-2.0
// Has mpirun or srun started this program on several ranks? Then the kernels are run by all of them
// together, which is another program's work: `arcas` itself does not depend on MPI.
#pragma once

namespace cli {

// Becomes arcas-cluster, beside this program, with the same arguments, and does not return. Returns
// where there is one rank; throws std::runtime_error where there are several and no arcas-cluster.
void go_to_cluster_if_several_ranks(char** argv);

}  // namespace cli
