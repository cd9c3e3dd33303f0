// SPDX-License-Identifier: Apache-2.0
// For which MPI is this program built, which MPI library is loaded, and does the launcher belong to
// that library? MPI libraries share only the names of their functions: the launcher of another
// library starts n jobs of one process instead of one job of n processes.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster::detail {

// The MPI of the headers with which the library was compiled: "Open MPI 4.1.4", "MPICH 4.0.2",
// "Intel MPI 2021.9".
std::string mpi_built_for();
// The version_line() of the loaded MPI library's description. Called after start_mpi().
std::string mpi_running();
// The description of an MPI library (MPI_Get_library_version) as one line. MPICH's many lines
// become "MPICH 4.0.2, device ch4:ucx"; the lines of other libraries are joined.
std::string version_line(std::string text);
// The loaded modules that move the bytes of Open MPI's messages, as "pml ob1", "btl tcp". Called
// after the first message. Empty for MPIs without modules; mpi_running() names their device.
std::vector<std::string> mpi_transports();

// How a launcher tells a process that it is one of several.
struct launched {
  std::string by;      // the MPI of the launcher: "MPICH", "Open MPI"; "Slurm" for srun
  std::string marked;  // the variable and its value: "PMI_SIZE=3"
  bool first = true;   // whether this is the first process
};
// The launcher, from the environment variables that variable_of(name) returns. Empty if these do
// not tell of several processes.
using variables = const char* (*)(const char* name);
std::optional<launched> launched_by(variables variable_of);

// For a program whose MPI, `mpi`, counts one process: the error message if a launcher, `how`, has
// started this process as one of several. Empty if `how` is empty.
std::string fault_of_launcher(const std::string& mpi, const std::optional<launched>& how);

}  // namespace arcas::inline v0::cluster::detail
