// SPDX-License-Identifier: Apache-2.0
// What must an array know about a machine for its placement? The NUMA nodes, the number of workers
// on each, and whether pages can be bound to nodes. Which node is the home of each part of the
// array? This is arithmetic only, so that tests on a laptop cover any machine; memory_block.h binds
// pages accordingly.
#pragma once

#include <arcas/base/wrong_use.h>
#include <arcas/topology/topology.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
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

enum class placement : std::uint8_t {
  interleaved,  // pages round robin over the nodes: for random access
  blocked,      // a contiguous part for each node, in proportion to its workers: for loops over the
                // array
  replicated,   // a copy on each node, read from the nearest: for data that is written once
  local         // all on one node
};

// Bytes [first, last) of a block have their home on this node.
struct home_run {
  std::size_t first = 0;
  std::size_t last = 0;
  unsigned node = 0;
  friend bool operator==(const home_run&, const home_run&) = default;
};

class page_homes {
 public:
  static constexpr std::size_t small_page = 4096;
  // The bytes that one second-level TLB entry covers on x86-64, and on aarch64 with 4 KiB pages.
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  // Maximum number of pieces of an interleaved array. Each piece is a memory area of its own to the
  // kernel, which allows about 65,000 areas per process.
  static constexpr std::size_t most_pieces = 4096;

  page_homes() = default;
  // One home for the whole block.
  page_homes(std::size_t bytes, unsigned node);
  // ends[k]: end of node k's part, ascending; the last one is the end of the block. A page on a
  // border belongs to the node of its first byte.
  explicit page_homes(std::span<const std::size_t> ends);
  // Interleaved or blocked, over the nodes that have workers; on node 0 if none has.
  page_homes(placement how, std::size_t bytes, std::span<const unsigned> workers);

  unsigned node_of(std::size_t byte) const;
  // Calls visit(home_run) for all runs of the block, in order.
  template <class Visit>
  void each_run(Visit visit) const {
    for (std::size_t first = 0; first < bytes_;) {
      const home_run run = run_at(first);
      visit(run);
      first = run.last;
    }
  }
  // The size of each node's part, except the last part, is a multiple of this number of bytes.
  std::size_t unit() const { return unit_; }

 private:
  home_run run_at(std::size_t byte) const;

  std::size_t bytes_ = 0;
  std::size_t unit_ = small_page;
  std::vector<unsigned> nodes_;      // interleaved: in turn; otherwise the nodes of bounds_
  std::vector<std::size_t> bounds_;  // end of each node's part; interleaved: empty
};

}  // namespace arcas::inline v0
