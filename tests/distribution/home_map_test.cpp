// SPDX-License-Identifier: Apache-2.0
#include <arcas/distribution/home_map.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace arcas {
namespace {

std::vector<std::vector<std::uint64_t>> indices_of(const std::vector<unsigned>& homes) {
  std::vector<std::vector<std::uint64_t>> all(8);
  for (std::uint64_t i = 0; i < homes.size(); ++i) all[homes[i]].push_back(i);
  return all;
}

void expect_agrees(const home_map& map, const std::vector<unsigned>& homes) {
  ASSERT_EQ(map.size(), homes.size());
  const auto indices = indices_of(homes);
  for (unsigned place = 0; place < indices.size(); ++place) {
    std::uint64_t below = 0;
    for (std::uint64_t i = 0; i <= homes.size(); ++i) {
      ASSERT_EQ(map.before(place, i), below) << place << " " << i;
      below += i < homes.size() && homes[i] == place;
    }
    for (std::uint64_t p = 0; p < indices[place].size(); ++p) {
      const home_map::stretch s = map.stretch_of(place, p);
      ASSERT_LE(s.position, p);
      ASSERT_LT(p, s.position + s.size);
      EXPECT_EQ(s.first + (p - s.position), indices[place][p]);
      for (std::uint64_t k = 0; k < s.size; ++k) ASSERT_EQ(homes[s.first + k], place);
    }
  }
}

TEST(HomeMap, KnowsTheIndicesOfEachPlace) {
  for (const std::vector<unsigned>& homes :
       {std::vector<unsigned>{}, {3}, {0, 0, 0}, {0, 1, 0, 1, 1, 7, 0}, {5, 5, 2, 2, 2, 5}}) {
    const home_map map(0, homes.size(), [&](std::uint64_t i) { return homes[i]; }, 1);
    expect_agrees(map, homes);
    EXPECT_EQ(map.places(), homes.empty() ? 0 : *std::max_element(homes.begin(), homes.end()) + 1);
  }
}

TEST(HomeMap, NeighboursWithOneHomeAreOneStretch) {
  home_map map;
  map.add(10, 1);
  map.add(0, 0);
  map.add(5, 1);
  map.add(5, 0);
  EXPECT_EQ(map.stretch_of(1, 3).size, 15U);
  EXPECT_EQ(map.size(), 20U);
}

TEST(HomeMap, AsksOnceForABlockOfTheLoop) {
  std::vector<std::uint64_t> asked;
  const home_map map(
      100, 25,
      [&](std::uint64_t i) {
        asked.push_back(i);
        return i / 10 % 2;
      },
      10);
  EXPECT_EQ(asked, (std::vector<std::uint64_t>{100, 110, 120}));
  EXPECT_EQ(map.size(), 25U);
  EXPECT_EQ(map.before(0, 25), 15U);
  EXPECT_EQ(map.before(1, 25), 10U);
}

struct striped_array {
  std::size_t size() const { return 30; }
  template <class Visit>
  void each_home_run(Visit visit) const {
    visit(std::size_t{0}, std::size_t{20}, 1U);
    visit(std::size_t{20}, std::size_t{30}, 0U);
  }
};

TEST(HomeMap, AsksAnArrayForItsStretches) {
  const home_map map{striped_array{}};
  EXPECT_EQ(map.size(), 30U);
  EXPECT_EQ(map.before(1, 30), 20U);
  EXPECT_EQ(map.stretch_of(0, 4).first, 20U);
}

TEST(HomeMap, RefusesANumberThatIsNotAPlace) {
  home_map map;
  EXPECT_THROW(map.add(1, ~0U), std::length_error);
}

}  // namespace
}  // namespace arcas
