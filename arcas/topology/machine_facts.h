// SPDX-License-Identifier: Apache-2.0
// The facts about each hardware thread of a machine, and the source of these facts.
// topology_builder turns the facts into places that nest and are contiguous. Private to topology/.
#pragma once

#include <arcas/topology/topology.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arcas::inline v0::detail {

// The place of one kind that contains a hardware thread. Threads with equal keys share the place.
// Without a key, the thread's place of the next wider kind is its place of this kind too.
struct membership {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t key = none;
  unsigned os_index = 0;
};

struct thread_facts {
  unsigned os_index = 0;
  std::array<membership, place_kinds> member_of{};  // entries of machine and thread are not used

  membership& in(place_kind kind) { return member_of[static_cast<std::size_t>(kind)]; }
  const membership& in(place_kind kind) const { return member_of[static_cast<std::size_t>(kind)]; }
};

struct machine_facts {
  std::vector<thread_facts> threads;  // none if hwloc cannot describe this machine
  topology_source source = topology_source::synthetic;
  double cpu_quota = 0;
  std::vector<std::string> refusals;
};

// This machine, as hwloc describes it. If hwloc cannot describe it, the result has no threads, and
// refusals has the reason.
machine_facts read_live_machine();

// A machine in hwloc's synthetic syntax, or one recorded by lstopo. Both throw
// std::invalid_argument with a sentence that begins with the quoted argument and ends with a
// remedy.
machine_facts read_synthetic_machine(const std::string& description);
machine_facts read_recorded_machine(const std::string& xml_file);

// The hardware threads on which the calling thread may run, by the operating system's numbers,
// ascending; nullopt if the system does not tell.
std::optional<std::vector<unsigned>> affinity_of_calling_thread();

// Numbers the threads so that each place is a range of consecutive threads. A place never crosses
// the border of a wider place: a NUMA node of two packages becomes one node in each, a cache shared
// by two NUMA nodes becomes one cache group in each.
struct topology_builder {
  static topology build(machine_facts facts);
};

}  // namespace arcas::inline v0::detail
