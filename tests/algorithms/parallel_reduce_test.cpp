// SPDX-License-Identifier: Apache-2.0
#include <arcas/algorithms/parallel_reduce.h>

#include <arcas/runtime/runtime.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "ways.h"

namespace arcas {
namespace {

class Reduce : public OnWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, Reduce, worker_counts, testing::PrintToStringParamName());

std::vector<std::int64_t> small_numbers(std::size_t n) {
  std::vector<std::int64_t> x(n);
  const auto random = random_numbers(n, 2001);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<std::int64_t>(random[i]) - 1000;
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
  in_every_way(on, [&](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 100, 3000}) {
      const auto x = small_numbers(n);
      EXPECT_EQ(parallel_reduce(
                    0, n, m, [&](std::size_t i) { return x[i]; }, options),
                serial_fold(m, x))
          << n;
    }
  });
}

TEST_P(Reduce, EqualsTheSerialFold) {
  expect_serial_fold(machine, plus<std::int64_t>{});
  expect_serial_fold(machine, minimum<std::int64_t>{});
  expect_serial_fold(machine, maximum<std::int64_t>{});
}

// Concatenation does not commute.
TEST_P(Reduce, CombinesInTheOrderOfTheIndices) {
  in_every_way(machine, [](const loop_options& options) {
    for (const std::size_t n : {0, 1, 2, 3, 700}) {
      const auto slow_word = [](std::size_t i) {
        now_and_then_yield(i);
        return word(i);
      };
      ASSERT_EQ(parallel_reduce(std::size_t{0}, n, concatenation{}, slow_word, options),
                words_up_to(n));
    }
  });
}

TEST_P(Reduce, CombinesWholeChunksInOrder) {
  in_every_way(machine, [](const loop_options& options) {
    const auto words = [](std::size_t begin, std::size_t end) {
      std::string text;
      for (std::size_t i = begin; i != end; ++i) text += word(i);
      return text;
    };
    ASSERT_EQ(parallel_reduce(std::size_t{0}, std::size_t{500}, concatenation{}, words, options),
              words_up_to(500));
  });
}

TEST_P(Reduce, InOrderThrowsTheExceptionOfTheFunction) {
  in_every_way(machine, [](const loop_options& options) {
    const auto f = [](std::size_t i) {
      if (i == 333) throw std::out_of_range("333");
      return word(i);
    };
    EXPECT_THROW(parallel_reduce(std::size_t{0}, std::size_t{500}, concatenation{}, f, options),
                 std::out_of_range);
  });
}

TEST_P(Reduce, TakesWholeChunks) {
  const auto x = small_numbers(5000);
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

struct set_union {
  using value_type = std::set<int>;
  value_type identity() const { return {}; }
  value_type operator()(const value_type& a, const value_type& b) const {
    value_type both = a;
    both.insert(b.begin(), b.end());
    return both;
  }
};

TEST_P(Reduce, CombinesValuesThatAllocate) {
  for (const char* how : distributors) {
    const auto found =
        parallel_reduce(0, 600, set_union{}, [](int i) { return std::set<int>{i % 50}; },
                        {.grain = 7, .distributor = how, .on = &machine});
    EXPECT_EQ(found.size(), 50U) << how;
  }
}

struct plus_modulo {
  using value_type = unsigned;
  unsigned modulus;
  unsigned identity() const { return 0; }
  unsigned operator()(unsigned a, unsigned b) const { return (a + b) % modulus; }
};

// Each value counts itself in the caller's counter while it lives. On the thread of a follower the
// destructor sleeps first, so the values of followers are destroyed late.
struct counted_value {
  std::atomic<int>* alive = nullptr;
  std::thread::id of_caller;
  long sum = 0;

  counted_value(std::atomic<int>* count, std::thread::id caller, long value)
      : alive(count), of_caller(caller), sum(value) {
    ++*alive;
  }
  counted_value(const counted_value& o) : counted_value(o.alive, o.of_caller, o.sum) {}
  counted_value& operator=(const counted_value&) = default;
  ~counted_value() {
    if (std::this_thread::get_id() != of_caller)
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    --*alive;
  }
};

struct add_counted {
  using value_type = counted_value;
  static constexpr bool commutative = true;
  std::atomic<int>* alive;
  std::thread::id caller;

  counted_value identity() const { return {alive, caller, 0}; }
  counted_value operator()(const counted_value& a, const counted_value& b) const {
    return {alive, caller, a.sum + b.sum};
  }
};

TEST_P(Reduce, HasDestroyedTheValuesOfAllWorkersWhenItReturns) {
  if (GetParam() > 3) GTEST_SKIP() << "as with three";
  std::atomic<int> alive{0};
  const add_counted add{&alive, std::this_thread::get_id()};
  for (const char* how : {"auto", "shared", "biased", "static"}) {
    for (int call = 0; call < 10; ++call) {
      std::atomic<bool> came{GetParam() == 1};
      const counted_value sum =
          parallel_reduce(0, 32, add,
                          [&](int begin, int end) {
                            const bool is_caller = std::this_thread::get_id() == add.caller;
                            if (!is_caller) came = true;
                            while (is_caller && end == 1 && !came) std::this_thread::yield();
                            return counted_value(&alive, add.caller, end - begin);
                          },
                          {.grain = 1, .distributor = how, .on = &machine});
      EXPECT_EQ(alive, 1) << how;
      EXPECT_EQ(sum.sum, 32);
    }
  }
}

TEST_P(Reduce, TakesAMonoidOfTheUser) {
  EXPECT_EQ(parallel_reduce(0U, 1000U, plus_modulo{97}, [](unsigned i) { return i % 97; },
                            {.on = &machine}),
            499'500U % 97);
}

TEST_P(Reduce, TakesAnIdentityAndAnOperation) {
  const auto plus = [](long a, long b) { return a + b; };
  EXPECT_EQ(parallel_reduce(0, 1000, 0L, plus, [](int i) { return long{i}; }, {.on = &machine}),
            499500);
  const auto append = [](std::string a, const std::string& b) { return std::move(a) + b; };
  EXPECT_EQ(parallel_reduce(0, 50, std::string(), append,
                            [](int i) { return word(static_cast<std::uint64_t>(i)); },
                            {.grain = 3, .on = &machine}),
            words_up_to(50));
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

TEST_P(Reduce, CountsTruthValues) {
  EXPECT_EQ(parallel_reduce(0, 1000, plus<long>{}, [](int i) { return i % 4 == 1; },
                            {.grain = 3, .on = &machine}),
            250);
}

TEST_P(Reduce, ThrowsTheExceptionOfTheFunction) {
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
