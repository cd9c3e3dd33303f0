// SPDX-License-Identifier: Apache-2.0
// How long do loops over the ranks keep the other tasks of a rank waiting? The clock is advanced by
// the loops' bodies only.
#include "virtual_runs.h"

#include <arcas/cluster/memory/forall.h>
#include <arcas/cluster/ranks/spawn.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

std::uint64_t imagined_time = 0;
std::uint64_t looks = 0;

struct imagined_clock {
  static std::uint64_t now() {
    ++looks;
    return imagined_time;
  }
};
using pace = poll_interval<imagined_clock>;

struct outcome_of_loop {
  std::uint64_t longest_wait = 0;  // of another task, between its turns
  std::uint64_t looks = 0;
  std::uint64_t turns = 0;
};

// A loop of a rank whose iteration i takes cost(i) cycles, beside a task that always yields.
template <class Cost>
outcome_of_loop run_beside_another(std::uint64_t iterations, const Cost& cost) {
  outcome_of_loop seen;
  imagined_time = looks = 0;
  run_virtual(test::usual(1, 1), job([&] {
                bool over = false;
                finish([&] {
                  spawn([&] {
                    for (std::uint64_t before = 0; !over; ++seen.turns) {
                      seen.longest_wait = std::max(seen.longest_wait, imagined_time - before);
                      before = imagined_time;
                      yield();
                    }
                  });
                  while (seen.turns == 0) yield();
                  const auto body = [&cost](std::uint64_t i) { imagined_time += cost(i); };
                  using loop = local_loop<decltype(body), imagined_clock>;
                  loop::run(loop::make(0, iterations, body));
                  over = true;
                });
              }));
  seen.looks = looks;
  return seen;
}

TEST(poll_interval, lets_others_run_after_each_long_iteration) {
  constexpr std::uint64_t long_one = 300'000;
  const auto seen = run_beside_another(100, [](std::uint64_t) { return long_one; });
  EXPECT_EQ(seen.longest_wait, long_one);
}

TEST(poll_interval, keeps_to_the_time_between_polls_with_iterations_of_any_length) {
  for (std::uint64_t each = 1; each < pace::cycles_a_poll; each = each * 3 + 1) {
    const auto seen = run_beside_another(2'000'000 / each, [each](std::uint64_t) { return each; });
    EXPECT_LT(seen.longest_wait, pace::cycles_a_poll + each) << each;
    EXPECT_GE(seen.turns, 10u) << each;
  }
}

TEST(poll_interval, looks_seldom_where_iterations_are_short) {
  constexpr std::uint64_t iterations = 32'000;
  const auto seen = run_beside_another(iterations, [](std::uint64_t) { return 10; });
  EXPECT_LE(seen.looks, iterations / pace::most_unseen + 30);
}

// The loop notices at its next reading of the clock that iterations have become longer. From then
// on it notices each long iteration at once.
TEST(poll_interval, follows_iterations_that_become_longer) {
  constexpr std::uint64_t long_one = 300'000;
  const auto cost = [](std::uint64_t i) { return i < 1000 ? 10 : long_one; };
  const auto seen = run_beside_another(1100, cost);
  EXPECT_LE(seen.longest_wait, pace::most_unseen * long_one + 1000 * 10);
  // Another task has a turn after each long iteration, except after at most 32 of them.
  EXPECT_GE(seen.turns, 100 - pace::most_unseen);
}

// While an iteration waits, others run: the elapsed time is not the cost of the iteration.
TEST(poll_interval, does_not_count_the_time_in_which_others_ran) {
  imagined_time = looks = 0;
  pace p;
  for (int i = 0; i < 100; ++i) {
    imagined_time += 1'000'000;
    p.others_ran();
  }
  // Short iterations after the wait still run in a row.
  std::uint64_t polls = 0;
  for (int i = 0; i < 1'000; ++i) {
    imagined_time += 10;
    polls += p.due() ? 1 : 0;
  }
  EXPECT_EQ(polls, 0U);
}

TEST(poll_interval, misses_few_long_iterations_after_one_that_waits) {
  imagined_time = looks = 0;
  pace p;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 1'000; ++i) {
      imagined_time += 10;
      EXPECT_FALSE(p.due());
    }
    imagined_time += 1'000'000;
    p.others_ran();
    for (std::uint64_t i = 0; i < pace::unseen_after_wait; ++i) {
      imagined_time += 300'000;
      EXPECT_FALSE(p.due()) << "when they began is not known";
    }
    for (int i = 0; i < 40; ++i) {
      imagined_time += 300'000;
      EXPECT_TRUE(p.due());
      p.restart();
    }
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
