// SPDX-License-Identifier: Apache-2.0
#include <arcas/workers/worker_tree.h>

#include "machines.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas {

using namespace detail;
namespace {

constexpr auto everywhere = {place_kind::thread, place_kind::core, place_kind::package};

TEST(Levels, AreNamedFromTheInsideOut) {
  EXPECT_EQ(levels_named("thread"), std::vector{place_kind::thread});
  EXPECT_EQ(levels_named("thread,core,package"), std::vector<place_kind>(everywhere));
  EXPECT_EQ(default_levels(), levels_named("thread,core,package"));
  EXPECT_EQ(levels_named("core,numa"), (std::vector{place_kind::core, place_kind::numa_node}));
}

std::string complaint_about(std::string_view names) {
  try {
    levels_named(names);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "none";
}

TEST(Levels, ThatDoNotGrowAreRefusedWithASentence) {
  for (const char* names : {"core,thread", "thread,thread", "thread,package,numa"}) {
    const std::string why = complaint_about(names);
    EXPECT_NE(why.find("narrowest to the widest"), std::string::npos) << why;
    EXPECT_NE(why.find("cannot follow"), std::string::npos) << why;
  }
  EXPECT_NE(complaint_about("core,thread").find("\"thread\" cannot follow \"core\""),
            std::string::npos);
}

TEST(Levels, OfUnknownNameAreRefusedWithTheLegalOnes) {
  for (const char* names : {"", "socket", "thread,", ",thread", "thread, core", "Thread"}) {
    const std::string why = complaint_about(names);
    EXPECT_NE(why.find("package"), std::string::npos) << '"' << names << "\": " << why;
  }
}

TEST(Levels, OfATreeMustGrow) {
  const topology pairs = topology::described("core:2 pu:2");
  using enum place_kind;
  for (const std::vector<place_kind>& levels :
       {std::vector<place_kind>{}, {core, thread}, {thread, thread}}) {
    try {
      const worker_tree tree(pairs, 2, levels, worker_placement::spread, {});
      ADD_FAILURE() << "no exception for " << levels.size() << " levels";
    } catch (const std::invalid_argument& e) {
      EXPECT_NE(std::string(e.what()).find("from the narrowest to the widest"), std::string::npos);
    }
  }
}

TEST(WorkerTree, OfFigure2HasTwoWorkersOfLevel1) {
  const topology machine = figure_2();
  const worker_tree tree(machine, 0, levels_named("thread,package"));
  ASSERT_EQ(tree.size(), 8U);
  EXPECT_EQ(tree.top_level(), 1);
  EXPECT_FALSE(tree.parent_of(0).has_value());
  EXPECT_EQ(tree.end_of(0), 8U);
  EXPECT_EQ(tree.end_of(4), 8U);
  for (worker_id w = 0; w < 8; ++w) {
    EXPECT_EQ(tree.level_of(w), w % 4 == 0 ? 1 : 0) << w;
    EXPECT_EQ(tree.thread_of(w), w);
    if (w == 0) continue;
    EXPECT_EQ(tree.parent_of(w), w <= 4 ? 0U : 4U) << w;
    EXPECT_EQ(tree.end_of(w), w == 4 ? 8U : w + 1);
  }
}

TEST(WorkerTree, OfCorePairsHasAWorkerOfLevel1InEachPair) {
  const topology machine = topology::synthetic("pack:2 l3:1 l2:2 core:2 pu:1");
  const worker_tree tree(machine, 0, levels_named("core,l2,package"));
  ASSERT_EQ(tree.size(), 8U);
  for (worker_id w = 0; w < 8; ++w) {
    EXPECT_EQ(tree.level_of(w), w % 4 == 0 ? 2 : w % 2 == 0 ? 1 : 0) << w;
  }
  EXPECT_EQ(tree.parent_of(3), 2U);
  EXPECT_EQ(tree.parent_of(2), 0U);
}

// The leader that w follows while the workers `leading` lead, as in figure 2 of the Callisto-RTS
// paper.
worker_id leader_in(const worker_tree& tree, worker_id w, const std::set<worker_id>& leading) {
  return tree.leader_of(w, [&](worker_id x) { return leading.contains(x); });
}

TEST(WorkerTree, OfFigure2InSerialCodeFollowsTheRoot) {
  const worker_tree tree(figure_2(), 0, levels_named("thread,package"));
  for (worker_id w = 0; w < 8; ++w) EXPECT_EQ(leader_in(tree, w, {}), 0U) << w;
}

TEST(WorkerTree, OfFigure2FollowsTheNearestLeader) {
  const worker_tree tree(figure_2(), 0, levels_named("thread,package"));
  for (worker_id w = 0; w < 8; ++w) EXPECT_EQ(leader_in(tree, w, {4}), w < 4 ? 0U : 4U) << w;
  EXPECT_EQ(leader_in(tree, 6, {6, 4}), 6U);
}

std::size_t places_of(const topology& machine, const char* levels) {
  return machine.places(levels_named(levels).front()).size();
}

void expect_tree_laws(const topology& machine, const worker_tree& tree) {
  EXPECT_EQ(tree.level_of(0), tree.top_level());
  EXPECT_EQ(tree.end_of(0), tree.size());
  for (worker_id w = 1; w < tree.size(); ++w) {
    const worker_id parent = *tree.parent_of(w);
    ASSERT_LT(parent, w) << w;
    EXPECT_GE(tree.level_of(parent), tree.level_of(w)) << w;
    EXPECT_GT(tree.end_of(w), w);
    EXPECT_LE(tree.end_of(w), tree.end_of(parent)) << w;
    EXPECT_LE(tree.thread_of(w - 1), tree.thread_of(w)) << w;
    ASSERT_LT(tree.thread_of(w), machine.thread_count());
    // The subtree of w is contiguous: w is an ancestor of each worker from w + 1 to its end.
    for (worker_id x = w + 1; x < tree.end_of(w); ++x) {
      worker_id up = x;
      while (up > w) up = *tree.parent_of(up);
      ASSERT_EQ(up, w) << x;
    }
    // A worker's level is that of the widest place that begins with it.
    for (int k = 1; k <= tree.level_of(w); ++k) {
      const place_kind kind = tree.levels()[static_cast<std::size_t>(k)];
      EXPECT_NE(machine.place_of(kind, tree.thread_of(w)),
                machine.place_of(kind, tree.thread_of(w - 1)))
          << w;
    }
  }
}

TEST(WorkerTree, LawsHoldOnSyntheticMachines) {
  for (const std::string& description : synthetic_machines()) {
    const topology machine = topology::synthetic(description);
    for (const char* levels : {"thread", "thread,core,package", "thread,package", "core,numa"}) {
      for (unsigned workers : {0U, 1U, 2U, 5U, machine.thread_count(), 70U}) {
        SCOPED_TRACE(description + " " + levels + " " + std::to_string(workers));
        const worker_tree tree(machine, workers, levels_named(levels));
        EXPECT_EQ(tree.size(), workers != 0 ? workers : places_of(machine, levels));
        expect_tree_laws(machine, tree);
      }
    }
  }
}

TEST(WorkerTree, OfTheLargestMachineHasAWorkerOfEachLevelPerPlace) {
  const topology machine = topology::synthetic("pack:8 core:16 pu:8");
  const worker_tree tree(machine, 0, std::vector<place_kind>(everywhere));
  ASSERT_EQ(tree.size(), 1024U);
  unsigned of_level[3] = {};
  for (worker_id w = 0; w < tree.size(); ++w) ++of_level[tree.level_of(w)];
  EXPECT_EQ(of_level[2], 8U);
  EXPECT_EQ(of_level[1], 128U - 8U);
  EXPECT_EQ(of_level[0], 1024U - 128U);
}

TEST(WorkerTree, FillsEveryCoreBeforeASecondThreadOfAny) {
  const topology machine = topology::synthetic("pack:2 core:2 pu:2");
  const worker_tree four(machine, 4, levels_named("thread"));
  for (worker_id w = 0; w < 4; ++w) EXPECT_EQ(four.thread_of(w), 2 * w);
  const worker_tree six(machine, 6, levels_named("thread"));
  EXPECT_EQ(six.thread_of(1), 1U);
  EXPECT_EQ(six.thread_of(5), 6U);
}

TEST(WorkerTree, MoreWorkersThanThreadsShareThemEvenly) {
  const topology machine = topology::synthetic("core:4 pu:1");
  const worker_tree tree(machine, 10, levels_named("thread"));
  unsigned on[4] = {};
  for (worker_id w = 0; w < tree.size(); ++w) ++on[tree.thread_of(w)];
  for (unsigned n : on) EXPECT_TRUE(n == 2 || n == 3) << n;
}

}  // namespace
}  // namespace arcas
