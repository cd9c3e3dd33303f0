// SPDX-License-Identifier: Apache-2.0
// What must an array know about a machine for its placement? The NUMA nodes, the number of workers
// on each, and whether pages can be bound to nodes.
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/topology/topology.h>

#include <concepts>
#include <span>
#include <vector>

namespace arcas::inline v0 {

// An object that knows its workers and their machine, such as arcas::runtime.
template <class R>
concept working_machine = requires(const R& r, unsigned worker) {
  { r.machine() } -> std::convertible_to<const topology&>;
  { r.workers() } -> std::convertible_to<unsigned>;
  { r.tree().thread_of(worker) } -> std::convertible_to<unsigned>;
};

// Nodes are numbered like the machine's places.
class memory_nodes {
 public:
  // threads[w]: logical number of the hardware thread of worker w.
  memory_nodes(const topology& machine, std::span<const unsigned> threads);
  template <working_machine R>
  explicit memory_nodes(const R& r) : memory_nodes(r.machine(), threads_of(r)) {}

  unsigned count() const { return static_cast<unsigned>(workers_.size()); }
  // Number of workers on each node.
  std::span<const unsigned> workers() const { return workers_; }
  // The operating system's number of the node.
  unsigned os_index(unsigned node) const { return os_index_[node]; }
  // Whether this is the machine of the process and has more than one node; otherwise placements do
  // not differ.
  bool can_bind() const { return live_ && count() > 1; }
  // The node of the hardware thread that the caller runs on now; 0 if the nodes are not those of
  // this machine. Takes about 20 ns: call it once for a chunk.
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
  std::vector<unsigned> node_of_cpu_;  // indexed by the operating system's number; empty unless
                                       // can_bind()
  bool live_;
};

}  // namespace arcas::inline v0
