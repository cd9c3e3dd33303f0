// SPDX-License-Identifier: Apache-2.0
// How do loose facts about hardware threads become places that nest and are contiguous?
//
// A reader says for each hardware thread which package, NUMA node, cache group and core it belongs
// to, in any order. The builder numbers the threads so that each place is a run of neighbours. A
// place never crosses the border of a place of a kind above it: a NUMA node of two packages becomes
// one node in each, a cache shared by two NUMA nodes becomes one cache group in each.
#pragma once

#include <arcas/topology/topology.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace arcas::detail {

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

class topology_builder {
 public:
  static topology build(machine_facts facts);

 private:
  // Adds the next thread in logical order; `opens` says of which kinds it is the first of its
  // place.
  static void append(topology& machine, const thread_facts& thread,
                     const std::array<bool, place_kinds>& opens);
};

}  // namespace arcas::detail
