// SPDX-License-Identifier: Apache-2.0
// What is known of each hardware thread of a machine, where it comes from, and how it becomes
// places that nest and are contiguous. Private to topology/.
#pragma once

#include <arcas/topology/topology.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arcas::inline v0::detail {

// The place of one kind that a hardware thread belongs to, by a key that says which threads have it
// in common. Without one, the thread has that of the kind above.
struct membership {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t key = none;
  unsigned os_index = 0;
};

struct thread_facts {
  unsigned os_index = 0;
  std::array<membership, place_kinds> member_of{};  // those of machine and thread are not read

  membership& in(place_kind kind) { return member_of[static_cast<std::size_t>(kind)]; }
  const membership& in(place_kind kind) const { return member_of[static_cast<std::size_t>(kind)]; }
};

struct machine_facts {
  std::vector<thread_facts> threads;  // at least one
  topology_source source = topology_source::synthetic;
  double cpu_quota = 0;
  std::vector<std::string> refusals;
};

// This machine, as hwloc sees it. Without threads where hwloc does not describe it; a refusal then
// says why.
machine_facts read_live_machine();

// A machine in hwloc's synthetic syntax, or one recorded by lstopo. Both throw
// std::invalid_argument with a sentence that starts with the quoted argument and ends with a
// remedy.
machine_facts read_synthetic_machine(const std::string& description);
machine_facts read_recorded_machine(const std::string& xml_file);

// The hardware threads that the calling thread may run on: the operating system's numbers,
// ascending; nothing where the system does not say.
std::optional<std::vector<unsigned>> affinity_of_calling_thread();

// The threads are numbered so that each place is a run of neighbours. A place never crosses the
// border of a place of a kind above it: a NUMA node of two packages becomes one node in each, a
// cache shared by two NUMA nodes becomes one cache group in each.
struct topology_builder {
  static topology build(machine_facts facts);
};

}  // namespace arcas::inline v0::detail
