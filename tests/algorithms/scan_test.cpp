// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/scan.h>

#include <gtest/gtest.h>

#include <numeric>
#include <span>
#include <stdexcept>
#include <string>

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

}  // namespace
}  // namespace arcas
