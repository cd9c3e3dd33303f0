// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/pack.h>

#include <arcas/loops/statistics.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>

#include "ways.h"

namespace arcas {

using namespace detail;
namespace {

class Pack : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, Pack, worker_counts, testing::PrintToStringParamName());

template <class Keep>
std::vector<std::uint64_t> kept_serially(const std::vector<std::uint64_t>& x, const Keep& keep) {
  std::vector<std::uint64_t> kept;
  for (const std::uint64_t v : x) {
    if (keep(v)) kept.push_back(v);
  }
  return kept;
}

TEST_P(Pack, KeepsWhatIsAskedForInItsOrder) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 63, 64, 65, 129, 5000}) {
      const auto x = random_numbers(n, 100);
      for (const std::uint64_t share : {0, 1, 50, 100}) {
        const auto keep = [&](std::uint64_t v) { return v < share; };
        const auto expected = kept_serially(x, keep);
        std::vector<std::uint64_t> out(expected.size());
        ASSERT_EQ(filter(x, out, keep, options), expected.size());
        ASSERT_EQ(out, expected);
        ASSERT_EQ(filter(x, keep, options), expected);
      }
    }
  });
}

TEST_P(Pack, MayTakeOneBlockOfAnyLength) {
  const std::vector<int> x(100'000, 1);
  for (const std::size_t grain : {x.size(), std::size_t{1} << 50, ~std::size_t{0}}) {
    EXPECT_EQ(filter(x, [](int v) { return v > 0; }, {.grain = grain, .on = &machine}).size(),
              x.size());
  }
}

TEST_P(Pack, AsksOnceAndPutsOnce) {
  in_every_way(machine, [](const loop_options& options) {
    constexpr int n = 3000;
    std::vector<std::atomic<int>> asked(n), put(n);
    std::vector<int> at(n, -1);
    const std::size_t count = pack(
        -1000, n - 1000,
        [&](int i) {
          now_and_then_yield(static_cast<std::size_t>(i + 1000));
          ++asked[static_cast<std::size_t>(i + 1000)];
          return i % 3 == 0;
        },
        [&](std::size_t position, int i) {
          ++put[position];
          at[position] = i;
        },
        options);
    ASSERT_EQ(count, 1000U);
    for (std::size_t k = 0; k < n; ++k) {
      ASSERT_EQ(asked[k], 1);
      ASSERT_EQ(put[k], k < count ? 1 : 0);
      if (k < count) {
        ASSERT_EQ(at[k], static_cast<int>(3 * k) - 999);
      }
    }
  });
}

TEST_P(Pack, IsSharedOutAsTheEnvironmentSays) {
  settings said;
  said.pool.workers = GetParam();
  said.distributor = "shared";
  said.grain = 5000;
  runtime on(said);
  const auto x = random_numbers(50'000);
  const auto odd = [](std::uint64_t v) { return v % 2 == 1; };
  loop_statistics blocks;
  const auto kept = filter(x, odd, {.on = &on, .statistics = &blocks});
  EXPECT_EQ(blocks.total().iterations, 2 * x.size() / said.grain);
  std::vector<std::uint64_t> out(x.size());
  out.resize(filter(x, out, odd, {.on = &on}));
  EXPECT_EQ(out, kept);
  EXPECT_EQ(kept, filter(x, odd, {.on = &machine}));
}

TEST_P(Pack, SelectsByFlags) {
  std::vector<bool> flags(2000);
  std::vector<std::string> x, expected, out(2000);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    x.push_back(word(i));
    flags[i] = i % 7 == 3;
    if (flags[i]) expected.push_back(word(i));
  }
  out.resize(pack(x, flags, out, {.on = &machine}));
  EXPECT_EQ(out, expected);
}

TEST_P(Pack, ThrowsTheExceptionOfTheCondition) {
  const auto x = random_numbers(4000);
  in_every_way(machine, [&](const loop_options& options) {
    const auto keep = [&](const std::uint64_t& v) {
      if (&v == &x[1500]) throw std::out_of_range("1500");
      return true;
    };
    EXPECT_THROW(filter(x, keep, options), std::out_of_range);
    std::vector<std::uint64_t> out(x.size());
    EXPECT_THROW(filter(x, out, keep, options), std::out_of_range);
  });
}

TEST_P(Pack, PutsNothingMoreWhenItIsStopped) {
  const auto x = random_numbers(4000);
  EXPECT_LT(filter(x, [](auto) { return true; }, {.stop = stopped_token(), .on = &machine}).size(),
            x.size());
  std::vector<std::uint64_t> out(x.size(), 1);
  filter(x, out, [](auto) { return true; }, {.stop = stopped_token(), .on = &machine});
  EXPECT_EQ(out.back(), 1U);
}

}  // namespace
}  // namespace arcas
