// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/combiners.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace arcas {

using namespace detail;
namespace {

TEST(CombinerLayout, ChildrenOfTheFirstLayerAreMembers) {
  const auto layers =
      combiner_layouts(team_on("pack:2 core:2 pu:2", 8), "async:core/combine:package");
  ASSERT_EQ(layers.size(), 2U);
  EXPECT_TRUE(layers[0].asynchronous);
  EXPECT_FALSE(layers[1].asynchronous);
  EXPECT_EQ(layers[0].combiner_of, (std::vector<unsigned>{0, 0, 1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(layers[1].combiner_of, (std::vector<unsigned>{0, 0, 1, 1}));
  EXPECT_EQ(layers[1].children, (std::vector<member_range>{{0, 2}, {2, 4}}));
}

std::uintptr_t address(const void* word) {
  return reinterpret_cast<std::uintptr_t>(word);
}
std::uintptr_t line_of(const void* word) {
  return address(word) / no_sharing;
}

unsigned core_of(const member_places& team, member_id m) {
  return team.place_of(place_kind::core, m);
}

TEST(CombinerLayout, NoLineHasSlotsOfTwoCoresOrWordsOfTwoCombiners) {
  for (const team_case& t : small_teams()) {
    const member_places team = team_on(t.machine, t.members);
    for (const char* how : {"combine:thread", "combine:core", "combine:cache", "async:package"}) {
      SCOPED_TRACE(t.machine + " " + how);
      const auto layouts = combiner_layouts(team, how);
      const combiner_layer<> layer(layouts[0]);
      for (member_id a = 0; a < t.members; ++a) {
        const std::uintptr_t line = line_of(layer.address_of_slot(a));
        for (member_id b = 0; b < a; ++b) {
          if (line != line_of(layer.address_of_slot(b))) continue;
          EXPECT_EQ(core_of(team, a), core_of(team, b)) << a << " and " << b;
          EXPECT_EQ(layouts[0].combiner_of[a], layouts[0].combiner_of[b]) << a << " and " << b;
        }
        for (unsigned c = 0; c < layouts[0].children.size(); ++c) {
          if (line != line_of(layer.address_of_lock(c))) continue;
          EXPECT_EQ(layouts[0].combiner_of[a], c);
        }
      }
    }
  }
}

TEST(CombinerLayout, SlotsOfOneCoreAreNeighboursBehindTheLock) {
  const member_places team = team_on("pack:2 core:2 pu:4", 16);
  const auto layouts = combiner_layouts(team, "combine:core");
  const combiner_layer<> layer(layouts[0]);
  for (unsigned core = 0; core < 4; ++core) {
    const std::uintptr_t lock = address(layer.address_of_lock(core));
    EXPECT_EQ(lock % no_sharing, 0U);
    for (unsigned i = 0; i < 4; ++i) {
      EXPECT_EQ(address(layer.address_of_slot(4 * core + i)), lock + 8 * (i + 1));
    }
  }
}

TEST(CombinerLayout, TheLockOfACoreStandsInTheLineOfItsEightSlots) {
  const auto layouts = combiner_layouts(team_on("core:2 pu:8", 16), "async:core");
  const combiner_layer<> layer(layouts[0]);
  for (member_id m = 0; m < 16; ++m) {
    EXPECT_EQ(line_of(layer.address_of_slot(m)), line_of(layer.address_of_lock(m / 8)));
  }
}

TEST(CombinerLayout, AWiderCombinerPacksTheSlotsOfEachCoreAndPutsTheLockApart) {
  const auto layouts = combiner_layouts(team_on("pack:1 core:3 pu:2", 6), "combine:package");
  const combiner_layer<> layer(layouts[0]);
  for (member_id m = 0; m < 6; ++m) {
    EXPECT_NE(line_of(layer.address_of_slot(m)), line_of(layer.address_of_lock(0)));
    EXPECT_EQ(line_of(layer.address_of_slot(m)), line_of(layer.address_of_slot(m / 2 * 2)));
  }
}

TEST(CombinerLayout, ChildrenWiderThanACoreHaveALineEach) {
  const auto layouts = combiner_layouts(team_on("pack:2 l3:2 core:2 pu:2", 16),
                                        "async:core/combine:cache/async:package");
  for (const std::size_t i : {1, 2}) {
    const combiner_layer<> layer(layouts[i]);
    std::set<std::uintptr_t> lines;
    for (unsigned c = 0; c < layouts[i].combiner_of.size(); ++c)
      lines.insert(line_of(layer.address_of_slot(c)));
    for (unsigned c = 0; c < layouts[i].children.size(); ++c)
      lines.insert(line_of(layer.address_of_lock(c)));
    EXPECT_EQ(lines.size(), layouts[i].combiner_of.size() + layouts[i].children.size());
  }
}

TEST(CombinerLayout, MoreMembersOfACoreThanALineHoldsTakeTheNextLine) {
  const auto layouts = combiner_layouts(team_on("core:2 pu:2", 80), "combine:core");
  const combiner_layer<> layer(layouts[0]);
  std::set<const void*> words;
  for (member_id m = 0; m < 80; ++m) words.insert(layer.address_of_slot(m));
  for (unsigned core = 0; core < 2; ++core) words.insert(layer.address_of_lock(core));
  EXPECT_EQ(words.size(), 82U);
  EXPECT_EQ(layouts[0].lines, 6U);
  EXPECT_NE(line_of(layer.address_of_slot(39)), line_of(layer.address_of_slot(40)));
}

TEST(CombinerLayout, CoresWithOneL2CombineBelowAnL3) {
  const auto layers = combiner_layouts(team_on("pack:1 l3:1 l2:2 core:2 pu:2", 8),
                                       "async:core/combine:l2/striped:l2");
  ASSERT_EQ(layers.size(), 2U);
  EXPECT_EQ(layers[1].combiner_of, (std::vector<unsigned>{0, 0, 1, 1}));
}

TEST(CombinerLayout, WithoutCombinersHasNoLayers) {
  EXPECT_TRUE(combiner_layouts(team_on("core:2 pu:1", 2), "striped:thread").empty());
}

TEST(CombinerLayout, LayersCoverTheirChildrenContiguously) {
  for (const team_case& t : small_teams()) {
    for (const char* how : {"combine:thread", "combine:core/async:cache/combine:package",
                            "async:numa", "async:core/combine:package"}) {
      SCOPED_TRACE(t.machine + " " + how);
      std::size_t children = t.members;
      for (const combiner_layer_layout& layer :
           combiner_layouts(team_on(t.machine, t.members), how)) {
        ASSERT_EQ(layer.combiner_of.size(), children);
        unsigned next = 0;
        for (unsigned c = 0; c < layer.children.size(); ++c) {
          EXPECT_EQ(layer.children[c].first, next);
          next = layer.children[c].last;
          for (unsigned child = layer.children[c].first; child < next; ++child)
            EXPECT_EQ(layer.combiner_of[child], c);
        }
        EXPECT_EQ(next, children);
        children = layer.children.size();
      }
    }
  }
}

}  // namespace
}  // namespace arcas
