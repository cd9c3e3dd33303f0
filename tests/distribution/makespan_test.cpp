// SPDX-License-Identifier: Apache-2.0
// How long would a loop take on a machine that is not available? Time is simulated: the first free
// worker claims next, and each chunk has a given cost. The queues are those of the library.
#include <arcas/distribution/node_queues.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <numeric>
#include <queue>

namespace arcas {

using namespace detail;
namespace {

struct outcome {
  double makespan = 0;
  double ideal = 0;  // if all work were spread evenly
  double local_share = 0;
  std::vector<double> work_of_place;
};

// The homes of the blocks are the places in turn. Each place has `per_place` members.
outcome simulate(const std::string& machine, unsigned places, unsigned per_place,
                 const std::vector<double>& cost, bool strict) {
  const unsigned members = places * per_place;
  const locality_layout layout(topology::synthetic(machine), team_on(machine, members),
                               place_kind::numa_node, false);
  const auto home = [=](std::uint64_t i) { return static_cast<unsigned>(i % places); };
  const home_map map(0, cost.size(), home, 1);
  node_queue_words<> words(layout);
  const std::uint64_t tag = words.open(map, 0, cost.size());
  std::vector<node_queue_cursor<>> team;
  for (member_id m = 0; m < members; ++m) team.emplace_back(layout, words, tag, m, strict);

  outcome o;
  o.work_of_place.resize(places);
  using free_at = std::pair<double, member_id>;
  std::priority_queue<free_at, std::vector<free_at>, std::greater<>> next;
  for (member_id m = 0; m < members; ++m) next.emplace(0.0, m);
  std::uint64_t local = 0;
  cover claimed;
  while (!next.empty()) {
    const auto [now, m] = next.top();
    next.pop();
    const chunk c = claim_anywhere(team[m], 1, 1);
    if (c.empty()) continue;
    claimed.add(c);
    EXPECT_EQ(team[m].local(), home(c.first) == m / per_place);
    local += team[m].local();
    o.work_of_place[home(c.first)] += cost[c.first];
    o.makespan = std::max(o.makespan, now + cost[c.first]);
    next.emplace(now + cost[c.first], m);
  }
  claimed.expect_exactly(cost.size());
  o.ideal = std::accumulate(cost.begin(), cost.end(), 0.0) / members;
  o.local_share = static_cast<double>(local) / static_cast<double>(cost.size());
  return o;
}

// Costs of 90 to 110, the same in every run; those of place 1 are doubled on request.
std::vector<double> costs(std::size_t blocks, unsigned places, bool doubled) {
  std::vector<double> all(blocks);
  std::uint64_t random = 1;
  for (std::size_t i = 0; i < blocks; ++i) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    all[i] = 90 + static_cast<double>(random >> 33) / static_cast<double>(1U << 31) * 20;
    if (doubled && i % places == 1) all[i] *= 2;
  }
  return all;
}

struct machine_case {
  std::string machine;
  unsigned places, per_place;
};

const std::vector<machine_case>& simulated_machines() {
  static const std::vector<machine_case> all = {{"numa:2 core:4 pu:1", 2, 4},
                                                {"pack:2 numa:2 core:4 pu:1", 4, 4},
                                                {"pack:4 numa:2 core:8 pu:1", 8, 8}};
  return all;
}

// 60 blocks per worker, as for 60 workers on 600^3 points in blocks of 600 x 10 x 10.
std::size_t blocks_on(const machine_case& m) {
  return std::size_t{60} * m.places * m.per_place;
}

TEST(Makespan, EvenLoadsStayAtHome) {
  for (const machine_case& m : simulated_machines()) {
    const auto work = costs(blocks_on(m), m.places, false);
    const outcome balanced = simulate(m.machine, m.places, m.per_place, work, false);
    const outcome strict = simulate(m.machine, m.places, m.per_place, work, true);
    EXPECT_GE(balanced.local_share, 0.95) << m.machine;
    EXPECT_EQ(strict.local_share, 1.0) << m.machine;
    EXPECT_LE(balanced.makespan, 1.05 * balanced.ideal);
    EXPECT_LE(strict.makespan, 1.05 * strict.ideal);
    std::cout << m.machine << ": even, balanced " << 100 * balanced.local_share << " % local, "
              << balanced.makespan / balanced.ideal << " of the ideal; strict "
              << strict.makespan / strict.ideal << "\n";
  }
}

TEST(Makespan, WithOnePlacesWorkDoubledBalancedIsNearTheIdealAndStrictWaitsForThatPlace) {
  for (const machine_case& m : simulated_machines()) {
    const auto work = costs(blocks_on(m), m.places, true);
    const outcome balanced = simulate(m.machine, m.places, m.per_place, work, false);
    const outcome strict = simulate(m.machine, m.places, m.per_place, work, true);
    EXPECT_LE(balanced.makespan, 1.05 * balanced.ideal) << m.machine;
    // A strict loop takes as long as the place with the most work, since only the members of that
    // place claim its work.
    const double predicted =
        *std::max_element(strict.work_of_place.begin(), strict.work_of_place.end()) / m.per_place;
    EXPECT_NEAR(strict.makespan, predicted, 0.05 * predicted) << m.machine;
    EXPECT_EQ(strict.local_share, 1.0);
    std::cout << m.machine << ": one doubled, balanced " << 100 * balanced.local_share
              << " % local, " << balanced.makespan / balanced.ideal << " of the ideal; strict "
              << strict.makespan / strict.ideal << ", predicted " << predicted / strict.ideal
              << "\n";
  }
}

}  // namespace
}  // namespace arcas
