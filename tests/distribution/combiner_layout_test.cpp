// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/combiners.h>

#include "teams.h"

#include <gtest/gtest.h>

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

TEST(CombinerLayout, IsPackedWhereChildrenShareAnL1) {
  const member_places team = team_on("pack:2 core:2 pu:2", 8);
  EXPECT_TRUE(combiner_layouts(team, "combine:core")[0].packed);
  EXPECT_TRUE(combiner_layouts(team, "combine:thread")[0].packed);
  EXPECT_FALSE(combiner_layouts(team, "combine:package")[0].packed);
  EXPECT_FALSE(combiner_layouts(team, "combine:cache")[0].packed);
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
