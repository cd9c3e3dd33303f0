// SPDX-License-Identifier: Apache-2.0
// Which node is home of each part of an array? Plain arithmetic, so that a laptop answers for any
// machine; memory_block.h makes it true.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arcas::inline v0 {

enum class placement : std::uint8_t {
  interleaved,  // pages round robin over the nodes: for random access
  blocked,      // a stretch for each node, in proportion to its workers: for what loops go through
  replicated,   // a copy on each node, read from the nearest: for what is written once
  local         // all of it on one node
};

// Bytes [first, last) of a block have their home on that node.
struct home_run {
  std::size_t first = 0;
  std::size_t last = 0;
  unsigned node = 0;
  friend bool operator==(const home_run&, const home_run&) = default;
};

class page_homes {
 public:
  static constexpr std::size_t small_page = 4096;
  // One entry of the address translation cache covers it at the second level, on x86-64 and on
  // aarch64 with 4 KiB pages.
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  // Interleaved, an array is at most so many pieces: each is an area of its own to the kernel,
  // which has some 65,000 of them for a process.
  static constexpr std::size_t most_pieces = 4096;

  page_homes() = default;
  // One home for all of it.
  page_homes(std::size_t bytes, unsigned node);
  // ends[k]: where node k's stretch ends, ascending, the last one the end of all; a page on a
  // border belongs to the node of its first byte.
  explicit page_homes(std::span<const std::size_t> ends);
  // For interleaved and blocked: over nodes with workers, of which there is at least one.
  page_homes(placement how, std::size_t bytes, std::span<const unsigned> workers);

  unsigned node_of(std::size_t byte) const;
  // visit(home_run) for all of the block, in order.
  template <class Visit>
  void each_run(Visit visit) const {
    for (std::size_t first = 0; first < bytes_;) {
      const home_run run = run_at(first);
      visit(run);
      first = run.last;
    }
  }
  // What is given to one node is a multiple of this, but for the end.
  std::size_t unit() const { return unit_; }

 private:
  home_run run_at(std::size_t byte) const;

  std::size_t bytes_ = 0;
  std::size_t unit_ = small_page;
  std::vector<unsigned> nodes_;      // interleaved: in turn; else those of bounds_
  std::vector<std::size_t> bounds_;  // blocked: where each node's stretch ends; else none
};

}  // namespace arcas::inline v0
