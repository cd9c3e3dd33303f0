// SPDX-License-Identifier: Apache-2.0
#include <arcas/topology/cpu_quota.h>
#include <arcas/topology/machine_facts.h>
#include <arcas/topology/openmp_places.h>

#include <sched.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <stdexcept>

namespace arcas::inline v0 {

using namespace detail;
namespace {

constexpr std::array<std::string_view, place_kinds> kind_names = {
    "machine", "package", "numa", "cache", "l2", "core", "thread"};

struct free_mask {
  void operator()(cpu_set_t* mask) const { CPU_FREE(mask); }
};

// Number of processors in the largest mask that is tried; Linux supports at most 8,192.
constexpr unsigned most_cpus = 1U << 20;

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

// Hardware threads without further facts: one package, and each thread is a core.
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

std::optional<std::vector<unsigned>> detail::affinity_of_calling_thread() {
  // The kernel returns EINVAL if the mask is smaller than its own.
  for (unsigned room = CPU_SETSIZE; room <= most_cpus; room *= 2) {
    const std::unique_ptr<cpu_set_t, free_mask> mask(CPU_ALLOC(room));
    if (!mask) return std::nullopt;
    const std::size_t bytes = CPU_ALLOC_SIZE(room);
    CPU_ZERO_S(bytes, mask.get());
    if (sched_getaffinity(0, bytes, mask.get()) == 0) {
      std::vector<unsigned> cpus;
      for (unsigned cpu = 0; cpu < room; ++cpu) {
        if (CPU_ISSET_S(cpu, bytes, mask.get())) cpus.push_back(cpu);
      }
      return cpus;
    }
    if (errno != EINVAL) return std::nullopt;
  }
  return std::nullopt;
}

// The machine as the calling thread may use it: hwloc's description, the affinity mask and the
// quota.
static topology discovered(const std::optional<openmp_places>& openmp) {
  machine_facts facts = read_live_machine();
  facts.cpu_quota = detail::cpu_quota();
  std::optional<cpu_list> cpus = affinity_of_calling_thread();
  if (openmp && cpus == openmp->own && openmp->all.size() > cpus->size()) {
    facts.refusals.push_back(
        "Affinity: an OpenMP library has bound this thread (OMP_PROC_BIND) to " +
        std::to_string(cpus->size()) + " of the " + std::to_string(openmp->all.size()) +
        " processors of its places; workers use all of them.");
    cpus = openmp->all;
  }
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

topology detail::topology_of_calling_thread() {
  return discovered(std::nullopt);
}

topology topology::discover() {
  return discovered(places_of_openmp());
}

std::string_view name_of(place_kind kind) {
  return kind_names[static_cast<std::size_t>(kind)];
}

place_kind place_kind_named(std::string_view name) {
  const auto found = std::find(kind_names.begin(), kind_names.end(), name);
  if (found == kind_names.end()) {
    throw std::invalid_argument(
        '"' + std::string(name) +
        "\": not a kind of place; write machine, package, numa, cache, l2, core or thread");
  }
  return static_cast<place_kind>(found - kind_names.begin());
}

topology topology::synthetic(std::string_view description) {
  return topology_builder::build(read_synthetic_machine(std::string(description)));
}

topology topology::recorded(const std::string& xml_file) {
  return topology_builder::build(read_recorded_machine(xml_file));
}

topology topology::described(std::string_view description) {
  if (description.empty()) return discover();
  try {
    return description.ends_with(".xml") ? recorded(std::string(description))
                                         : synthetic(description);
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(std::string("ARCAS_TOPOLOGY=") + wrong.what());
  }
}

}  // namespace arcas::inline v0
