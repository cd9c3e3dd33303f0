// SPDX-License-Identifier: Apache-2.0
// Vertices that wait for their turn by distance, in blocks that workers fill alone and hand over
// whole: what sssp.h calls bins.
#pragma once

#include <arcas/graph/csr.h>

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace arcas::graph {

// Up to 64 vertices: enough work for a claim, few enough to share out a small bin.
class vertex_block {
 public:
  bool full() const { return count_ == held_.size(); }
  void push(vertex v) { held_[count_++] = v; }
  std::span<const vertex> all() const { return {held_.data(), count_}; }

 private:
  std::uint32_t count_ = 0;
  std::array<vertex, 63> held_;
};

// One worker's, or everybody's between two loops.
class distance_bins {
 public:
  using bin = std::vector<vertex_block>;

  void push(std::size_t at, vertex v) {
    if (at >= bins_.size()) bins_.resize(at + 1);
    bin& b = bins_[at];
    if (b.empty() || b.back().full()) b.emplace_back();
    b.back().push(v);
  }
  // The bin's blocks; it is empty afterwards.
  bin take(std::size_t at) { return at < bins_.size() ? std::exchange(bins_[at], {}) : bin(); }
  // Blocks of bin `at`.
  std::size_t blocks(std::size_t at) const { return at < bins_.size() ? bins_[at].size() : 0; }
  // Takes over what is in the other's.
  void join(distance_bins& other) {
    if (other.bins_.size() > bins_.size()) bins_.resize(other.bins_.size());
    for (std::size_t i = 0; i < other.bins_.size(); ++i) {
      bin& theirs = other.bins_[i];
      if (theirs.empty()) continue;
      if (bins_[i].empty()) {
        bins_[i].swap(theirs);
      } else {
        bins_[i].insert(bins_[i].end(), theirs.begin(), theirs.end());
      }
    }
  }
  // The first bin from `at` on with something in it; past the end where there is none.
  std::size_t first_filled(std::size_t at) const {
    while (at < bins_.size() && bins_[at].empty()) ++at;
    return at;
  }
  std::size_t size() const { return bins_.size(); }

 private:
  std::vector<bin> bins_;
};

}  // namespace arcas::graph
