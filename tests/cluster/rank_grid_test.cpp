// SPDX-License-Identifier: Apache-2.0
// Routes for all pairs of ranks, in grids of all sizes: they end, they follow links, and the links
// have an order in which every route goes forward (arcas/cluster/transport/README.md, «Order of
// links»).
#include <arcas/cluster/transport/transport.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

using link = std::pair<rank_id, rank_id>;

std::vector<link> route(const rank_grid& grid, rank_id from, rank_id to) {
  std::vector<link> steps;
  while (from != to && steps.size() <= rank_grid::most_hops) {
    const rank_id next = grid.next(from, to);
    steps.push_back({from, next});
    from = next;
  }
  return steps;
}

template <class Visit>
void for_each_route(const rank_grid& grid, Visit&& visit) {
  for (rank_id from = 0; from < grid.ranks(); ++from) {
    for (rank_id to = 0; to < grid.ranks(); ++to) {
      if (from != to) visit(from, to, route(grid, from, to));
    }
  }
}

// Checks grids with sides as equal as possible (row 0), and grids with rows of a given length.
template <class Check>
void for_each_grid(rank_id most_ranks, Check&& check) {
  for (unsigned hops = 1; hops <= rank_grid::most_hops; ++hops) {
    for (const rank_id row : {0u, 2u, 3u, 8u}) {
      for (rank_id ranks = 1; ranks <= (row == 0 ? most_ranks : most_ranks / 2); ++ranks) {
        SCOPED_TRACE(std::to_string(ranks) + " ranks, " + std::to_string(hops) + " hops, row of " +
                     std::to_string(row));
        check(rank_grid(ranks, hops, row));
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(rank_grid, routes_end_in_time_and_follow_links) {
  for_each_grid(70, [](const rank_grid& grid) {
    std::set<link> links;
    for (rank_id r = 0; r < grid.ranks(); ++r) {
      const std::vector<rank_id> of_r = grid.links(r);
      EXPECT_LE(of_r.size(), grid.most_links());
      for (const rank_id other : of_r) links.insert({r, other});
    }
    for (const auto& [a, b] : links) EXPECT_TRUE(links.contains({b, a}));
    for_each_route(grid, [&](rank_id from, rank_id to, const std::vector<link>& steps) {
      ASSERT_LE(steps.size(), grid.hops()) << from << " to " << to;
      ASSERT_EQ(steps.back().second, to);
      for (const link& l : steps) ASSERT_TRUE(links.contains(l)) << l.first << " to " << l.second;
    });
  });
}

// Repeatedly removes the links after which no route continues over a remaining link. Links that
// cannot be removed would wait for each other.
TEST(rank_grid, no_circle_of_links_waits_for_itself) {
  for_each_grid(70, [](const rank_grid& grid) {
    std::map<link, std::set<link>> waits_for;
    for_each_route(grid, [&](rank_id, rank_id, const std::vector<link>& steps) {
      for (std::size_t i = 0; i < steps.size(); ++i) {
        std::set<link>& next = waits_for[steps[i]];
        if (i + 1 < steps.size()) next.insert(steps[i + 1]);
      }
    });
    for (bool fewer = true; fewer && !waits_for.empty();) {
      fewer = std::erase_if(waits_for, [&](const auto& entry) {
                return std::none_of(entry.second.begin(), entry.second.end(),
                                    [&](const link& l) { return waits_for.contains(l); });
              }) != 0;
    }
    EXPECT_TRUE(waits_for.empty()) << waits_for.size() << " links may wait for each other";
  });
}

// The end of the job goes along all links; since routes follow links, it reaches every rank.
TEST(rank_grid, links_are_of_both_ranks) {
  for_each_grid(100, [](const rank_grid& grid) {
    std::vector<std::vector<rank_id>> links;
    for (rank_id r = 0; r < grid.ranks(); ++r) links.push_back(grid.links(r));
    for (rank_id r = 0; r < grid.ranks(); ++r) {
      EXPECT_TRUE(std::is_sorted(links[r].begin(), links[r].end()));
      for (const rank_id other : links[r]) {
        EXPECT_TRUE(std::binary_search(links[other].begin(), links[other].end(), r));
      }
    }
  });
}

TEST(rank_grid, has_few_links_for_many_ranks) {
  EXPECT_EQ(rank_grid(1000, 1).most_links(), 999u);
  EXPECT_EQ(rank_grid(1024, 2).most_links(), 62u);
  EXPECT_EQ(rank_grid(1000, 3).most_links(), 27u);
  EXPECT_EQ(rank_grid(1'000'000, 3).most_links(), 297u);
}

// The number of packets between processes if each rank sends one message to every other rank.
std::uint64_t crossings(const rank_grid& grid, rank_id workers) {
  std::uint64_t sum = 0;
  for_each_route(grid, [&](rank_id from, rank_id to, const std::vector<link>& steps) {
    const auto crossed = static_cast<std::uint64_t>(std::count_if(
        steps.begin(), steps.end(),
        [workers](const link& l) { return l.first / workers != l.second / workers; }));
    if (from / workers == to / workers) {
      EXPECT_EQ(crossed, 0u) << from << " to " << to;
    }
    EXPECT_LT(crossed, grid.hops()) << from << " to " << to;
    sum += crossed;
  });
  return sum;
}

TEST(rank_grid, with_a_row_for_each_process_one_hop_stays_inside) {
  for (const rank_id workers : {2u, 3u, 4u, 8u}) {
    for (const rank_id processes : {2u, 5u, 8u, 12u}) {
      SCOPED_TRACE(std::to_string(processes) + " processes of " + std::to_string(workers));
      const rank_id ranks = processes * workers;
      const std::uint64_t pairs_apart = std::uint64_t{ranks} * (ranks - workers);
      EXPECT_EQ(crossings(rank_grid(ranks, 2, workers), workers), pairs_apart);
      EXPECT_LE(crossings(rank_grid(ranks, 3, workers), workers), 2 * pairs_apart);
    }
  }
}

TEST(rank_grid, refuses_other_numbers_of_hops) {
  EXPECT_THROW(rank_grid(4, 0), std::invalid_argument);
  EXPECT_THROW(rank_grid(4, 4), std::invalid_argument);
}

}  // namespace
}  // namespace arcas::inline v0::cluster
