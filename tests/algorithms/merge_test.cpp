// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/merge.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ways.h"

namespace arcas {
namespace {

class Merge : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, Merge, worker_counts, testing::PrintToStringParamName());

// A number, and where it comes from.
using origin = std::pair<std::uint64_t, char>;
constexpr auto by_number = [](const auto& a, const auto& b) { return a.first < b.first; };

std::vector<origin> sorted(std::size_t n, std::uint64_t below, char from) {
  std::vector<origin> all;
  for (const std::uint64_t x : random_numbers(n, below)) all.push_back({x, from});
  std::stable_sort(all.begin(), all.end(), by_number);
  return all;
}

// Calls law(a, b) for sorted ranges of several sizes, with few and with many different numbers.
template <class Law>
void for_sorted_pairs(const Law& law) {
  for (const std::uint64_t below : {3, 1000}) {
    for (const auto& [n, m] : {std::pair<std::size_t, std::size_t>{0, 0},
                               {0, 5},
                               {1, 1},
                               {7, 0},
                               {300, 299},
                               {1500, 20}}) {
      law(sorted(n, below, 'a'), sorted(m, below + 1, 'b'));
    }
  }
}

TEST_P(Merge, EqualsTheSerialOne) {
  in_every_way(machine, [](const loop_options& options) {
    for_sorted_pairs([&](const auto& a, const auto& b) {
      std::vector<origin> expected, found(a.size() + b.size());
      std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), by_number);
      ASSERT_EQ(arcas::merge(a, b, found, by_number, options), found.end());
      ASSERT_EQ(found, expected);
      found.assign(found.size(), {});
      ASSERT_EQ(
          arcas::merge(a.begin(), a.end(), b.begin(), b.end(), found.begin(), by_number, options),
          found.end());
      ASSERT_EQ(found, expected);
    });
  });
}

// Whether the function of std and the function of arcas select the same elements.
template <class Serial, class Parallel>
void expect_same_set(const Serial& serial, const Parallel& parallel, runtime& machine) {
  in_every_way(machine, [&](const loop_options& options) {
    for_sorted_pairs([&](const auto& a, const auto& b) {
      std::vector<origin> expected, found(a.size() + b.size());
      serial(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), by_number);
      ASSERT_EQ(parallel(a, b, found, by_number, options) - found.begin(), std::ssize(expected));
      found.resize(expected.size());
      ASSERT_EQ(found, expected);
      found.assign(expected.size(), {});
      parallel(a.begin(), a.end(), b.begin(), b.end(), found.begin(), by_number, options);
      ASSERT_EQ(found, expected);
    });
  });
}

TEST_P(Merge, OfSetsEqualsTheSerialOnes) {
  expect_same_set([](auto... in) { std::set_union(in...); },
                  [](auto&&... in) { return arcas::set_union(in...); }, machine);
  expect_same_set([](auto... in) { std::set_intersection(in...); },
                  [](auto&&... in) { return arcas::set_intersection(in...); }, machine);
  expect_same_set([](auto... in) { std::set_difference(in...); },
                  [](auto&&... in) { return arcas::set_difference(in...); }, machine);
  expect_same_set([](auto... in) { std::set_symmetric_difference(in...); },
                  [](auto&&... in) { return arcas::set_symmetric_difference(in...); }, machine);
}

TEST_P(Merge, OfLongRangesUsesAllParts) {
  const auto a = sorted(60'000, 50'000, 'a'), b = sorted(40'000, 50'000, 'b');
  std::vector<origin> expected(100'000), found(100'000);
  std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin(), by_number);
  arcas::merge(a, b, found, by_number, {.on = &machine});
  EXPECT_EQ(found, expected);
  expected.clear();
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), by_number);
  found.resize(static_cast<std::size_t>(arcas::set_union(a, b, found, by_number, {.on = &machine}) -
                                        found.begin()));
  EXPECT_EQ(found, expected);
}

// A record and its key alone, in any combination.
struct keyed {
  int key;
  std::string text;
};
struct order_of_keys {
  static int of(int k) { return k; }
  static int of(const keyed& r) { return r.key; }
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return of(a) < of(b);
  }
};

TEST_P(Merge, TakesTwoTypesOfElements) {
  std::vector<keyed> records;
  std::vector<int> keys, odd;
  for (int i = 0; i < 1000; ++i) records.push_back({i, std::to_string(i)});
  for (int i = 0; i < 1000; i += 3) keys.push_back(i);
  std::vector<keyed> found(1000);
  const auto end =
      arcas::set_intersection(records, keys, found, order_of_keys(), {.grain = 10, .on = &machine});
  ASSERT_EQ(end - found.begin(), 334);
  for (std::size_t i = 0; i < 334; ++i) ASSERT_EQ(found[i].text, std::to_string(3 * i));
  const std::vector<long> a{1, 3, 5};
  const std::vector<short> b{2, 4};
  std::vector<double> all(5);
  arcas::merge(a, b, all, less_than{}, {.on = &machine});
  EXPECT_EQ(all, (std::vector<double>{1, 2, 3, 4, 5}));
}

TEST_P(Merge, MovesElementsThatCannotBeCopied) {
  std::vector<std::unique_ptr<int>> a, b, found(200);
  for (int i = 0; i < 100; ++i) {
    a.push_back(std::make_unique<int>(2 * i));
    b.push_back(std::make_unique<int>(2 * i + 1));
  }
  const auto by_value = [](const auto& x, const auto& y) { return *x < *y; };
  arcas::merge(std::make_move_iterator(a.begin()), std::make_move_iterator(a.end()),
               std::make_move_iterator(b.begin()), std::make_move_iterator(b.end()), found.begin(),
               by_value, {.grain = 10, .on = &machine});
  for (int i = 0; i < 200; ++i) ASSERT_EQ(*found[static_cast<std::size_t>(i)], i);
}

TEST_P(Merge, WritesNothingWhenItIsStopped) {
  const auto a = sorted(2000, 100, 'a');
  std::vector<origin> found(4000);
  const loop_options stopped{.grain = 5, .stop = stopped_token(), .on = &machine};
  arcas::merge(a, a, found, by_number, stopped);
  arcas::set_union(a, a, found, by_number, stopped);
  EXPECT_EQ(found, std::vector<origin>(4000));
}

TEST_P(Merge, ThrowsTheExceptionOfTheComparison) {
  const auto a = sorted(2000, 100, 'a');
  std::vector<origin> found(4000);
  const auto refuse = [](const origin&, const origin&) -> bool { throw std::out_of_range("no"); };
  EXPECT_THROW(arcas::merge(a, a, found, refuse, {.grain = 5, .on = &machine}), std::out_of_range);
  EXPECT_THROW(arcas::set_union(a, a, found, refuse, {.grain = 5, .on = &machine}),
               std::out_of_range);
}

}  // namespace
}  // namespace arcas
