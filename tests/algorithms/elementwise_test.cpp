// SPDX-License-Identifier: Apache-2.0
// elementwise.h: each worker adds to an array of its own, and the target has the sums.
#include <arcas/algorithms/elementwise.h>

#include <arcas/runtime/runtime.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace arcas {
namespace {

TEST(Elementwise, AddsToWhatThereIs) {
  runtime four({.workers = 4});
  for (const char* how : {"auto", "static", "shared", "biased"}) {
    for (const int n : {0, 1, 10, 10'000}) {
      std::vector<long> bins(7);
      std::iota(bins.begin(), bins.end(), 100L);
      parallel_for(0, n, elementwise(bins),
                   [](int i, std::span<long> own) {
                     ASSERT_EQ(own.size(), 7U);
                     own[static_cast<std::size_t>(i) % 7] += i;
                   },
                   {.distributor = how, .on = &four});
      std::vector<long> expected(7);
      std::iota(expected.begin(), expected.end(), 100L);
      for (int i = 0; i < n; ++i) expected[static_cast<std::size_t>(i) % 7] += i;
      EXPECT_EQ(bins, expected) << how << n;
    }
  }
}

TEST(Elementwise, CombinesByAnyOperationThatCommutes) {
  std::array<unsigned, 3> least{50, 50, 50};
  parallel_for(10U, 1000U, elementwise(least, minimum<unsigned>{}),
               [](unsigned i, std::span<unsigned> own) { own[i % 3] = std::min(own[i % 3], i); });
  EXPECT_EQ(least, (std::array<unsigned, 3>{12, 10, 11}));
  double plain[2] = {};
  const std::span<double> view(plain);
  parallel_for(0, 100, elementwise(view), [](int i, std::span<double> own) { own[i % 2] += 0.5; });
  EXPECT_EQ(plain[0], 25);
  EXPECT_EQ(plain[1], 25);
}

TEST(Elementwise, ThrowsTheExceptionOfABody) {
  std::vector<int> bins(2);
  EXPECT_THROW(parallel_for(0, 1000, elementwise(bins),
                            [](int i, std::span<int>) {
                              if (i == 500) throw std::runtime_error("500");
                            }),
               std::runtime_error);
  EXPECT_THROW(parallel_for(-1, 5U, elementwise(bins), [](unsigned, std::span<int>) {}),
               std::invalid_argument);
}

}  // namespace
}  // namespace arcas
