// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/scan.h>

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "ways.h"

namespace arcas {
namespace {

class Scan : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, Scan, worker_counts, testing::PrintToStringParamName());

constexpr plus<std::uint64_t> add;

TEST_P(Scan, EqualsTheSerialOne) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 127, 128, 129, 5000}) {
      const auto x = random_numbers(n);
      std::vector<std::uint64_t> expected(n), found(n);
      std::inclusive_scan(x.begin(), x.end(), expected.begin());
      const std::uint64_t all = std::accumulate(x.begin(), x.end(), std::uint64_t{0});
      ASSERT_EQ(arcas::inclusive_scan(x, found, add, options), all);
      ASSERT_EQ(found, expected);
      std::exclusive_scan(x.begin(), x.end(), expected.begin(), std::uint64_t{0});
      ASSERT_EQ(arcas::exclusive_scan(x, found, add, options), all);
      ASSERT_EQ(found, expected);
    }
  });
}

TEST_P(Scan, WorksInPlace) {
  const auto x = random_numbers(100'000);
  std::vector<std::uint64_t> expected(x.size());
  for (int round = 0; round < 5; ++round) {
    auto y = x;
    std::inclusive_scan(x.begin(), x.end(), expected.begin());
    arcas::inclusive_scan(y, y, add, {.on = &machine});
    ASSERT_EQ(y, expected);
    y = x;
    std::exclusive_scan(x.begin(), x.end(), expected.begin(), std::uint64_t{0});
    arcas::exclusive_scan(y, y, add, {.on = &machine});
    ASSERT_EQ(y, expected);
  }
}

TEST_P(Scan, KeepsTheOrder) {
  in_every_way(machine, [](const loop_options& options) {
    std::vector<std::string> x, found(300);
    for (std::size_t i = 0; i < 300; ++i) x.push_back(word(i));
    ASSERT_EQ(arcas::inclusive_scan(x, found, concatenation{}, options), words_up_to(300));
    for (std::size_t i = 0; i < 300; ++i) ASSERT_EQ(found[i], words_up_to(i + 1));
    ASSERT_EQ(arcas::exclusive_scan(x, found, concatenation{}, options), words_up_to(300));
    for (std::size_t i = 0; i < 300; ++i) ASSERT_EQ(found[i], words_up_to(i));
  });
}

TEST_P(Scan, TakesFunctionsOfAnyIndex) {
  std::vector<long> found(2001);
  const long all = arcas::inclusive_scan(
      -1000, 1001, plus<long>{}, [](int i) { return long{i}; },
      [&](int i, long sum) { found[static_cast<std::size_t>(i + 1000)] = sum; }, {.on = &machine});
  EXPECT_EQ(all, 0);
  for (int i = -1000; i <= 1000; ++i) {
    ASSERT_EQ(found[static_cast<std::size_t>(i + 1000)],
              (long{i} * (i + 1) - 1000L * 999) / 2 - 1000);
  }
  EXPECT_EQ(
      arcas::exclusive_scan(
          5, -5, plus<long>{}, [](int) { return 1L; }, [](int, long) { FAIL(); }, {.on = &machine}),
      0);
}

TEST_P(Scan, CombinesTruthValuesOverASpan) {
  std::vector<char> any(3000), x(3000);
  x[1700] = 1;
  EXPECT_TRUE(arcas::inclusive_scan(std::span<const char>(x), std::span<char>(any), logical_or{},
                                    {.on = &machine}));
  for (std::size_t i = 0; i < any.size(); ++i) ASSERT_EQ(any[i] != 0, i >= 1700);
}

TEST_P(Scan, ThrowsTheExceptionOfReading) {
  in_every_way(machine, [](const loop_options& options) {
    EXPECT_THROW(arcas::inclusive_scan(
                     0, 2000, plus<int>{},
                     [](int i) {
                       if (i == 1234) throw std::out_of_range("1234");
                       return i;
                     },
                     [](int, int) {}, options),
                 std::out_of_range);
  });
}

TEST_P(Scan, BeginsNothingMoreWhenItIsStopped) {
  std::atomic<int> written{0};
  arcas::inclusive_scan(
      0, 10'000, plus<int>{}, [](int i) { return i; }, [&](int, int) { ++written; },
      {.stop = stopped_token(), .on = &machine});
  EXPECT_LT(written, 10'000);
}

TEST_P(Scan, TakesOperationsAndInitialValues) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 5, 127, 2001}) {
      const auto x = random_numbers(n, 1000);
      const std::uint64_t sum = std::accumulate(x.begin(), x.end(), std::uint64_t{0});
      std::vector<std::uint64_t> expected(n), found(n);
      const auto larger = [](auto a, auto b) { return a < b ? b : a; };
      std::inclusive_scan(x.begin(), x.end(), expected.begin());
      ASSERT_EQ(arcas::inclusive_scan(x, found, options), sum);
      ASSERT_EQ(found, expected);
      ASSERT_EQ(arcas::inclusive_scan(x, found, std::plus<>{}, options), sum);
      ASSERT_EQ(found, expected);
      std::inclusive_scan(x.begin(), x.end(), expected.begin(), larger);
      ASSERT_EQ(arcas::inclusive_scan(x.begin(), x.end(), found.begin(), larger, options),
                found.end());
      ASSERT_EQ(found, expected);
      std::inclusive_scan(x.begin(), x.end(), expected.begin(), larger, std::uint64_t{500});
      arcas::inclusive_scan(x, found, larger, std::uint64_t{500}, options);
      ASSERT_EQ(found, expected);
      arcas::inclusive_scan(x.begin(), x.end(), found.begin(), larger, std::uint64_t{500}, options);
      ASSERT_EQ(found, expected);
      std::exclusive_scan(x.begin(), x.end(), expected.begin(), std::uint64_t{3});
      ASSERT_EQ(arcas::exclusive_scan(x, found, std::uint64_t{3}, options), sum + 3);
      ASSERT_EQ(found, expected);
      ASSERT_EQ(arcas::exclusive_scan(x.begin(), x.end(), found.begin(), std::uint64_t{3}, options),
                found.end());
      ASSERT_EQ(found, expected);
      arcas::exclusive_scan(x, found, std::uint64_t{3}, std::plus<>{}, options);
      ASSERT_EQ(found, expected);
      std::exclusive_scan(x.begin(), x.end(), expected.begin(), std::uint64_t{3}, larger);
      arcas::exclusive_scan(x.begin(), x.end(), found.begin(), std::uint64_t{3}, larger, options);
      ASSERT_EQ(found, expected);
    }
  });
}

TEST_P(Scan, KeepsTheOrderOfOperationsWithoutIdentity) {
  // Associative, but not commutative, on numbers: the right operand, unless it is 0.
  const auto last_present = [](int a, int b) { return b != 0 ? b : a; };
  in_every_way(machine, [&](const loop_options& options) {
    std::vector<int> x(3001), found(3001), expected(3001);
    for (std::size_t i = 0; i < x.size(); i += 1 + i % 7) x[i] = static_cast<int>(i);
    std::inclusive_scan(x.begin(), x.end(), expected.begin(), last_present);
    arcas::inclusive_scan(x, found, last_present, options);
    ASSERT_EQ(found, expected);
    std::exclusive_scan(x.begin(), x.end(), expected.begin(), 9, last_present);
    arcas::exclusive_scan(x, found, 9, last_present, options);
    ASSERT_EQ(found, expected);
    std::vector<std::string> words(100), texts(100);
    for (std::size_t i = 0; i < 100; ++i) words[i] = word(i);
    ASSERT_EQ(arcas::inclusive_scan(words, texts, options), words_up_to(100));
    for (std::size_t i = 0; i < 100; ++i) ASSERT_EQ(texts[i], words_up_to(i + 1));
    ASSERT_EQ(arcas::exclusive_scan(words, words, std::string("x"), options),
              "x" + words_up_to(100));
    for (std::size_t i = 0; i < 100; ++i) ASSERT_EQ(words[i], "x" + words_up_to(i));
  });
}

struct last_value {
  using value_type = std::optional<int>;
  value_type identity() const { return std::nullopt; }
  value_type operator()(const value_type& a, const value_type& b) const { return b ? b : a; }
};

TEST_P(Scan, CombinesOptionals) {
  in_every_way(machine, [](const loop_options& options) {
    std::vector<std::optional<int>> x(700), found(700), expected(700);
    for (std::size_t i = 3; i < x.size(); i += 1 + i % 5) x[i] = static_cast<int>(i);
    std::inclusive_scan(x.begin(), x.end(), expected.begin(), last_value());
    ASSERT_EQ(arcas::inclusive_scan(x, found, last_value(), options), expected.back());
    ASSERT_EQ(found, expected);
    const auto op = [](const auto& a, const auto& b) { return b ? b : a; };
    ASSERT_EQ(arcas::inclusive_scan(x, found, op, options), expected.back());
    ASSERT_EQ(found, expected);
    std::exclusive_scan(x.begin(), x.end(), expected.begin(), std::optional<int>(), op);
    arcas::exclusive_scan(x, found, std::optional<int>(), op, options);
    ASSERT_EQ(found, expected);
  });
}

TEST_P(Scan, TransformsElements) {
  struct item {
    int size;
  };
  std::vector<item> items;
  for (int i = 0; i < 1000; ++i) items.push_back({i % 17});
  std::vector<long> expected(1000), found(1000);
  const auto size = [](const item& i) { return long{i.size}; };
  const loop_options options{.grain = 33, .on = &machine};
  std::transform_inclusive_scan(items.begin(), items.end(), expected.begin(), std::plus<>{}, size);
  arcas::transform_inclusive_scan(items, found, std::plus<>{}, &item::size, options);
  EXPECT_EQ(found, expected);
  arcas::transform_inclusive_scan(items.begin(), items.end(), found.begin(), plus<long>{},
                                  &item::size, options);
  EXPECT_EQ(found, expected);
  arcas::transform_inclusive_scan(items, found, std::plus<>{}, size, 0L, options);
  EXPECT_EQ(found, expected);
  std::transform_exclusive_scan(items.begin(), items.end(), expected.begin(), 5L, std::plus<>{},
                                size);
  arcas::transform_exclusive_scan(items, found, 5L, std::plus<>{}, &item::size, options);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(arcas::transform_exclusive_scan(items.begin(), items.end(), found.begin(), 5L,
                                            std::plus<>{}, &item::size, options),
            found.end());
  EXPECT_EQ(found, expected);
}

struct paper {
  std::string text;
};

// Views whose elements are temporaries.
TEST_P(Scan, KeepsMembersOfTemporaries) {
  constexpr std::size_t n = 400;
  const auto all = std::views::iota(std::size_t{0}, n) |
                   std::views::transform([](std::size_t i) { return paper{word(i)}; });
  const auto text = std::views::iota(std::size_t{0}, n) | std::views::transform(word);
  const std::string words = words_up_to(n);
  in_every_way(machine, [&](const loop_options& options) {
    std::vector<std::string> out(n);
    const plus<std::string> join;
    ASSERT_EQ(arcas::transform_inclusive_scan(all, out, join, &paper::text, options), words);
    ASSERT_EQ(out[99], words_up_to(100));
    ASSERT_EQ(arcas::transform_inclusive_scan(all, out, std::plus<>{}, &paper::text, options),
              words);
    ASSERT_EQ(arcas::transform_exclusive_scan(all, out, std::string("> "), std::plus<>{},
                                              &paper::text, options),
              "> " + words);
    ASSERT_EQ(out[100], "> " + words_up_to(100));
    ASSERT_EQ(arcas::transform_inclusive_scan(text, out, join, std::identity{}, options), words);
    ASSERT_EQ(arcas::inclusive_scan(text, out, options), words);
  });
}

TEST_P(Scan, MovesNoElement) {
  std::vector<std::string> text;
  for (std::size_t i = 0; i < 500; ++i) text.push_back(word(i));
  const auto before = text;
  const auto first = std::make_move_iterator(text.begin());
  const auto last = std::make_move_iterator(text.end());
  std::vector<std::string> out(500);
  const loop_options options{.grain = 16, .on = &machine};
  arcas::inclusive_scan(first, last, out.begin(), options);
  EXPECT_EQ(out.back(), words_up_to(500));
  arcas::transform_exclusive_scan(first, last, out.begin(), std::string(), concatenation{},
                                  std::identity{}, options);
  EXPECT_EQ(out.back(), words_up_to(499));
  EXPECT_EQ(text, before);
}

// A sum that takes values of another type, which do not convert.
struct money {
  long cents = 0;
  bool operator==(const money&) const = default;
};
struct payments {
  using value_type = money;
  money identity() const { return {}; }
  money operator()(money a, money b) const { return {a.cents + b.cents}; }
  money operator()(money a, long b) const { return {a.cents + b}; }
};

TEST_P(Scan, AddsValuesOfAnotherType) {
  const std::vector<long> paid(700, 3);
  const std::vector<double> parts(700, 1.75);
  const loop_options options{.grain = 16, .on = &machine};
  std::vector<money> sums(700);
  EXPECT_EQ(arcas::inclusive_scan(paid, sums, payments(), options), money{2100});
  EXPECT_EQ(sums[1], money{6});
  arcas::exclusive_scan(paid.begin(), paid.end(), sums.begin(), payments(), options);
  EXPECT_EQ(sums[1], money{3});
  std::vector<long> whole(700);
  EXPECT_EQ(arcas::inclusive_scan(parts, whole, plus<long>{}, options), 700);
}

}  // namespace
}  // namespace arcas
