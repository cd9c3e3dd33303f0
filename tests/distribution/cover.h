// SPDX-License-Identifier: Apache-2.0
// Claims of any size as intervals: does each iteration of [0, n) belong to exactly one of them?
#pragma once

#include <arcas/base/index_range.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

namespace arcas {

class cover {
 public:
  void add(chunk c) {
    const std::lock_guard lock(writing_);
    chunks_.push_back(c);
    so_far_ += c.size();
  }
  // May be called while other threads add.
  std::uint64_t iterations_so_far() const { return so_far_; }
  std::uint64_t iterations() const {
    std::uint64_t sum = 0;
    for (const chunk& c : chunks_) sum += c.size();
    return sum;
  }
  std::size_t chunks() const { return chunks_.size(); }

  void expect_exactly(std::uint64_t n) {
    std::sort(chunks_.begin(), chunks_.end(),
              [](const chunk& a, const chunk& b) { return a.first < b.first; });
    std::uint64_t next = 0;
    for (const chunk& c : chunks_) {
      ASSERT_FALSE(c.empty());
      ASSERT_EQ(c.first, next) << (c.first < next ? "claimed twice" : "never claimed");
      next = c.last;
    }
    EXPECT_EQ(next, n);
  }

 private:
  std::mutex writing_;
  std::vector<chunk> chunks_;
  std::atomic<std::uint64_t> so_far_{0};
};

}  // namespace arcas
