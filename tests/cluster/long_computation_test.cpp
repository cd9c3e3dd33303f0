// SPDX-License-Identifier: Apache-2.0
// Is a rank that has announced a long computation left out of the watch, and watched again later?
#include "virtual_runs.h"

#include <arcas/cluster/ranks/call.h>
#include <arcas/cluster/ranks/spawn.h>
#include <arcas/cluster/run.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace arcas::inline v0::cluster {

using namespace detail;
namespace {

constexpr std::uint64_t millisecond = 1'000'000;

virtual_options watched_for_a_millisecond(rank_id ranks, std::uint64_t seed,
                                          std::vector<std::string>& told) {
  virtual_options o = test::usual(ranks, seed);
  o.cluster.watch_after = millisecond;
  o.cluster.patience = 2 * millisecond;
  o.told = &told;
  return o;
}

// A rank takes no turns during a computation, and announces it. With two hops, rank 3 is out of
// reach behind rank 2.
TEST(long_computation, is_not_named_once_it_is_announced) {
  struct jobs {
    rank_id ranks, silent;
    unsigned hops;
  };
  for (const auto [ranks, silent, hops] : {jobs{3, 0, 1}, jobs{3, 2, 1}, jobs{4, 2, 2}}) {
    std::vector<std::string> told;
    virtual_options o = watched_for_a_millisecond(ranks, 1, told);
    o.cluster.hops = hops;
    bool computes = false;
    std::uint64_t since = 0;
    o.before_turn = [&](std::uint64_t turn, virtual_faults& faults) {
      if (computes && since == 0) {
        since = turn;
        faults.stop(silent);
      }
      if (since != 0 && turn == since + 40'000) faults.go_on(silent);
    };
    EXPECT_EQ(test::failure_of(o, job([silent, &computes] {
                                 spawn_on(silent, [at = &computes] {
                                   const long_computation announced, announced_within;
                                   *at = true;
                                   yield();
                                 });
                                 for (int i = 0; i < 400; ++i) call(1, [] { return 1; });
                               })),
              "");
    EXPECT_NE(since, 0u);
    EXPECT_EQ(told, std::vector<std::string>{}) << silent;
  }
}

unsigned computing = 0;
bool are_stopped = false;

// Two ranks compute at once, and the second one longer than the first; each of ranks 0 and 1 may
// watch one of them, or rank 0 both.
TEST(long_computation, of_two_ranks_at_once_is_over_when_both_are) {
  struct pair_of_ranks {
    rank_id first, last;
  };
  for (const auto [first, last] :
       {pair_of_ranks{2, 3}, pair_of_ranks{0, 2}, pair_of_ranks{2, 0}, pair_of_ranks{0, 1}}) {
    SCOPED_TRACE(std::to_string(first) + " and " + std::to_string(last));
    std::vector<std::string> told;
    virtual_options o = watched_for_a_millisecond(5, 1, told);
    computing = 0;
    std::uint64_t since = 0;
    o.before_turn = [&](std::uint64_t turn, virtual_faults& faults) {
      if (computing == 2 && since == 0) {
        since = turn;
        are_stopped = true;
        faults.stop(first);
        faults.stop(last);
      }
      if (since == 0) return;
      if (turn == since + 40'000) faults.go_on(first);
      if (turn == since + 80'000) faults.go_on(last);
      // This rank has announced nothing.
      if (turn == since + 120'000) faults.stop(4);
    };
    are_stopped = false;
    const auto compute = [] {
      const long_computation announced;
      ++computing;
      while (!are_stopped) yield();
    };
    const std::string sentence = test::failure_of(o, job([first, last, compute] {
                                                    spawn_on(first, compute);
                                                    spawn_on(last, compute);
                                                    for (int i = 0; i < 200'000; ++i) {
                                                      call(1, [] { return 1; });
                                                      yield();
                                                    }
                                                  }));
    EXPECT_GT(since, 0u);
    EXPECT_EQ(sentence.find("rank 0 of 5: rank 4 has not answered for 0.00"), 0u) << sentence;
    ASSERT_EQ(told.size(), 1u);
    EXPECT_NE(told.front().find("rank 4 has not answered"), std::string::npos) << told.front();
  }
}

}  // namespace
}  // namespace arcas::inline v0::cluster
