// SPDX-License-Identifier: Apache-2.0
// Which MPI is this program built for, which one runs it, and does the launcher belong to it? MPIs share the names of their
// functions and nothing else: a launcher of another one starts as many jobs of one process as it should start processes.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// "Open MPI 4.1.4", "MPICH 4.0.2", "Intel MPI 2021.9": of the headers that the library was compiled with.
std::string mpi_built_for();
// What the library that is loaded says of itself, on one line. After start_mpi().
std::string mpi_running();
// Of that text: MPICH's many lines as "MPICH 4.0.2, device ch4:ucx", others' as they are.
std::string version_line(std::string text);
// The modules of the loaded MPI that move bytes, as "pml ob1", "btl tcp": Open MPI's, by what it keeps loaded. After
// the first message. None where the MPI has no modules; then mpi_running() names its device.
std::vector<std::string> mpi_transports();

// How launchers tell a process that it is one of several.
struct launched {
  std::string by;      // the MPI whose launcher it is: "MPICH", "Open MPI"; "Slurm": srun
  std::string marked;  // the variable, as it is set: "PMI_SIZE=3"
  bool first = true;   // whether this is the first process
};
// By the variables that variable_of(name) gives; nothing where none of them says that there are several.
using variables = const char* (*)(const char* name);
std::optional<launched> launched_by(variables variable_of);

// What is wrong where a launcher has started several processes and MPI knows of one, which is built for `mpi`. Empty:
// nothing.
std::string fault_of_launcher(const std::string& mpi, const std::optional<launched>& how);

}  // namespace arcas::inline v0::cluster::detail
