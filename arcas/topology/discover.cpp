// SPDX-License-Identifier: Apache-2.0
// This machine as the calling thread may use it: what hwloc sees, the affinity mask and the quota.
#include <arcas/topology/affinity.h>
#include <arcas/topology/cpu_quota.h>
#include <arcas/topology/hwloc_reader.h>
#include <arcas/topology/topology.h>
#include <arcas/topology/topology_builder.h>

#include <algorithm>
#include <utility>

namespace arcas {

using namespace detail;
namespace {

using cpu_list = std::vector<unsigned>;  // ascending

void keep_threads_of(const cpu_list& cpus, machine_facts& facts) {
  std::erase_if(facts.threads, [&](const thread_facts& thread) {
    return !std::binary_search(cpus.begin(), cpus.end(), thread.os_index);
  });
  if (!facts.threads.empty() && facts.threads.size() < cpus.size()) {
    facts.refusals.push_back(
        "Hardware threads: " + std::to_string(cpus.size() - facts.threads.size()) +
        " in the affinity mask are unknown to hwloc and stay unused.");
  }
}

// Hardware threads of which nothing else is known: one package, each thread a core.
std::vector<thread_facts> alike(const cpu_list& cpus) {
  std::vector<thread_facts> threads;
  for (const unsigned cpu : cpus) {
    thread_facts thread{.os_index = cpu, .member_of = {}};
    thread.in(place_kind::core) = {.key = cpu, .os_index = cpu};
    threads.push_back(thread);
  }
  return threads;
}

}  // namespace

topology topology::discover() {
  machine_facts facts = read_live_machine();
  facts.cpu_quota = arcas::cpu_quota();
  const std::optional<cpu_list> cpus = affinity_of_calling_thread();
  if (cpus) {
    keep_threads_of(*cpus, facts);
  } else {
    facts.refusals.push_back(
        "Affinity: the operating system does not say where this thread may run, so every hardware "
        "thread counts as usable.");
  }
  if (facts.threads.empty()) facts.threads = alike(cpus.value_or(cpu_list{0}));
  return topology_builder::build(std::move(facts));
}

}  // namespace arcas
