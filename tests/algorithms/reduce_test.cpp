// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/reduce.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "ways.h"

namespace arcas {
namespace {

class RangeReduce : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, RangeReduce, worker_counts, testing::PrintToStringParamName());

constexpr auto larger = [](auto a, auto b) { return a < b ? b : a; };

struct citizen {
  int age = 0;
  std::string name = {};
  int years() const { return age; }
};

std::vector<citizen> citizens(std::size_t n) {
  std::vector<citizen> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back({static_cast<int>(i * 37 % 91), word(i)});
  return all;
}

TEST_P(RangeReduce, EqualsTheSerialFold) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 15, 16, 17, 3001}) {
      const auto x = random_numbers(n);
      const std::uint64_t sum = std::accumulate(x.begin(), x.end(), std::uint64_t{0});
      const std::uint64_t greatest = n == 0 ? 0 : *std::max_element(x.begin(), x.end());
      ASSERT_EQ(arcas::reduce(x, options), sum);
      ASSERT_EQ(arcas::reduce(x, std::uint64_t{7}, options), sum + 7);
      ASSERT_EQ(arcas::reduce(x, plus<std::uint64_t>{}, options), sum);
      ASSERT_EQ(arcas::reduce(x, std::plus<>{}, options), sum);
      ASSERT_EQ(arcas::reduce(x, larger, options), greatest);
      ASSERT_EQ(arcas::reduce(x, std::uint64_t{3}, larger, options),
                std::max<std::uint64_t>(greatest, 3));
      ASSERT_EQ(arcas::reduce(x, std::uint64_t{3}, plus<std::uint64_t>{}, options), sum + 3);
      ASSERT_EQ(arcas::reduce(x.begin(), x.end(), options), sum);
      ASSERT_EQ(arcas::reduce(x.begin(), x.end(), std::uint64_t{5}, options), sum + 5);
      ASSERT_EQ(arcas::reduce(x.begin(), x.end(), larger, options), greatest);
      ASSERT_EQ(arcas::reduce(x.begin(), x.end(), std::uint64_t{5}, std::plus<>{}, options),
                sum + 5);
    }
  });
}

TEST_P(RangeReduce, HasTheTypeOfTheInitialValue) {
  const std::vector<unsigned char> x(1000, 200);
  const loop_options options{.on = &machine};
  static_assert(std::is_same_v<decltype(arcas::reduce(x)), unsigned char>);
  static_assert(std::is_same_v<decltype(arcas::reduce(x, 0)), int>);
  EXPECT_EQ(arcas::reduce(x, 0, options), 200'000);
  EXPECT_EQ(arcas::reduce(x, 0.5, std::plus<>{}, options), 200'000.5);
  EXPECT_EQ(arcas::reduce(std::vector<short>(15, 2), 1, std::multiplies<>{}, options), 32768);
  EXPECT_EQ(arcas::reduce(std::views::iota(0, 1001), 0L, options), 500'500);
}

TEST_P(RangeReduce, KeepsTheOrderOfValuesThatAreNoNumbers) {
  in_every_way(machine, [](const loop_options& options) {
    std::vector<std::string> x;
    for (std::size_t i = 0; i < 200; ++i) x.push_back(word(i));
    const std::string all = words_up_to(200);
    ASSERT_EQ(arcas::reduce(x, options), all);
    ASSERT_EQ(arcas::reduce(x, std::string("a "), options), "a " + all);
    ASSERT_EQ(arcas::reduce(x, std::plus<>{}, options), all);
    ASSERT_EQ(arcas::reduce(x, concatenation{}, options), all);
    ASSERT_EQ(arcas::reduce(x, std::string("b "), concatenation{}, options), "b " + all);
    ASSERT_EQ(arcas::transform_reduce(
                  std::views::iota(std::size_t{0}, std::size_t{200}), std::string(), std::plus<>{},
                  [](std::size_t i) { return word(i); }, options),
              all);
  });
}

// An optional may be the value of an operation, with and without identity.
struct first_present {
  using value_type = std::optional<int>;
  value_type identity() const { return std::nullopt; }
  value_type operator()(const value_type& a, const value_type& b) const { return a ? a : b; }
};

TEST_P(RangeReduce, CombinesOptionals) {
  in_every_way(machine, [](const loop_options& options) {
    std::vector<std::optional<int>> x(500);
    ASSERT_EQ(arcas::reduce(x, first_present{}, options), std::nullopt);
    for (const std::size_t i : {499U, 250U, 77U}) {
      x[i] = static_cast<int>(i);
      const std::optional<int> found = static_cast<int>(i);
      const auto op = [](const std::optional<int>& a, const std::optional<int>& b) {
        return a ? a : b;
      };
      ASSERT_EQ(arcas::reduce(x, first_present{}, options), found);
      ASSERT_EQ(arcas::reduce(x, op, options), found);
      ASSERT_EQ(arcas::reduce(x, std::optional<int>(), op, options), found);
      ASSERT_EQ(arcas::reduce(x, std::optional<int>(-1), op, options), std::optional<int>(-1));
    }
  });
}

TEST_P(RangeReduce, TransformsElementsAndPairs) {
  const auto all = citizens(1000);
  long years = 0;
  for (const citizen& p : all) years += p.age;
  in_every_way(machine, [&](const loop_options& options) {
    ASSERT_EQ(arcas::transform_reduce(all, plus<long>{}, &citizen::age, options), years);
    ASSERT_EQ(arcas::transform_reduce(all, 1L, std::plus<>{}, &citizen::years, options), years + 1);
    ASSERT_EQ(
        arcas::transform_reduce(all.begin(), all.end(), 0L, std::plus<>{}, &citizen::age, options),
        years);
    ASSERT_EQ(arcas::transform_reduce(all.begin(), all.end(), plus<long>{}, &citizen::age, options),
              years);
  });
  std::vector<double> a(777), b(777);
  std::iota(a.begin(), a.end(), 0.0);
  std::iota(b.begin(), b.end(), 1.0);
  const loop_options options{.grain = 10, .on = &machine};
  const double product = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  EXPECT_EQ(arcas::transform_reduce(a, b, 0.0, options), product);
  EXPECT_EQ(arcas::transform_reduce(a.begin(), a.end(), b.begin(), 0.0, options), product);
  const auto apart = [](double x, double y) { return std::abs(x - y); };
  EXPECT_EQ(arcas::transform_reduce(a, b, 0.0, larger, apart, options), 1.0);
  EXPECT_EQ(
      arcas::transform_reduce(a.begin(), a.end(), b.begin(), 0.0, std::plus<>{}, apart, options),
      777.0);
}

TEST_P(RangeReduce, FindsTheLeastAndTheGreatest) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 3000}) {
      auto x = random_numbers(n, 50);
      ASSERT_EQ(arcas::min_element(x, less_than{}, options), std::ranges::min_element(x));
      ASSERT_EQ(arcas::max_element(x, less_than{}, options), std::ranges::max_element(x));
      ASSERT_EQ(arcas::max_element(x.begin(), x.end(), std::greater<>{}, options),
                std::max_element(x.begin(), x.end(), std::greater<>{}));
      ASSERT_EQ(arcas::min_element(x.begin(), x.end(), {}, options), std::ranges::min_element(x));
      const auto ends = std::minmax_element(x.begin(), x.end());
      ASSERT_EQ(arcas::minmax_element(x, less_than{}, options), ends);
      ASSERT_EQ(arcas::minmax_element(x.begin(), x.end(), {}, options), ends);
    }
  });
  const auto all = citizens(500);
  EXPECT_EQ(arcas::min_element(all, {}, &citizen::age, {.on = &machine}),
            std::ranges::min_element(all, {}, &citizen::age));
  EXPECT_EQ(arcas::max_element(all, std::greater<>{}, &citizen::name, {.on = &machine}),
            std::ranges::max_element(all, std::greater<>{}, &citizen::name));
}

// Views whose elements are temporaries.
TEST_P(RangeReduce, KeepsMembersOfTemporaries) {
  constexpr int n = 1200;
  const auto make = [](int i) { return citizen{i, word(static_cast<std::size_t>(i))}; };
  const auto all = std::views::iota(0, n) | std::views::transform(make);
  const auto text = std::views::iota(0, n) |
                    std::views::transform([](int i) { return word(static_cast<std::size_t>(i)); });
  const std::string words = words_up_to(n);
  const auto name_of = [](const citizen& c) -> const std::string& { return c.name; };
  const auto with = [](const citizen&, const std::string& s) -> const std::string& { return s; };
  in_every_way(machine, [&](const loop_options& options) {
    ASSERT_EQ(arcas::transform_reduce(all, plus<std::string>{}, &citizen::name, options), words);
    ASSERT_EQ(arcas::transform_reduce(all, concatenation{}, name_of, options), words);
    ASSERT_EQ(arcas::transform_reduce(all, std::string(), std::plus<>{}, &citizen::name, options),
              words);
    ASSERT_EQ(arcas::transform_reduce(all.begin(), all.end(), std::string(), std::plus<>{}, name_of,
                                      options),
              words);
    ASSERT_EQ(arcas::transform_reduce(text, plus<std::string>{}, std::identity{}, options), words);
    ASSERT_EQ(arcas::transform_reduce(all, text, std::string(), std::plus<>{}, with, options),
              words);
    ASSERT_EQ(arcas::transform_reduce(all, 0L, std::plus<>{}, &citizen::age, options),
              n * (n - 1L) / 2);
  });
}

// Associative, and not commutative.
struct first_that_is_set {
  using value_type = int;
  int identity() const { return 0; }
  int operator()(int a, int b) const { return a != 0 ? a : b; }
};

TEST_P(RangeReduce, KeepsTheOrderOfAMonoidForOtherTypes) {
  std::vector<int> x(1000);
  std::iota(x.begin(), x.end(), 0);
  const auto same = [](int e) { return e; };
  in_every_way(machine, [&](const loop_options& options) {
    ASSERT_EQ(arcas::reduce(x, 0L, first_that_is_set{}, options), 1);
    ASSERT_EQ(arcas::reduce(x.begin(), x.end(), 0L, first_that_is_set{}, options), 1);
    ASSERT_EQ(arcas::transform_reduce(x, 0L, first_that_is_set{}, same, options), 1);
    ASSERT_EQ(arcas::reduce(x, 0L, plus<int>{}, options), 999 * 500);
  });
}

TEST_P(RangeReduce, MovesTheInitialValue) {
  struct total {
    explicit total(long n) : sum(std::make_unique<long>(n)) {}
    total(int n) : total(long{n}) {}
    std::unique_ptr<long> sum;
  };
  std::vector<int> x(1000, 3);
  const auto op = [](total a, total b) { return total(*a.sum + *b.sum); };
  const loop_options options{.grain = 16, .on = &machine};
  EXPECT_EQ(*arcas::reduce(x, total(5L), op, options).sum, 3005);
  EXPECT_EQ(*arcas::reduce(x.begin(), x.begin(), total(5L), op, options).sum, 5);
}

TEST_P(RangeReduce, CallsMembersThroughReferences) {
  auto all = citizens(800);
  const std::vector<std::reference_wrapper<citizen>> some(all.begin(), all.end());
  const loop_options options{.grain = 16, .on = &machine};
  const long years = std::transform_reduce(all.begin(), all.end(), 0L, std::plus<>{},
                                           [](const citizen& c) { return long{c.age}; });
  EXPECT_EQ(arcas::transform_reduce(some, plus<long>{}, &citizen::age, options), years);
  EXPECT_EQ(arcas::transform_reduce(some, plus<long>{}, &citizen::years, options), years);
}

struct answer {
  bool yes;
  explicit operator bool() const { return yes; }
};

TEST_P(RangeReduce, ComparesByAnswersAndVariableKeys) {
  const auto x = random_numbers(900, 70);
  const loop_options options{.grain = 16, .on = &machine};
  const auto before = [](std::uint64_t a, std::uint64_t b) { return answer{a < b}; };
  EXPECT_EQ(arcas::min_element(x, before, options), std::min_element(x.begin(), x.end()));
  EXPECT_EQ(arcas::max_element(x, before, options), std::max_element(x.begin(), x.end()));
  EXPECT_EQ(arcas::minmax_element(x, before, options), std::minmax_element(x.begin(), x.end()));
  std::atomic<int> calls = 0;
  const auto key = [&calls](std::uint64_t e) mutable {
    ++calls;
    return e;
  };
  EXPECT_EQ(arcas::min_element(x, {}, key, options), std::min_element(x.begin(), x.end()));
  EXPECT_GT(calls, 0);
}

TEST_P(RangeReduce, ThrowsTheExceptionOfTheOperation) {
  in_every_way(machine, [](const loop_options& options) {
    const auto x = random_numbers(2000);
    EXPECT_THROW(arcas::reduce(
                     x, std::uint64_t{0},
                     [](std::uint64_t, std::uint64_t) -> std::uint64_t {
                       throw std::out_of_range("in the operation");
                     },
                     options),
                 std::out_of_range);
  });
}

TEST_P(RangeReduce, ReturnsTheInitialValueWhenItIsStopped) {
  const auto x = random_numbers(2000);
  const loop_options stopped{.stop = stopped_token(), .on = &machine};
  EXPECT_EQ(arcas::reduce(x, std::uint64_t{4}, larger, stopped), 4U);
  EXPECT_EQ(arcas::reduce(x, std::plus<>{}, stopped), 0U);
}

}  // namespace
}  // namespace arcas
