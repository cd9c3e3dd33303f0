// SPDX-License-Identifier: Apache-2.0
// The bins of sssp.h: waiting vertices by distance, stored in blocks. Each worker fills bins of its
// own and keeps them from loop to loop, so that no bin changes its owner and memory is reused.
// Between two loops, the bins of all workers can be inspected, and one bin of all workers can be
// taken.
#pragma once

#include <arcas/graph/csr.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

namespace arcas::inline v0::graph::detail {

// Up to 63 vertices, 256 bytes: enough work for a claim, and few enough that workers can share a
// small bin.
class vertex_block {
 public:
  bool full() const { return count_ == held_.size(); }
  void push(vertex v) { held_[count_++] = v; }
  std::span<const vertex> all() const { return {held_.data(), count_}; }

 private:
  std::uint32_t count_ = 0;
  std::array<vertex, 63> held_;
};

// The bins of one worker.
class distance_bins {
 public:
  using bin = std::vector<vertex_block>;

  void push(std::size_t at, vertex v) {
    if (at >= bins_.size()) bins_.resize(at + 1);
    bin& b = bins_[at];
    if (b.empty() || b.back().full()) b.emplace_back();
    b.back().push(v);
  }
  // Both return the blocks of a bin, valid until the next call of the same function, and empty the
  // bin. Other workers may read the blocks of take_for_all() while the owner calls take().
  const bin& take(std::size_t at) { return moved(at, own_turn_); }
  const bin& take_for_all(std::size_t at) { return moved(at, turn_); }
  std::size_t blocks(std::size_t at) const { return at < bins_.size() ? bins_[at].size() : 0; }
  // Returns the first bin from `at` on that is not empty, or `none` if there is no such bin before
  // `none`.
  std::size_t first_filled(std::size_t at, std::size_t none) const {
    const std::size_t end = std::min(none, bins_.size());
    while (at < end && bins_[at].empty()) ++at;
    return at < end ? at : none;
  }

 private:
  const bin& moved(std::size_t at, bin& to) {
    to.clear();
    if (at < bins_.size()) to.swap(bins_[at]);
    return to;
  }

  std::vector<bin> bins_;
  bin own_turn_;
  bin turn_;
};

// The bins of all workers.
class shared_bins {
 public:
  // Any worker may call lend(). The bins belong to that worker alone until all_back().
  distance_bins& lend() {
    const std::lock_guard turn(lock_);
    if (lent_ == all_.size()) all_.emplace_back();
    return all_[lent_++];
  }
  // The following functions must be called between two loops.
  void all_back() { lent_ = 0; }
  distance_bins& any() { return all_.front(); }
  // Returns the least first_filled() of the bins of all workers.
  std::size_t first_filled(std::size_t at, std::size_t none) const {
    std::size_t first = none;
    for (const distance_bins& bins : all_) first = bins.first_filled(at, first);
    return first;
  }
  // Returns all blocks of bin `at`, valid until the next call, and empties the bin.
  std::span<const vertex_block* const> take(std::size_t at) {
    taken_.clear();
    for (auto& bins : all_) {
      for (const vertex_block& block : bins.take_for_all(at)) taken_.push_back(&block);
    }
    return taken_;
  }

 private:
  std::mutex lock_;
  std::deque<distance_bins> all_{1};
  std::size_t lent_ = 0;
  std::vector<const vertex_block*> taken_;
};

}  // namespace arcas::inline v0::graph::detail
