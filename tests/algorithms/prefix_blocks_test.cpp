// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/prefix_blocks.h>
#include <arcas/loops/parallel_for.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

TEST(BlockGrid, CoversTheRange) {
  for (const std::size_t n : {1, 127, 128, 129, 5000, 131072, 1000003}) {
    for (const std::size_t grain : {0, 1, 10, 5000}) {
      const auto grid = block_grid::dealt_to(3, 10, 10 + n, {.grain = grain});
      std::size_t next = 10;
      for (std::size_t b = 0; b < grid.count(); ++b) {
        EXPECT_EQ(grid.begin(b), next);
        EXPECT_GT(grid.end(b), next);
        next = grid.end(b);
      }
      EXPECT_EQ(next, 10 + n);
      if (grain != 0) {
        EXPECT_EQ(grid.size, std::min(grain, n));
      } else {
        // Each of the three workers has the same number of blocks: one block if the data fits
        // into the caches of the workers.
        EXPECT_LE(grid.size, block_grid::in_a_cache);
        EXPECT_LE(grid.count(), n <= 3 * block_grid::in_a_cache ? 3U : 6U);
      }
    }
  }
  EXPECT_EQ(block_grid(0, 0, 1).count(), 0U);
  EXPECT_EQ(block_grid(0, ~std::size_t{0}, ~std::size_t{0}).end(0), ~std::size_t{0});
}

class PrefixBlocks : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, PrefixBlocks, worker_counts, testing::PrintToStringParamName());

TEST_P(PrefixBlocks, ArePutOnceWithAllThatStandsBeforeThem) {
  in_every_way(machine, [this](const loop_options& options) {
    constexpr std::size_t count = 90;
    std::vector<std::string> before(count);
    std::vector<int> put(count), looked(count);
    const auto look = [&](std::size_t b) {
      ++looked[b];
      now_and_then_yield(b);
      return word(b);
    };
    const auto finish = [&](std::size_t b, const std::string& so_far) {
      ++put[b];
      before[b] = so_far;
      now_and_then_yield(b + 7);
    };
    bool was_alone = false;
    const auto alone = [&](const std::string& so_far) {
      was_alone = true;
      EXPECT_EQ(so_far, "from ");
      return "from " + words_up_to(count);
    };
    const concatenation m;
    prefix_blocks<concatenation> blocks(count, m, "from ");
    const auto where = std::source_location::current();
    EXPECT_EQ(blocks.run(look, finish, alone, machine.workers(), options, where),
              "from " + words_up_to(count));
    for (std::size_t b = 0; b < count; ++b) {
      ASSERT_EQ(put[b], was_alone ? 0 : 1);
      ASSERT_EQ(looked[b], put[b]);
      if (put[b] != 0) {
        ASSERT_EQ(before[b], "from " + words_up_to(b));
      }
    }
  });
}

TEST_P(PrefixBlocks, ArePutInTheEndThoughTheFirstIsLate) {
  constexpr std::size_t count = 40;
  std::vector<int> put(count);
  const plus<int> m;
  for (int round = 0; round < 5; ++round) {
    prefix_blocks<plus<int>> blocks(count, m, 0);
    std::fill(put.begin(), put.end(), 0);
    const auto look = [](std::size_t b) {
      if (b == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return 1;
    };
    const auto finish = [&](std::size_t b, int so_far) {
      EXPECT_EQ(so_far, static_cast<int>(b));
      ++put[b];
    };
    const auto alone = [&](int so_far) {
      std::fill(put.begin(), put.end(), 1);
      return so_far + static_cast<int>(count);
    };
    EXPECT_EQ(blocks.run(look, finish, alone, machine.workers(), {.on = &machine},
                         std::source_location::current()),
              static_cast<int>(count));
    EXPECT_EQ(put, std::vector<int>(count, 1));
  }
}

TEST(PrefixBlocksInALoop, AreDoneInOnePassByALoneWorker) {
  runtime machine(runtime_options{.workers = 3});
  std::atomic<int> passes{0}, looks{0};
  parallel_for(0, 6,
               [&](int) {
                 const plus<int> m;
                 prefix_blocks<plus<int>> blocks(10, m, 5);
                 const int all =
                     blocks.run([&](std::size_t) { return ++looks, 1; }, [](std::size_t, int) {},
                                [&](int so_far) { return ++passes, so_far + 10; }, 3,
                                {.on = &machine}, std::source_location::current());
                 EXPECT_EQ(all, 15);
               },
               {.grain = 1, .distributor = "shared", .on = &machine});
  EXPECT_EQ(passes * 10 + looks, 60);
}

}  // namespace
}  // namespace arcas
