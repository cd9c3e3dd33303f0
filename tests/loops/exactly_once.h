// SPDX-License-Identifier: Apache-2.0
// "Every iteration exactly once": the law of every loop, stated once for all tests.
#pragma once

#include <arcas/loops/parallel_for.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

namespace arcas {

// Counts the visits of each index of [first, last). Any thread may visit.
template <loop_index I>
class visits {
 public:
  visits(I first, I last)
      : first_(first), n_(iterations(first, last)), count_(new std::atomic<unsigned>[n_ + 1] {}) {}

  void operator()(I i) {
    const std::uint64_t k = static_cast<std::uint64_t>(i) - static_cast<std::uint64_t>(first_);
    // relaxed: the loop's end orders it before expect_exactly_once().
    count_[k < n_ ? k : n_].fetch_add(1, std::memory_order_relaxed);
  }
  void operator()(I begin, I end) {
    for (I i = begin; i != end; ++i) (*this)(i);
  }
  void expect_exactly_once() const {
    for (std::uint64_t k = 0; k < n_; ++k) {
      ASSERT_EQ(count_[k], 1U) << "index " << +index_of(first_, k);
    }
    EXPECT_EQ(count_[n_], 0U) << "indices outside of the range";
  }
  // Expects that each index was visited at most once. Returns the number of visited indices.
  std::uint64_t at_most_once() const {
    std::uint64_t visited = 0;
    for (std::uint64_t k = 0; k < n_; ++k) {
      EXPECT_LE(count_[k], 1U);
      visited += count_[k];
    }
    EXPECT_EQ(count_[n_], 0U);
    return visited;
  }

 private:
  I first_;
  std::uint64_t n_;
  std::unique_ptr<std::atomic<unsigned>[]> count_;
};

// Yields now and then, so that workers take turns during loops even on few processors.
inline void let_others_go_first(std::uint64_t k) {
  constexpr std::uint64_t now_and_then = 61;
  if (k % now_and_then == 0) std::this_thread::yield();
}

// Runs a loop whose body takes one index.
template <loop_index I>
void expect_exactly_once(I first, I last, const loop_options& options = {}) {
  visits<I> seen(first, last);
  parallel_for(first, last, [&](I i) { seen(i); }, options);
  seen.expect_exactly_once();
}

// Runs a loop whose body takes a chunk.
template <loop_index I>
void expect_exactly_once_in_chunks(I first, I last, const loop_options& options = {}) {
  visits<I> seen(first, last);
  parallel_for(
      first, last,
      [&](I begin, I end) {
        EXPECT_NE(begin, end);
        seen(begin, end);
        let_others_go_first(static_cast<std::uint64_t>(begin));
      },
      options);
  seen.expect_exactly_once();
}

}  // namespace arcas
