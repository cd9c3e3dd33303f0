// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/distributor.h>
#include <arcas/topology/topology.h>

#include <gtest/gtest.h>

#include <stdexcept>

namespace arcas {
namespace {

constexpr auto places = {place_kind::package,  place_kind::numa_node, place_kind::cache_group,
                         place_kind::l2_group, place_kind::core,      place_kind::thread};

TEST(Distributor, IsAutomaticUnlessNamed) {
  EXPECT_TRUE(distributor().automatic());
  EXPECT_TRUE(distributor("auto").automatic());
  EXPECT_EQ(distributor().name(), "auto");
  EXPECT_FALSE(distributor("shared").automatic());
}

TEST(Distributor, CountersAreSharedOrStriped) {
  EXPECT_EQ(distributor("shared"), distributor::shared());
  EXPECT_EQ(distributor("shared").counters(), place_kind::machine);
  for (const place_kind place : places) {
    const distributor d("striped:" + std::string(name_of(place)));
    EXPECT_EQ(d, distributor::striped(place));
    EXPECT_EQ(d.kind(), distribution::striped);
    EXPECT_EQ(d.counters(), place);
    EXPECT_EQ(d.layers(), 0U);
  }
}

TEST(Distributor, CombinersDrawFromTheSharedCounterUnlessToldOtherwise) {
  for (const place_kind place : places) {
    const std::string where(name_of(place));
    const distributor combine("combine:" + where);
    ASSERT_EQ(combine.layers(), 1U);
    EXPECT_EQ(combine.layer_at(0).place, place);
    EXPECT_FALSE(combine.layer_at(0).asynchronous);
    EXPECT_EQ(combine, distributor("combine:" + where + "/shared"));
    EXPECT_TRUE(distributor("async:" + where).layer_at(0).asynchronous);
  }
}

// The option {.distributor = …} takes each of these types.
TEST(Distributor, IsMadeFromAnyKindOfString) {
  static_assert(std::is_convertible_v<const char*, distributor>);
  static_assert(std::is_convertible_v<std::string, distributor>);
  static_assert(std::is_convertible_v<std::string_view, distributor>);
  const std::string name = "striped:core";
  EXPECT_EQ(distributor(name), distributor::striped(place_kind::core));
}

TEST(Distributor, CombinersNest) {
  const distributor d("async:core/combine:numa/async:package/striped:package");
  ASSERT_EQ(d.layers(), 3U);
  EXPECT_EQ(d.layer_at(1), (distributor::layer{place_kind::numa_node, false}));
  EXPECT_EQ(d.counters(), place_kind::package);
  EXPECT_EQ(d.kind(), distribution::combined);
}

TEST(Distributor, NamesItself) {
  for (const char* name :
       {"auto", "shared", "striped:core", "striped:thread", "combine:core/shared",
        "async:core/combine:package/striped:package", "async:thread/striped:numa"}) {
    EXPECT_EQ(distributor(name).name(), name);
    EXPECT_EQ(distributor(distributor(name).name()), distributor(name));
  }
}

std::string refusal_of(std::string_view name) {
  try {
    distributor d(name);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

struct wrong_name {
  const char* name;
  const char* why;
};

TEST(Distributor, OfWrongNameIsRefusedWithReasonAndGrammar) {
  for (const wrong_name wrong : {
           wrong_name{"", "\"\" is unknown"},
           {"dynamic", "\"dynamic\" is unknown; in place of OpenMP's dynamic and guided use"},
           {"dynamic,64", "\"dynamic,64\" is unknown; in place of OpenMP's dynamic and guided use"},
           {"guided:4", "\"guided:4\" is unknown; in place of OpenMP's dynamic and guided use"},
           {"Shared", "\"Shared\" is unknown"},
           {"auto/shared", "\"auto\" is unknown"},
           {"striped", "\"\" is not a place"},
           {"striped:", "\"\" is not a place"},
           {"striped:socket", "\"socket\" is not a place"},
           {"striped:machine", "\"machine\" is not a place"},
           {"combine:core,package", "\"core,package\" is not a place"},
           {"shared:core", "\"shared:core\" is unknown"},
           {"shared/", "nothing may follow the counters"},
           {"shared/shared", "nothing may follow the counters"},
           {"async:core/shared/striped:core", "nothing may follow the counters"},
           {"striped:core/async:core", "nothing may follow the counters"},
           {"async:core/", "\"\" is unknown"},
           {"/shared", "\"\" is unknown"},
           {"biased/shared", "biased must stand alone"},
           {"async:core/biased", "biased must stand alone"},
           {"static/shared", "static must stand alone"},
           {"async:package/combine:core", "the place of each combiner must be wider"},
           {"async:core/combine:core", "the place of each combiner must be wider"},
           {"async:thread/async:core/async:cache/async:numa", "it has more than three combiners"},
       }) {
    const std::string why = refusal_of(wrong.name);
    EXPECT_TRUE(why.starts_with('"' + std::string(wrong.name) + "\" is not a distributor: "))
        << why;
    EXPECT_NE(why.find(wrong.why), std::string::npos) << wrong.name << ": " << why;
    EXPECT_NE(why.find("must be auto, static, biased, shared, striped:PLACE"), std::string::npos)
        << why;
  }
}

// As when the variable of a program is not set.
TEST(Distributor, OfANullPointerIsRefused) {
  const char* const none = nullptr;
  EXPECT_THROW(distributor{none}, std::invalid_argument);
}

TEST(Distributor, StaticStandsAlone) {
  EXPECT_EQ(distributor("static").kind(), distribution::fixed);
  EXPECT_EQ(distributor("static").name(), "static");
  EXPECT_EQ(distributor("static"), distributor::fixed_ranges());
}

TEST(Distributor, BiasedStandsAlone) {
  EXPECT_EQ(distributor("biased").kind(), distribution::biased);
  EXPECT_EQ(distributor("biased").name(), "biased");
  EXPECT_EQ(distributor("biased"), distributor::biased());
}

}  // namespace
}  // namespace arcas
