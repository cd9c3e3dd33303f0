// SPDX-License-Identifier: Apache-2.0
#include "../figures.h"
#include "doctor.h"

#include <arcas/base/memory_limit.h>
#include <arcas/cluster/transport/mpi_identity.h>
#include <arcas/cluster_graph/rank_results.h>
#include <arcas/runtime/runtime.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

extern char** environ;

namespace cli::ranks {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::vector<unsigned> own_processors() {
  cpu_set_t set;
  std::vector<unsigned> all;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return all;
  for (unsigned p = 0; p < CPU_SETSIZE; ++p) {
    if (CPU_ISSET(p, &set)) all.push_back(p);
  }
  return all;
}

bool has_infiniband() {
  std::error_code none;
  const std::filesystem::path devices = "/sys/class/infiniband";
  return std::filesystem::exists(devices, none) && !std::filesystem::is_empty(devices, none);
}

struct cluster_variable {
  const char* name;
  const char* meaning;
};
constexpr std::array<cluster_variable, 12> cluster_variables = {
    {{"ARCAS_CLUSTER_WORKERS", "ranks of a process, a thread each"},
     {"ARCAS_CLUSTER_BUFFERS", "bytes that a rank's packets and rings may take"},
     {"ARCAS_CLUSTER_HEAP", "bytes that a rank gives to the global heap"},
     {"ARCAS_CLUSTER_STACK", "bytes of a task's stack"},
     {"ARCAS_CLUSTER_TASKS", "maximum number of tasks of a rank that have begun"},
     {"ARCAS_CLUSTER_WATCH", "seconds after which stalled ranks are reported"},
     {"ARCAS_CLUSTER_PATIENCE", "seconds without an answer of a rank after which the job ends"},
     {"ARCAS_CLUSTER_METRICS", "file of the counts of all ranks"},
     {"ARCAS_CLUSTER_TRACE", "file of the timeline of all ranks"},
     {"ARCAS_CLUSTER_SHARE_MEMORY", "0: packets between processes of a host go by MPI, too"},
     {"ARCAS_CLUSTER_STATS", "1: rank 0 prints at the end what each rank did and waited for"},
     {"ARCAS_CLUSTER_CHECK", "1: an access to global memory that is not allocated ends the job"}}};

std::string value_of(std::string_view variable, const cluster::cluster_options& o) {
  constexpr std::uint64_t second = 1'000'000'000;
  const auto seconds = [](std::uint64_t nanoseconds, const char* never) {
    return nanoseconds == 0 ? std::string(never) : fmt::to_string(nanoseconds / second);
  };
  if (variable == "ARCAS_CLUSTER_WORKERS") return fmt::to_string(o.workers);
  if (variable == "ARCAS_CLUSTER_BUFFERS") return fmt::to_string(o.buffer_budget);
  if (variable == "ARCAS_CLUSTER_HEAP") return fmt::to_string(o.heap_bytes);
  if (variable == "ARCAS_CLUSTER_STACK") return fmt::to_string(o.tasks.stack_bytes);
  if (variable == "ARCAS_CLUSTER_TASKS") return fmt::to_string(o.tasks.most_tasks);
  if (variable == "ARCAS_CLUSTER_WATCH") return seconds(o.watch_after, "0 (never)");
  if (variable == "ARCAS_CLUSTER_PATIENCE") return seconds(o.patience, "none (waits for ever)");
  if (variable == "ARCAS_CLUSTER_SHARE_MEMORY") return o.share_memory ? "1" : "0";
  if (variable == "ARCAS_CLUSTER_STATS") return o.statistics ? "1" : "0";
  if (variable == "ARCAS_CLUSTER_CHECK") return o.check_memory ? "1" : "0";
  const std::string& file = variable == "ARCAS_CLUSTER_TRACE" ? o.trace_file : o.metrics_file;
  return file.empty() ? "none" : file;
}

std::string source_of(const char* variable) {
  if (std::getenv(variable)) return "environment";
  const bool by_loops =
      std::string_view(variable) == "ARCAS_CLUSTER_WORKERS" && std::getenv("ARCAS_WORKERS");
  return by_loops ? "ARCAS_WORKERS" : "default";
}

// The lines NAME=VALUE of the environment for which keep(NAME) is true.
template <class Keep>
std::vector<std::string> variables_that(const Keep& keep) {
  std::vector<std::string> found;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view line(*at);
    if (keep(line.substr(0, line.find('=')))) found.emplace_back(line);
  }
  std::ranges::sort(found);
  return found;
}

std::vector<std::string> unknown_variables() {
  std::vector<std::string> found = variables_that([](std::string_view name) {
    return name.starts_with("ARCAS_CLUSTER_") &&
           std::ranges::find(cluster_variables, name, &cluster_variable::name) ==
               cluster_variables.end();
  });
  for (std::string& line : found) line.resize(line.find('='));
  return found;
}

}  // namespace

rank_facts own_facts() {
  return {.host = host_name(),
          .processors = own_processors(),
          .processors_of_host = static_cast<unsigned>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L)),
          .memory = arcas::detail::memory_limit(),
          .heap = cluster::detail::here().options().heap_bytes,
          .infiniband = has_infiniband(),
          .shares_memory = cluster::detail::here().network().shares_memory(),
          .transports = cluster::detail::mpi_transports(),
          .unknown = unknown_variables()};
}

std::vector<rank_facts> facts_of_ranks() {
  return arcas::cluster_graph::detail::results_of_ranks([] { return own_facts(); });
}

std::vector<setting_source> settings_in_force() {
  const cluster::cluster_options& o = cluster::detail::here().options();
  std::vector<setting_source> all;
  for (const auto& [name, meaning] : cluster_variables) {
    all.push_back({name, value_of(name, o), source_of(name), meaning});
  }
  const std::string for_ranks = fmt::format("chosen for {}", counted(cluster::ranks(), "rank"));
  all.push_back(
      {"packets",
       fmt::format("{} bytes, {} for a peer", o.transport.packet_bytes, o.transport.credits),
       for_ranks, "messages to a rank that are sent together"});
  all.push_back(
      {"hops", fmt::to_string(o.transport.hops), for_ranks, "maximum number of hops of a message"});
  for (const arcas::setting_line& line : arcas::describe(arcas::settings::from_environment())) {
    all.push_back({line.variable, line.value, source_of(line.variable.c_str()), line.meaning});
  }
  return all;
}

std::vector<std::string> mpi_variables() {
  return variables_that([](std::string_view name) {
    constexpr std::string_view starts[] = {"OMPI_MCA_", "UCX_", "FI_", "I_MPI_", "MPIR_CVAR_"};
    // Variables that mpirun sets for its processes, and that no user has chosen.
    constexpr std::string_view of_mpirun[] = {"OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_pmix",
                                              "OMPI_MCA_shmem_", "OMPI_MCA_initial_"};
    const auto begins = [&](std::string_view start) { return name.starts_with(start); };
    if (std::ranges::any_of(of_mpirun, begins)) return false;
    return std::ranges::any_of(starts, begins);
  });
}

}  // namespace cli::ranks
