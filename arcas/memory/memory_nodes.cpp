// SPDX-License-Identifier: Apache-2.0
#include <arcas/memory/memory_nodes.h>

#include <sched.h>

#include <algorithm>

namespace arcas::inline v0 {

memory_nodes::memory_nodes(const topology& machine, std::span<const unsigned> threads)
    : workers_(machine.places(place_kind::numa_node).size()),
      live_(machine.source() == topology_source::live) {
  for (const place& node : machine.places(place_kind::numa_node)) {
    os_index_.push_back(node.os_index);
  }
  for (const unsigned thread : threads) ++workers_[machine.place_of(place_kind::numa_node, thread)];
  if (!can_bind()) return;
  for (unsigned t = 0; t < machine.thread_count(); ++t) {
    const std::size_t cpu = machine.threads()[t].os_index;
    node_of_cpu_.resize(std::max(node_of_cpu_.size(), cpu + 1));
    node_of_cpu_[cpu] = machine.place_of(place_kind::numa_node, t);
  }
}

unsigned memory_nodes::here() const {
  const int cpu = can_bind() ? sched_getcpu() : -1;
  const auto index = static_cast<std::size_t>(cpu);
  return cpu >= 0 && index < node_of_cpu_.size() ? node_of_cpu_[index] : 0;
}

}  // namespace arcas::inline v0
