// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/elements.h>
#include <arcas/algorithms/for_each.h>
#include <arcas/algorithms/merge.h>
#include <arcas/algorithms/pack.h>
#include <arcas/algorithms/search.h>
#include <arcas/algorithms/sort.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "ways.h"

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
  static_assert(
      std::is_same_v<element_of<detail::between<std::move_iterator<std::string*>>>, std::string>);
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

TEST(Elements, AreMovedByIterators) {
  std::vector<std::string> words(300, "a word that is longer than a small string");
  std::vector<std::string> out(300);
  const auto expected = words;
  arcas::transform(std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()),
                   out.begin(), [](std::string&& s) { return std::move(s); });
  EXPECT_EQ(out, expected);
  EXPECT_EQ(words, std::vector<std::string>(300));
}

TEST(Elements, AreOrderedByAnswers) {
  struct answer {
    bool yes;
    explicit operator bool() const { return yes; }
  };
  const auto before = [](std::uint64_t a, std::uint64_t b) { return answer{a < b}; };
  const auto odd = [](std::uint64_t a) { return answer{a % 2 == 1}; };
  auto x = random_numbers(5000, 1000), expected = x;
  std::sort(expected.begin(), expected.end());
  const auto odds = std::count_if(x.begin(), x.end(), [](auto a) { return a % 2 == 1; });
  EXPECT_EQ(arcas::count_if(x, odd), static_cast<std::size_t>(odds));
  EXPECT_EQ(*arcas::find_if(x, odd) % 2, 1U);
  EXPECT_EQ(arcas::filter(x, odd).size(), static_cast<std::size_t>(odds));
  EXPECT_FALSE(arcas::is_sorted(x, before));
  arcas::sort(x, before);
  EXPECT_EQ(x, expected);
  std::vector<std::uint64_t> both(10000);
  arcas::merge(x, x, both, before);
  EXPECT_TRUE(arcas::is_sorted(both, before));
  EXPECT_EQ(arcas::partition(x, odd) - x.begin(), odds);
  EXPECT_EQ(arcas::remove_if(x, odd) - x.begin(), 5000 - odds);
}

// Functions whose operator() is not constant, or is for variables only.
TEST(Elements, AreGivenToVariableFunctions) {
  struct counter {
    std::atomic<int>& calls;
    void operator()(int&) & { ++calls; }
  };
  std::atomic<int> calls = 0;
  std::vector<int> x(1000);
  std::iota(x.begin(), x.end(), 0);
  arcas::for_each(x, counter{calls});
  arcas::for_each(x.begin(), x.end(), counter{calls});
  EXPECT_EQ(calls, 2000);
  arcas::sort(x, {}, [](int e) mutable { return -e; });
  EXPECT_TRUE(arcas::is_sorted(x, std::greater<>()));
}

TEST(Elements, HaveMembersBehindReferences) {
  struct person {
    bool retired() const { return age > 65; }
    int age;
  };
  std::vector<person> people(200);
  for (int i = 0; i < 200; ++i) people[static_cast<std::size_t>(i)].age = i % 100;
  std::vector<std::reference_wrapper<person>> some(people.begin(), people.end());
  EXPECT_EQ(arcas::count_if(some, &person::retired), 68U);
  arcas::sort(some, {}, &person::age);
  EXPECT_EQ(some.back().get().age, 99);
  EXPECT_EQ(arcas::find_if(some, &person::retired) - some.begin(), 132);
}

}  // namespace
}  // namespace arcas
