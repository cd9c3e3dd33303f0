// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/sort.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ways.h"

namespace arcas {
namespace {

class Sort : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, Sort, worker_counts, testing::PrintToStringParamName());

TEST_P(Sort, PutsNumbersInOrder) {
  // Sizes below and above the least size that is worth a loop. Elements have one value, few values,
  // or many.
  for (const std::size_t n : {0, 1, 2, 100, 4095, 4096, 30'000}) {
    for (const std::uint64_t below : {1ULL, 3ULL, 300ULL, ~0ULL}) {
      auto x = random_numbers(n, below);
      auto expected = x;
      std::sort(expected.begin(), expected.end());
      sort(x, less_than{}, {.on = &machine});
      ASSERT_EQ(x, expected) << n << ' ' << below;
      sort(x, [](auto a, auto b) { return a > b; }, {.on = &machine});
      std::reverse(expected.begin(), expected.end());
      ASSERT_EQ(x, expected) << n << ' ' << below;
    }
  }
}

template <class T>
void sort_all_widths(runtime& machine) {
  // The shift by 3 makes the three low bits equal. Numbers below 100 differ in few bits. Only the
  // numbers of the last x differ in all bits: x has the least and the greatest number of the type.
  for (const unsigned shift : {3U, 0U}) {
    for (const std::uint64_t below : {std::uint64_t{100}, ~std::uint64_t{0}}) {
      std::vector<T> x;
      for (const std::uint64_t v : random_numbers(9000, below))
        x.push_back(static_cast<T>(v << shift));
      if (shift == 0 && below > 100) {
        x[500] = std::numeric_limits<T>::min();
        x[600] = std::numeric_limits<T>::max();
      }
      auto expected = x;
      std::sort(expected.begin(), expected.end());
      sort(x, std::less<>{}, {.on = &machine});
      ASSERT_EQ(x, expected) << sizeof(T) << ' ' << shift << ' ' << below;
      std::swap(x.front(), x.back());  // in order except for two
      stable_sort(x, less_than{}, {.on = &machine});
      ASSERT_EQ(x, expected) << sizeof(T) << ' ' << shift << ' ' << below;
    }
  }
}

TEST_P(Sort, OfWholeNumbersOfAllWidths) {
  sort_all_widths<signed char>(machine);
  sort_all_widths<char16_t>(machine);
  sort_all_widths<short>(machine);
  sort_all_widths<unsigned>(machine);
  sort_all_widths<int>(machine);
  sort_all_widths<std::int64_t>(machine);
  sort_all_widths<std::uint64_t>(machine);
}

// Each round has three inputs. The second and the third input have a frequent value: if there are
// many parts, the part of this value would be too large for one worker, and all numbers are sorted
// digit by digit instead. The size is above 1 MiB, so one worker also sorts by parts.
TEST_P(Sort, OfWholeNumbersByParts) {
  const auto expect_sorted = [&](std::vector<std::int64_t> x) {
    auto expected = x;
    std::sort(expected.begin(), expected.end());
    const auto where = std::source_location::current();
    detail::radix_sort<std::int64_t>(x.data(), x.size(), machine.workers(), {.on = &machine}, where)
        .run();
    ASSERT_EQ(x, expected);
  };
  for (const std::uint64_t below :
       {std::uint64_t{2}, std::uint64_t{300}, std::uint64_t{1} << 24, ~std::uint64_t{0}}) {
    std::vector<std::int64_t> x;
    for (const std::uint64_t v : random_numbers(140'000, below))
      x.push_back(static_cast<std::int64_t>(v));
    expect_sorted(x);
    for (std::size_t i = 0; i < x.size(); i += 2) x[i] = static_cast<std::int64_t>(below / 3);
    expect_sorted(x);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (i % 1000 != 0) x[i] = 7;
    expect_sorted(x);
  }
}

// Numbers whose high bits tell little about their order: they differ in few bits, or are in groups.
TEST_P(Sort, OfWholeNumbersThatAreNearEachOther) {
  for (const std::size_t n : {std::size_t{3000}, std::size_t{16'000}, std::size_t{300'000}}) {
    const auto low = random_numbers(n, 1U << 20U);
    for (const std::uint64_t groups : {1, 2, 8, 1000}) {
      auto x = low;
      for (std::size_t i = 0; i < n; ++i) x[i] += (i * 7919 % groups) << 50U;
      x[n / 2] = ~std::uint64_t{0};
      auto expected = x;
      std::sort(expected.begin(), expected.end());
      sort(x, less_than{}, {.on = &machine});
      ASSERT_EQ(x, expected) << n << ' ' << groups;
    }
  }
}

TEST_P(Sort, OfWholeNumbersThatIsStoppedLosesNothing) {
  const auto x = random_numbers(60'000, ~std::uint64_t{0});
  auto expected = x;
  std::sort(expected.begin(), expected.end());
  for (const int looks : {0, 3, 20, 50, 100, 1000}) {
    struct token {
      std::atomic<int>* left;
      bool stop_requested() const { return left->fetch_sub(1) <= 0; }
    };
    std::atomic<int> left{looks};
    auto y = x;
    sort(y, less_than{}, {.stop = token{&left}, .on = &machine});
    std::sort(y.begin(), y.end());
    ASSERT_EQ(y, expected) << looks;
    left = looks;
    y = x;
    const auto where = std::source_location::current();
    detail::radix_sort<std::uint64_t>(y.data(), y.size(), machine.workers(),
                                      {.stop = token{&left}, .on = &machine}, where)
        .run();
    std::sort(y.begin(), y.end());
    ASSERT_EQ(y, expected) << looks;
  }
}

TEST_P(Sort, InEveryWay) {
  const auto x = random_numbers(6000, 3000);
  auto expected = x;
  std::sort(expected.begin(), expected.end());
  in_every_way(machine, [&](const loop_options& options) {
    auto y = x;
    sort(y, less_than{}, options);
    ASSERT_EQ(y, expected);
  });
}

struct person {
  std::string name;
  unsigned age = 0;
  std::unique_ptr<int> cannot_be_copied = {};
};

std::vector<person> people(std::size_t n) {
  std::vector<person> all;
  for (const std::uint64_t v : random_numbers(n, 90)) {
    all.push_back({word(all.size()), static_cast<unsigned>(v), std::make_unique<int>(int(v))});
  }
  return all;
}

bool younger(const person& a, const person& b) {
  return a.age < b.age;
}

TEST_P(Sort, StableKeepsTheOrderOfEqualElements) {
  for (const std::size_t n : {100, 5000, 20'000}) {
    auto x = people(n);
    std::vector<std::pair<unsigned, std::string>> expected;
    for (const person& p : x) expected.emplace_back(p.age, p.name);
    std::ranges::stable_sort(expected, {}, [](const auto& e) { return e.first; });
    stable_sort(x, younger, {.on = &machine});
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(x[i].name, expected[i].second);
      ASSERT_EQ(*x[i].cannot_be_copied, static_cast<int>(x[i].age));
    }
  }
}

struct pair_of_numbers {
  std::uint32_t key, position;
  bool operator==(const pair_of_numbers&) const = default;
};

TEST_P(Sort, IsStableForPlainElements) {
  std::vector<pair_of_numbers> x;
  for (const std::uint64_t v : random_numbers(40'000, 700)) {
    x.push_back({static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(x.size())});
  }
  const auto by_key = [](const auto& a, const auto& b) { return a.key < b.key; };
  auto expected = x;
  std::stable_sort(expected.begin(), expected.end(), by_key);
  stable_sort(std::span(x), by_key, {.on = &machine});
  EXPECT_EQ(x, expected);
}

TEST_P(Sort, OfElementsThatMove) {
  auto x = people(9000);
  sort(x, [](const person& a, const person& b) { return a.name < b.name; }, {.on = &machine});
  for (std::size_t i = 1; i < x.size(); ++i) ASSERT_LT(x[i - 1].name, x[i].name);
}

// Trivially copyable by the standard's definition, but cannot be copied.
struct file {
  file() = default;
  explicit file(int n) : number(n) {}
  file(file&&) = default;
  file& operator=(file&&) = default;
  int number;
};

TEST_P(Sort, TakesElementsThatOnlyMove) {
  std::vector<file> files;
  for (int i = 0; i < 10'000; ++i) files.emplace_back(i * 7919 % 10'007);
  sort(files, [](const file& a, const file& b) { return a.number < b.number; }, {.on = &machine});
  EXPECT_TRUE(std::ranges::is_sorted(files, {}, &file::number));
}

TEST_P(Sort, InsideALoop) {
  std::vector<std::vector<std::uint64_t>> rows(6);
  parallel_for(std::size_t{0}, rows.size(),
               [&](std::size_t r) {
                 rows[r] = random_numbers(5000 + r);
                 sort(rows[r]);
               },
               {.on = &machine});
  for (const auto& row : rows) EXPECT_TRUE(std::is_sorted(row.begin(), row.end()));
}

TEST_P(Sort, ThatIsStoppedLosesNothing) {
  const auto x = people(8000);
  // The stop comes at the first look at the token, or later, when elements have been moved.
  for (const int looks : {0, 3, 20, 200}) {
    struct token {
      std::atomic<int>* left;
      bool stop_requested() const { return left->fetch_sub(1) <= 0; }
    };
    std::atomic<int> left{looks};
    auto y = people(8000);
    sort(y, younger, {.stop = token{&left}, .on = &machine});
    std::ranges::sort(y, {}, [](const person& p) { return std::stoul(p.name); });
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(y[i].name, x[i].name);
  }
}

TEST_P(Sort, ThrowsTheExceptionOfComparisons) {
  for (const int comparisons : {100, 90'000}) {
    std::atomic<int> left{comparisons};
    auto x = random_numbers(20'000);
    EXPECT_THROW(sort(x,
                      [&](std::uint64_t a, std::uint64_t b) {
                        if (left.fetch_sub(1) <= 0) throw std::runtime_error("no more");
                        return a < b;
                      },
                      {.on = &machine}),
                 std::runtime_error);
    left = comparisons / 5;
    auto y = people(5000);
    EXPECT_THROW(sort(y,
                      [&](const person& a, const person& b) {
                        if (left.fetch_sub(1) <= 0) throw std::runtime_error("no more");
                        return a.age < b.age;
                      },
                      {.on = &machine}),
                 std::runtime_error);
  }
}

TEST(SortConcept, NeedsElementsSideBySide) {
  static_assert(sortable<std::vector<int>&> && sortable<std::span<int>> && sortable<int (&)[3]>);
  static_assert(!sortable<std::vector<bool>&>);
}

TEST_P(Sort, TakesIterators) {
  for (const std::size_t n : {0, 1, 100, 20'000}) {
    const auto x = random_numbers(n);
    auto expected = x, found = x;
    std::sort(expected.begin(), expected.end());
    arcas::sort(found.begin(), found.end(), {}, {.on = &machine});
    ASSERT_EQ(found, expected);
    std::ranges::reverse(expected);
    arcas::sort(found.data(), found.data() + n, std::greater<>(), {.on = &machine});
    ASSERT_EQ(found, expected);
  }
}

TEST_P(Sort, ComparesByAKey) {
  struct person {
    int age;
    std::size_t number;
  };
  std::vector<person> people;
  for (const std::uint64_t age : random_numbers(20'000, 90))
    people.push_back({static_cast<int>(age), people.size()});
  const auto place = [](const person& p) { return std::pair(p.age, p.number); };
  arcas::stable_sort(people, {}, &person::age, {.on = &machine});
  EXPECT_TRUE(std::ranges::is_sorted(people, {}, place));
  arcas::sort(people, std::greater<>(), &person::number, {.on = &machine});
  EXPECT_TRUE(std::ranges::is_sorted(people, std::greater<>(), &person::number));
  arcas::stable_sort(people.begin(), people.end(),
                     [](const auto& a, const auto& b) { return a.number < b.number; },
                     {.on = &machine});
  EXPECT_TRUE(std::ranges::is_sorted(people, {}, &person::number));
}

}  // namespace
}  // namespace arcas
