// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/prefix_blocks.h>

#include <gtest/gtest.h>

#include <string>

#include "ways.h"

namespace arcas {
namespace {

TEST(BlockGrid, CoversTheRange) {
  for (const std::size_t n : {1, 127, 128, 129, 5000, 131072, 1000003}) {
    for (const std::size_t grain : {0, 1, 10, 5000}) {
      const block_grid grid(n, grain);
      std::size_t next = 0;
      for (std::size_t b = 0; b < grid.count(); ++b) {
        EXPECT_EQ(grid.begin(b), next);
        EXPECT_GT(grid.end(b), next);
        next = grid.end(b);
      }
      EXPECT_EQ(next, n);
      if (grain != 0) {
        EXPECT_EQ(grid.size, grain);
      }
    }
  }
  EXPECT_EQ(block_grid(0, 0).count(), 0U);
  EXPECT_EQ(block_grid(~std::size_t{0}, ~std::size_t{0}).end(0), ~std::size_t{0});
}

class PrefixBlocks : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, PrefixBlocks, worker_counts, testing::PrintToStringParamName());

TEST_P(PrefixBlocks, FinishEachBlockOnceWithAllThatStandsBeforeIt) {
  in_every_way(machine, [](const loop_options& options) {
    constexpr std::size_t count = 90;
    std::vector<std::string> before(count);
    std::vector<int> finished(count), looked(count);
    const auto finish = [&](std::size_t b, const std::string& so_far) {
      ++finished[b];
      before[b] = so_far;
      now_and_then_yield(b);
      return so_far + word(b);
    };
    const auto look = [&](std::size_t b) {
      ++looked[b];
      return word(b);
    };
    const concatenation m;
    prefix_blocks<concatenation> blocks(count, m);
    const auto where = std::source_location::current();
    blocks.first_pass(finish, look, options, where);
    EXPECT_EQ(finished[0], 1);
    EXPECT_EQ(blocks.second_pass(finish, options, where), words_up_to(count));
    for (std::size_t b = 0; b < count; ++b) {
      ASSERT_EQ(finished[b], 1);
      ASSERT_LE(looked[b], 1);
      ASSERT_EQ(before[b], words_up_to(b));
    }
  });
}

TEST(PrefixBlocksAlone, AreFinishedInOnePass) {
  runtime alone(runtime_options{.workers = 1});
  const plus<int> m;
  prefix_blocks<plus<int>> blocks(100, m);
  const auto where = std::source_location::current();
  int looked = 0;
  blocks.first_pass([](std::size_t, int sum) { return sum + 1; },
                    [&](std::size_t) { return ++looked; }, {.on = &alone}, where);
  int finished_later = 0;
  EXPECT_EQ(blocks.second_pass([&](std::size_t, int) { ++finished_later; }, {.on = &alone}, where),
            100);
  EXPECT_EQ(looked, 0);
  EXPECT_EQ(finished_later, 0);
}

}  // namespace
}  // namespace arcas
