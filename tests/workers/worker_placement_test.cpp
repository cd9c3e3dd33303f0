// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/worker_tree.h>

#include "machines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

namespace arcas {

using namespace detail;
namespace {

using threads = std::vector<unsigned>;

// Hardware threads 0 to 7 are in the first package; 2c and 2c + 1 are in core c.
topology two_packages() {
  return topology::synthetic("pack:2 core:4 pu:2");
}

threads placed(unsigned count, worker_placement how, const std::vector<bool>& taken = {}) {
  return placed_threads(two_packages(), place_kind::thread, count, how, taken);
}

TEST(WorkerPlacement, SpreadsOverPackagesThenCoresThenThreads) {
  const threads order = {0, 8, 2, 10, 4, 12, 6, 14, 1, 9, 3, 11, 5, 13, 7, 15};
  for (const unsigned count : {1U, 2U, 3U, 4U, 8U, 9U, 16U}) {
    EXPECT_EQ(placed(count, worker_placement::spread),
              threads(order.begin(), order.begin() + count));
  }
}

TEST(WorkerPlacement, CloseFillsTheCoresOfAPackageFirst) {
  const threads order = {0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15};
  for (const unsigned count : {1U, 2U, 3U, 4U, 8U, 9U, 16U}) {
    EXPECT_EQ(placed(count, worker_placement::close),
              threads(order.begin(), order.begin() + count));
  }
}

TEST(WorkerPlacement, SpreadsWithinAPackageOverItsNodesAndCaches) {
  const topology machine = topology::synthetic("pack:2 numa:2 l3:2 core:2 pu:1");
  EXPECT_EQ(placed_threads(machine, place_kind::thread, 16, worker_placement::spread),
            (threads{0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15}));
}

TEST(WorkerPlacement, WorkersOfWiderPlacesAreSpreadToo) {
  EXPECT_EQ(placed_threads(two_packages(), place_kind::core, 3, worker_placement::spread),
            (threads{0, 8, 2}));
  EXPECT_EQ(placed_threads(two_packages(), place_kind::package, 2, worker_placement::spread),
            (threads{0, 8}));
}

TEST(WorkerPlacement, BeginsAgainWithMoreWorkersThanThreads) {
  const threads chosen = placed(20, worker_placement::spread);
  EXPECT_EQ(threads(chosen.begin() + 16, chosen.end()), (threads{0, 8, 2, 10}));
}

TEST(WorkerPlacement, ChoosesClaimedProcessorsLast) {
  std::vector<bool> taken(16);
  for (const unsigned t : {0U, 8U, 3U}) taken[t] = true;
  // First come the cores without a claim, then the other hardware threads of cores 1, 0 and 4, then
  // the other hardware threads of cores without a claim. The claimed hardware threads come last.
  EXPECT_EQ(placed(16, worker_placement::spread, taken),
            (threads{10, 4, 12, 6, 14, 2, 1, 9, 11, 5, 13, 7, 15, 0, 8, 3}));
  EXPECT_EQ(placed(2, worker_placement::close, taken), (threads{4, 6}));
}

// Number of places of this kind that have a worker.
std::size_t places_used(const topology& machine, const threads& chosen, place_kind kind) {
  std::set<unsigned> used;
  for (const unsigned t : chosen) used.insert(machine.place_of(kind, t));
  return used.size();
}

TEST(WorkerPlacement, SpreadUsesAsManyPackagesAndCoresAsThereAreWorkers) {
  for (const std::string& description : synthetic_machines()) {
    const topology machine = topology::synthetic(description);
    for (unsigned count = 1; count <= std::min(machine.thread_count(), 70U); ++count) {
      const threads chosen =
          placed_threads(machine, place_kind::thread, count, worker_placement::spread);
      EXPECT_EQ(std::set(chosen.begin(), chosen.end()).size(), count);
      for (const place_kind kind : {place_kind::package, place_kind::core}) {
        EXPECT_EQ(places_used(machine, chosen, kind),
                  std::min<std::size_t>(count, machine.places(kind).size()))
            << description << ' ' << count;
      }
    }
  }
}

TEST(WorkerPlacement, TheTreeOfSpreadWorkersHasAHeadInEachPackage) {
  const topology machine = two_packages();
  const worker_tree tree(machine, 4, default_levels());
  EXPECT_EQ(tree.thread_of(0), 0U);
  EXPECT_EQ(tree.thread_of(1), 2U);
  EXPECT_EQ(tree.thread_of(2), 8U);
  EXPECT_EQ(tree.thread_of(3), 10U);
  EXPECT_EQ(tree.level_of(2), 2);
  EXPECT_EQ(tree.parent_of(2), 0U);
  EXPECT_EQ(tree.parent_of(3), 2U);
  const worker_tree near(machine, 4, default_levels(), worker_placement::close);
  EXPECT_EQ(near.level_of(2), 1);
  EXPECT_EQ(near.parent_of(3), 0U);
}

TEST(WorkerPlacement, TheFirstTurnsAreThePlacementOfFewerWorkers) {
  const topology machine = two_packages();
  for (const worker_placement how : {worker_placement::spread, worker_placement::close}) {
    for (const unsigned size : {1U, 3U, 9U, 16U, 20U}) {
      const worker_tree tree(machine, size, default_levels(), how);
      EXPECT_EQ(tree.turn_of(0), 0U);
      std::set<unsigned> turns;
      for (worker_id w = 0; w < size; ++w) {
        turns.insert(tree.turn_of(w));
        EXPECT_EQ(tree.thread_of(w), placed(size, how)[tree.turn_of(w)]) << w;
      }
      EXPECT_EQ(turns.size(), size);
    }
  }
}

TEST(WorkerPlacement, TheRootHasTheFirstTurnWithAnyClaims) {
  std::vector<bool> taken(16);
  taken[0] = true;
  const worker_tree tree(two_packages(), 15, default_levels(), worker_placement::spread, taken);
  EXPECT_EQ(tree.thread_of(0), 1U);
  EXPECT_EQ(tree.turn_of(0), 0U);
  std::set<unsigned> turns;
  for (worker_id w = 0; w < 15; ++w) turns.insert(tree.turn_of(w));
  EXPECT_EQ(turns.size(), 15U);
  EXPECT_EQ(*turns.rbegin(), 14U);
}

TEST(WorkerPlacement, IsNamedAndRefusedWithTheLegalNames) {
  for (const worker_placement how : {worker_placement::spread, worker_placement::close})
    EXPECT_EQ(worker_placement_named(name_of(how)), how);
  for (const char* wrong : {"", "scatter", "Spread"}) {
    try {
      worker_placement_named(wrong);
      ADD_FAILURE() << wrong;
    } catch (const std::invalid_argument& e) {
      EXPECT_NE(std::string(e.what()).find("spread or close"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace arcas
