// SPDX-License-Identifier: Apache-2.0
// What must an array know of a machine to be placed on it? Its NUMA nodes, how many workers each
// has, and whether pages can be bound to them.
#pragma once

#include <arcas/topology/topology.h>

#include <concepts>
#include <span>
#include <vector>

namespace arcas::inline v0 {

// Workers and the machine they are on, as arcas::runtime has them.
template <class R>
concept working_machine = requires(const R& r, unsigned worker) {
  { r.machine() } -> std::convertible_to<const topology&>;
  { r.workers() } -> std::convertible_to<unsigned>;
  { r.tree().thread_of(worker) } -> std::convertible_to<unsigned>;
};

// Nodes are numbered as the machine's places are.
class memory_nodes {
 public:
  // threads[w]: the hardware thread (logical number) of worker w.
  memory_nodes(const topology& machine, std::span<const unsigned> threads);
  template <working_machine R>
  explicit memory_nodes(const R& r) : memory_nodes(r.machine(), threads_of(r)) {}

  unsigned count() const { return static_cast<unsigned>(workers_.size()); }
  // Workers whose node it is, by node.
  std::span<const unsigned> workers() const { return workers_; }
  // The operating system's number of a node.
  unsigned os_index(unsigned node) const { return os_index_[node]; }
  // More than one node, and it is this very machine: else every placement is the same.
  bool can_bind() const { return live_ && count() > 1; }
  // The node of the hardware thread that the caller is on at the moment; 0 where that means
  // nothing. Costs some 20 ns: ask once for a chunk.
  unsigned here() const;

 private:
  template <class R>
  static std::vector<unsigned> threads_of(const R& r) {
    std::vector<unsigned> threads;
    for (unsigned w = 0; w < r.workers(); ++w) threads.push_back(r.tree().thread_of(w));
    return threads;
  }

  std::vector<unsigned> workers_;
  std::vector<unsigned> os_index_;
  std::vector<unsigned> node_of_cpu_;  // by the operating system's number; live machines only
  bool live_;
};

}  // namespace arcas::inline v0
