// SPDX-License-Identifier: Apache-2.0
#include <arcas/cluster/transport/mpi_identity.h>

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace arcas::inline v0::cluster::detail {
namespace {

constexpr const char* slurm = "Slurm";

bool says_several(const char* number) {
  return number != nullptr && std::atoi(number) > 1;
}

// "btl tcp" if the file of the path is "mca_btl_tcp.so"; empty for other files.
std::string module_of(std::string_view path) {
  for (const std::string_view kind : {"pml", "btl", "mtl"}) {
    const std::string start = "/mca_" + std::string(kind) + "_";
    const std::size_t at = path.find(start);
    if (at == path.npos) continue;
    const std::string_view name = path.substr(at + start.size());
    return std::string(kind) + ' ' + std::string(name.substr(0, name.find(".so")));
  }
  return {};
}

// The text after `label` up to the end of its line, without blanks around it.
std::string value_behind(const std::string& text, std::string_view label) {
  constexpr const char* blanks = " \t";
  const std::size_t at = text.find(label);
  if (at == text.npos) return {};
  const std::size_t first = text.find_first_not_of(blanks, at + label.size());
  const std::size_t end = std::min(text.find('\n', at), text.size());
  if (first == text.npos || first >= end) return {};
  const std::string value = text.substr(first, end - first);
  return value.substr(0, value.find_last_not_of(blanks) + 1);
}

// The launcher of Intel MPI is that of MPICH.
bool is_launcher_of(std::string_view by, const std::string& mpi) {
  return mpi.starts_with(by) || (by == "MPICH" && mpi.starts_with("Intel MPI"));
}

}  // namespace

std::string mpi_built_for() {
#if defined(OMPI_MAJOR_VERSION)
  return "Open MPI " + std::to_string(OMPI_MAJOR_VERSION) + '.' +
         std::to_string(OMPI_MINOR_VERSION) + '.' + std::to_string(OMPI_RELEASE_VERSION);
#elif defined(I_MPI_VERSION)
  return "Intel MPI " I_MPI_VERSION;
#elif defined(MPICH_VERSION)
  return "MPICH " MPICH_VERSION;
#else
  return "an MPI of version " + std::to_string(MPI_VERSION) + '.' + std::to_string(MPI_SUBVERSION);
#endif
}

std::string mpi_running() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text;
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  return version_line(std::string(text.data(), static_cast<std::size_t>(length)));
}

std::string version_line(std::string text) {
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  if (text.starts_with("MPICH Version:")) {
    const std::string device = value_behind(text, "MPICH Device:");
    return "MPICH " + value_behind(text, "MPICH Version:") +
           (device.empty() ? "" : ", device " + device);
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\t', ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::vector<std::string> mpi_transports() {
  std::vector<std::string> modules;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::string found = module_of(line);
    if (!found.empty()) modules.push_back(found);
  }
  std::sort(modules.begin(), modules.end());
  modules.erase(std::unique(modules.begin(), modules.end()), modules.end());
  return modules;
}

std::optional<launched> launched_by(variables variable_of) {
  struct launcher {
    const char* mpi;
    const char* size;
    const char* rank;
  };
  constexpr std::array<launcher, 3> known = {
      {{"Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
       {"MPICH", "PMI_SIZE", "PMI_RANK"},
       {slurm, "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}}};
  for (const auto& [mpi, size, rank] : known) {
    const char* const processes = variable_of(size);
    if (!processes) continue;
    // The first of these variables that is set decides, so an mpirun takes precedence over Slurm.
    if (!says_several(processes)) return std::nullopt;
    const char* const own = variable_of(rank);
    return launched{mpi, std::string(size) + '=' + processes,
                    own == nullptr || std::atoi(own) == 0};
  }
  return std::nullopt;
}

std::string fault_of_launcher(const std::string& mpi, const std::optional<launched>& how) {
  if (!how) return {};
  if (how->by == slurm) {
    return "this program is built for " + mpi + ", and srun has started it (" + how->marked +
           ") in a way that this MPI does not understand: each task would be a job of its own; "
           "start it by srun --mpi=pmix or --mpi=pmi2, whichever this MPI knows, or by mpirun";
  }
  const std::string variable = how->marked.substr(0, how->marked.find('='));
  const std::string found = "this program is built for " + mpi +
                            ", which counts 1 process, and the environment has " + how->marked +
                            ", which a launcher of " + how->by +
                            " sets: each process would be a job of its own; ";
  const std::string unset = " if no launcher has set it, unset " + variable;
  if (is_launcher_of(how->by, mpi)) {
    return found + "start it by the mpirun of the installation that it is linked with;" + unset;
  }
  return found + "start it by the mpirun of " + mpi + ", or build Arcas with the other MPI;" +
         unset;
}

}  // namespace arcas::inline v0::cluster::detail
