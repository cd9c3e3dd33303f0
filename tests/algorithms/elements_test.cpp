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
  static_assert(std::is_same_v<element_of<detail::between<std::vector<bool>::iterator>>, bool>);
  static_assert(std::is_same_v<
                element_of<detail::between<std::move_iterator<std::string*>>>, std::string>);
}

TEST(Elements, AreJudgedByWhatConvertsToBool) {
  struct answer {
    explicit operator bool() const;
  };
  using numbers = std::vector<int>;
  static_assert(element_predicate<answer (*)(int), numbers>);
  static_assert(element_predicate<int (*)(int), numbers>);
  static_assert(!element_predicate<std::string (*)(int), numbers>);
  static_assert(!element_predicate<void (*)(int), numbers>);
  static_assert(element_order<answer (*)(int, int), numbers>);
  static_assert(!element_order<bool (*)(int&, int&), numbers>);
}

TEST(Elements, AreMovedOnlyIfTheyAreReadOnce) {
  using moved = detail::between<std::move_iterator<std::string*>>;
  static_assert(element_mapping<int (*)(std::string&&), moved>);
  static_assert(!element_function<int (*)(std::string&&), moved>);
  static_assert(!element_mapping<int (*)(std::string&&), std::vector<std::string>>);
}

}  // namespace
}  // namespace arcas
