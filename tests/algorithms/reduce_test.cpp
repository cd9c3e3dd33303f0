// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/reduce.h>

#include <arcas/loops/runtime.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace arcas {
namespace {

constexpr auto distributors = {"auto", "shared", "striped:thread", "combine:core",
                               "async:core/combine:package"};

class Reduce : public testing::TestWithParam<unsigned> {
 protected:
  runtime machine{runtime_options{.workers = GetParam()}};
};
INSTANTIATE_TEST_SUITE_P(Workers, Reduce, testing::Values(1, 2, 8),
                         testing::PrintToStringParamName());

std::vector<std::int64_t> random_numbers(std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<std::int64_t> x(n);
  for (auto& v : x) v = static_cast<std::int64_t>(random() % 2001) - 1000;
  return x;
}

template <class M>
std::int64_t serial_fold(const M& m, const std::vector<std::int64_t>& x) {
  std::int64_t sum = m.identity();
  for (const std::int64_t v : x) sum = m(sum, v);
  return sum;
}

template <class M>
void expect_serial_fold(runtime& on, const M& m) {
  for (const char* how : distributors) {
    for (const std::size_t n : {0, 1, 2, 100, 5000}) {
      for (const std::size_t grain : {0, 1, 64}) {
        const auto x = random_numbers(n);
        const loop_options options{.grain = grain, .distributor = how, .on = &on};
        EXPECT_EQ(parallel_reduce(
                      0, n, m, [&](std::size_t i) { return x[i]; }, options),
                  serial_fold(m, x))
            << how << ' ' << n;
      }
    }
  }
}

TEST_P(Reduce, EqualsTheSerialFold) {
  expect_serial_fold(machine, plus<std::int64_t>{});
  expect_serial_fold(machine, minimum<std::int64_t>{});
  expect_serial_fold(machine, maximum<std::int64_t>{});
}

TEST_P(Reduce, TakesWholeChunks) {
  const auto x = random_numbers(5000);
  const auto sum_of = [&](std::size_t begin, std::size_t end) {
    std::int64_t sum = 0;
    for (std::size_t i = begin; i != end; ++i) sum += x[i];
    return sum;
  };
  EXPECT_EQ(
      parallel_reduce(std::size_t{0}, x.size(), plus<std::int64_t>{}, sum_of, {.on = &machine}),
      serial_fold(plus<std::int64_t>{}, x));
}

TEST_P(Reduce, OfAnEmptyOrReversedRangeIsTheIdentity) {
  const auto one = [](int) { return 1; };
  EXPECT_EQ(parallel_reduce(5, 5, plus<int>{}, one, {.on = &machine}), 0);
  EXPECT_EQ(parallel_reduce(5, -5, multiplies<int>{}, one, {.on = &machine}), 1);
  EXPECT_EQ(parallel_reduce(0, 0, minimum<int>{}, one, {.on = &machine}),
            std::numeric_limits<int>::max());
}

TEST_P(Reduce, OfTruthValues) {
  EXPECT_TRUE(
      parallel_reduce(0, 999, logical_or{}, [](int i) { return i == 700; }, {.on = &machine}));
  EXPECT_FALSE(
      parallel_reduce(0, 999, logical_and{}, [](int i) { return i != 700; }, {.on = &machine}));
}

// Sets under union: values that own memory.
struct set_union {
  using value_type = std::set<int>;
  value_type identity() const { return {}; }
  value_type operator()(const value_type& a, const value_type& b) const {
    value_type both = a;
    both.insert(b.begin(), b.end());
    return both;
  }
};

TEST_P(Reduce, OfValuesThatAllocate) {
  for (const char* how : distributors) {
    const auto found =
        parallel_reduce(0, 600, set_union{}, [](int i) { return std::set<int>{i % 50}; },
                        {.grain = 7, .distributor = how, .on = &machine});
    EXPECT_EQ(found.size(), 50U) << how;
  }
}

// A monoid with data of its own: addition modulo m.
struct plus_modulo {
  using value_type = unsigned;
  unsigned modulus;
  unsigned identity() const { return 0; }
  unsigned operator()(unsigned a, unsigned b) const { return (a + b) % modulus; }
};

TEST_P(Reduce, ByAMonoidOfOnesOwn) {
  EXPECT_EQ(parallel_reduce(0U, 1000U, plus_modulo{97}, [](unsigned i) { return i % 97; },
                            {.on = &machine}),
            499'500U % 97);
}

TEST_P(Reduce, NestsInsideLoops) {
  std::atomic<long> total{0};
  outer_parallel_for(1, 0, 30,
                     [&](int row) {
                       total += parallel_reduce(0, 40, plus<long>{},
                                                [&](int column) { return row * column; });
                     },
                     {.grain = 1, .on = &machine});
  EXPECT_EQ(total, 435L * 780L);
}

TEST_P(Reduce, ThrowsWhatTheFunctionThrows) {
  for (const char* how : distributors) {
    EXPECT_THROW(parallel_reduce(0, 500, set_union{},
                                 [](int i) -> std::set<int> {
                                   if (i == 333) throw std::out_of_range("333");
                                   return {i};
                                 },
                                 {.grain = 3, .distributor = how, .on = &machine}),
                 std::out_of_range);
  }
}

}  // namespace
}  // namespace arcas
