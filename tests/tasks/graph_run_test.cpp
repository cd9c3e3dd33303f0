// SPDX-License-Identifier: Apache-2.0
// Private header: the turns of a graph's tasks.
#include <arcas/tasks/graph_run.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

namespace arcas {
namespace {

TEST(GraphRun, OfOneThreadCallsTasksInTheOrderOfAddIfTheyFollowDistantOnes) {
  const auto team = test::team_of(1);
  std::mt19937 random(1);
  std::vector<std::size_t> order;
  std::vector<task_graph::task> all;
  task_graph g;
  for (std::size_t i = 0; i < 20'000; ++i) {
    const auto added = g.add([&order, i] { order.push_back(i); });
    for (int k = 0; k < 2; ++k) {
      const std::size_t before = 100 + random() % 900;
      if (before <= i) all[i - before].precedes(added);
    }
    all.push_back(added);
  }
  g.run({.on = team.get()});
  EXPECT_EQ(order.size(), all.size());
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(GraphRun, GivesEveryTaskItsTurnIfTasksAreAddedInTheOppositeOrder) {
  for (const unsigned workers : {1u, 3u}) {
    const auto team = test::team_of(workers);
    constexpr std::size_t count = 10'000;
    std::vector<std::size_t> order;
    std::vector<task_graph::task> all;
    task_graph g;
    for (std::size_t i = 0; i < count; ++i) {
      all.push_back(g.add([&order, i] { order.push_back(i); }));
      if (i > 0) all[i].precedes(all[i - 1]);
    }
    g.run({.on = team.get()});
    ASSERT_EQ(order.size(), count);
    ASSERT_TRUE(std::is_sorted(order.rbegin(), order.rend()));
  }
}

}  // namespace
}  // namespace arcas
