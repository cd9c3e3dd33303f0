// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/histogram.h>

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

#include "ways.h"

namespace arcas {
namespace {

class Histogram : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, Histogram, worker_counts, testing::PrintToStringParamName());

TEST_P(Histogram, CountsAsOneThreadDoes) {
  in_every_way(machine, [](const loop_options& options) {
    // With few bins each worker has counts of its own; with 100,000 bins all workers share counts.
    for (const std::size_t bins :
         {std::size_t{1}, std::size_t{10}, std::size_t{5000}, std::size_t{100'000}}) {
      const auto x = random_numbers(3000, bins);
      std::vector<std::size_t> expected(bins);
      for (const std::uint64_t v : x) ++expected[v];
      ASSERT_EQ(histogram(x, bins, [](std::uint64_t v) { return v; }, options), expected);
    }
  });
}

TEST_P(Histogram, TakesFunctionsOfAnyIndex) {
  const auto counts =
      histogram(-50, 50, 3, [](int i) { return i < 0    ? 0
                                               : i == 0 ? 1
                                                        : 2; }, {.on = &machine});
  EXPECT_EQ(counts, (std::vector<std::size_t>{50, 1, 49}));
  EXPECT_EQ(histogram(3, 3, 2, [](int) { return 0; }, {.on = &machine}),
            (std::vector<std::size_t>{0, 0}));
}

TEST_P(Histogram, ThrowsTheExceptionOfTheFunction) {
  EXPECT_THROW(histogram(0, 1000, 5,
                         [](int i) {
                           if (i == 77) throw std::out_of_range("77");
                           return 0;
                         },
                         {.on = &machine}),
               std::out_of_range);
}

TEST_P(Histogram, CountsNotAllWhenItIsStopped) {
  const auto counts = histogram(0, 100'000, 2, [](int i) { return i % 2; },
                                {.stop = stopped_token(), .on = &machine});
  EXPECT_LT(counts[0] + counts[1], 100'000U);
}

}  // namespace
}  // namespace arcas
