// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/pack.h>

#include <arcas/loops/statistics.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <iterator>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

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

TEST_P(Pack, CopiesAsStdDoes) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 63, 64, 65, 2000}) {
      const auto x = random_numbers(n, 100);
      const auto small = [](std::uint64_t v) { return v < 30; };
      std::vector<std::uint64_t> expected, found(n);
      std::copy_if(x.begin(), x.end(), std::back_inserter(expected), small);
      ASSERT_EQ(arcas::copy_if(x, found, small, options) - found.begin(), std::ssize(expected));
      ASSERT_EQ(arcas::copy_if(x.begin(), x.end(), found.begin(), small, options),
                found.begin() + std::ssize(expected));
      found.resize(expected.size());
      ASSERT_EQ(found, expected);
    }
  });
}

TEST_P(Pack, RemovesAndPartitionsAsStdDoes) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 63, 64, 65, 200, 3000}) {
      const auto x = random_numbers(n, 3);
      const auto zero = [](std::uint64_t v) { return v == 0; };
      auto expected = x, found = x;
      std::erase(expected, 0U);
      found.erase(arcas::remove_if(found, zero, options), found.end());
      ASSERT_EQ(found, expected);
      found = x;
      found.erase(arcas::remove(found.begin(), found.end(), 0U, options), found.end());
      ASSERT_EQ(found, expected);
      expected = found = x;
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      found.erase(arcas::unique(found, options), found.end());
      ASSERT_EQ(found, expected);
      expected = found = x;
      const auto at = std::stable_partition(expected.begin(), expected.end(), zero);
      ASSERT_EQ(arcas::partition(found, zero, options) - found.begin(), at - expected.begin());
      ASSERT_EQ(found, expected);
      found = x;
      arcas::partition(found.begin(), found.end(), zero, options);
      ASSERT_EQ(found, expected);
    }
  });
}

TEST_P(Pack, MovesElementsThatCannotBeCopied) {
  const auto odd = [](const std::unique_ptr<int>& p) { return *p % 2 != 0; };
  for (const int n : {50, 5000}) {
    std::vector<std::unique_ptr<int>> x;
    for (int i = 0; i < n; ++i) x.push_back(std::make_unique<int>(i));
    const auto others = arcas::partition(x, odd, {.on = &machine});
    ASSERT_EQ(others - x.begin(), n / 2);
    for (int i = 0; i < n; ++i)
      ASSERT_EQ(*x[static_cast<std::size_t>(i)], i < n / 2 ? 2 * i + 1 : 2 * (i - n / 2));
    x.erase(arcas::remove_if(x.begin(), x.end(), odd, {.on = &machine}), x.end());
    ASSERT_EQ(std::ssize(x), n / 2);
    for (int i = 0; i < n / 2; ++i) ASSERT_EQ(*x[static_cast<std::size_t>(i)], 2 * i);
  }
}

TEST_P(Pack, MovesTruthValuesAndElementsThatAreNotContiguous) {
  std::array<bool, 1000> flags{};
  for (std::size_t i = 0; i < flags.size(); i += 3) flags[i] = true;
  const auto is_set = [](bool b) { return b; };
  const std::span<bool> view(flags);
  EXPECT_EQ(arcas::partition(view, is_set, {.on = &machine}) - view.begin(), 334);
  for (std::size_t i = 0; i < flags.size(); ++i) ASSERT_EQ(flags[i], i < 334);
  EXPECT_EQ(arcas::unique(flags, {.on = &machine}) - flags.begin(), 2);
  std::deque<int> x(2000, 1);
  x[1000] = 2;
  EXPECT_EQ(arcas::remove(x, 1, {.on = &machine}) - x.begin(), 1);
  EXPECT_EQ(x.front(), 2);
}

TEST_P(Pack, MovesNothingIfAConditionThrowsOrAStopIsRequested) {
  const auto x = random_numbers(3000, 10);
  in_every_way(machine, [&](loop_options options) {
    auto found = x;
    std::atomic<int> calls{0};
    const auto refuse = [&](std::uint64_t) -> bool {
      if (++calls == 2500) throw std::out_of_range("2500");
      return false;
    };
    EXPECT_THROW(arcas::partition(found, refuse, options), std::out_of_range);
    ASSERT_EQ(found, x);
    options.stop = stopped_token();
    EXPECT_EQ(arcas::remove(found, 3U, options), found.end());
    ASSERT_EQ(found, x);
  });
}

// Counts the objects that exist.
struct counted {
  static inline std::atomic<long> alive{0};
  counted() { ++alive; }
  counted(counted&& other) noexcept : value(other.value) { ++alive; }
  counted& operator=(counted&&) noexcept = default;
  ~counted() { --alive; }
  int value = 0;
};

TEST_P(Pack, EndsTheLifeOfEachElementOnce) {
  {
    std::vector<counted> x(2000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i].value = static_cast<int>(i % 5);
    const auto is_zero = [](const counted& c) { return c.value == 0; };
    EXPECT_EQ(arcas::partition(x, is_zero, {.on = &machine}) - x.begin(), 400);
    EXPECT_EQ(arcas::remove_if(x, is_zero, {.on = &machine}) - x.begin(), 1600);
    EXPECT_EQ(counted::alive, 2000);
  }
  EXPECT_EQ(counted::alive, 0);
}

// A sanitizer ends a program that requests more memory than it can shadow.
#ifndef ARCAS_SANITIZED
// A range of more bytes than a process can have. All its elements are one.
struct vast_range {
  struct element {
    element() = default;
    element(element&&) noexcept { ++moves; }
    element& operator=(element&&) noexcept { return ++moves, *this; }
    char bytes[std::size_t{1} << 26];
  };
  static inline std::atomic<int> moves{0};
  static inline element one;
  element& operator[](std::size_t) const { return one; }
  std::size_t size() const { return std::size_t{1} << 21; }
};

TEST_P(Pack, MovesNothingIfMemoryIsRefused) {
  vast_range all;
  std::atomic<unsigned> calls{0};
  const auto every_second = [&](const vast_range::element&) { return calls++ % 2 == 0; };
  EXPECT_THROW(arcas::partition(all, every_second, {.on = &machine}), std::bad_alloc);
  EXPECT_EQ(vast_range::moves, 0);
}
#endif

TEST_P(Pack, KeepsTheFirstOfElementsThatAreTheSameByARelation) {
  const auto same_tens = [](std::uint64_t a, std::uint64_t b) { return a / 10 == b / 10; };
  const auto x = random_numbers(3000, 40);
  auto expected = x;
  expected.erase(std::unique(expected.begin(), expected.end(), same_tens), expected.end());
  in_every_way(machine, [&](const loop_options& options) {
    auto found = x;
    found.erase(arcas::unique(found, same_tens, options), found.end());
    ASSERT_EQ(found, expected);
    found = x;
    found.erase(arcas::unique(found.begin(), found.end(), same_tens, options), found.end());
    ASSERT_EQ(found, expected);
  });
}

}  // namespace
}  // namespace arcas
