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

// Each task follows two tasks, at least `nearest` and at most 10 * nearest before it.
std::vector<std::size_t> order_on_one_thread(std::size_t nearest) {
  const auto team = test::team_of(1);
  std::mt19937 random(1);
  std::vector<std::size_t> order;
  std::vector<task_graph::task> all;
  task_graph g;
  for (std::size_t i = 0; i < 20'000; ++i) {
    const auto added = g.add([&order, i] { order.push_back(i); });
    for (int k = 0; k < 2; ++k) {
      const std::size_t before = nearest + random() % (9 * nearest);
      if (before <= i) all[i - before].precedes(added);
    }
    all.push_back(added);
  }
  g.run({.on = team.get()});
  EXPECT_EQ(order.size(), all.size());
  return order;
}

TEST(GraphRun, OfOneThreadCallsTasksInTheOrderOfAddIfTheyFollowDistantOnes) {
  EXPECT_TRUE(std::ranges::is_sorted(order_on_one_thread(100)));
}

TEST(GraphRun, OfOneThreadCallsTasksNearTheirPlaceIfTheyFollowNearOnes) {
  const auto order = order_on_one_thread(7);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t away = std::max(i, order[i]) - std::min(i, order[i]);
    ASSERT_LE(away, 1'000u) << "task " << order[i] << " was called at place " << i;
  }
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
