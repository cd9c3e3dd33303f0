// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/elements.h>

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <list>
#include <span>
#include <string>
#include <vector>

namespace arcas {
namespace {

TEST(Elements, HaveASizeAndPositions) {
  static_assert(elements<std::vector<int>> && elements<const std::array<int, 3>&>);
  static_assert(elements<std::span<const int>> && elements<std::deque<int>> &&
                elements<int (&)[4]>);
  static_assert(!elements<std::list<int>> && !elements<int*> && !elements<int>);
}

TEST(Elements, OfBitsHaveNoPlaceOfTheirOwn) {
  static_assert(elements<std::vector<bool>> && !element_places<std::vector<bool>>);
  static_assert(element_places<std::vector<int>&> && element_places<std::span<char>>);
}

TEST(Elements, HaveAType) {
  static_assert(std::is_same_v<element_of<const std::vector<int>&>, int>);
  static_assert(std::is_same_v<element_of<std::span<const std::string>>, std::string>);
  static_assert(std::is_same_v<element_of<std::vector<bool>>, bool>);
}

}  // namespace
}  // namespace arcas
