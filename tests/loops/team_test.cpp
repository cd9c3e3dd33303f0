// SPDX-License-Identifier: Apache-2.0
// team.h: all members run at the same time; barriers, loops, values; exceptions and misuse.
#include "runtimes.h"

#include <arcas/loops/parallel_for.h>
#include <arcas/loops/team.h>
#include <arcas/loops/worker_local.h>

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace arcas {
namespace {

// Team sizes below, at and above the number of workers.
class Teams : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Sizes, Teams, testing::Values(1, 2, 3, 4, 9, 17));

TEST_P(Teams, RunEachMemberOnceAndAtTheSameTime) {
  const unsigned n = GetParam();
  for (int round = 0; round < 20; ++round) {
    std::vector<std::atomic<int>> runs(n);
    std::atomic<unsigned> there{0};
    std::mutex lock;
    std::set<std::thread::id> threads;
    team(n, [&](team_member& t) {
      ASSERT_EQ(t.size(), n);
      ++runs[t.rank()];
      ++there;
      // Unlike a barrier, this wait ends only if all members are running at the same time.
      while (there != n) std::this_thread::yield();
      const std::lock_guard adding(lock);
      threads.insert(std::this_thread::get_id());
      if (t.rank() == 0) threads.insert(std::this_thread::get_id());
    });
    for (auto& r : runs) EXPECT_EQ(r, 1);
    EXPECT_EQ(threads.size(), n);
  }
}

TEST_P(Teams, SeeAfterABarrierWhatAllDidBefore) {
  const unsigned n = GetParam();
  std::vector<int> at(n, 0);
  team(n, [&](team_member& t) {
    for (int turn = 1; turn <= 200; ++turn) {
      at[t.rank()] = turn;
      t.barrier();
      for (const int other : at) ASSERT_EQ(other, turn);
      t.barrier();
    }
  });
}

TEST_P(Teams, RunEachIterationOfALoopOnce) {
  const unsigned n = GetParam();
  const std::vector<team_loop_options> ways = {
      {},
      {.grain = 3},
      {.distributor = "shared"},
      {.distributor = "shared", .grain = 5},
      {.distributor = "shared", .grain = std::size_t{1} << 63},
      {.grain = ~std::size_t{0}},
  };
  for (const int length : {0, 1, 2, 7, 100, 1000}) {
    for (team_loop_options way : ways) {
      for (const bool barrier : {true, false}) {
        way.barrier = barrier;
        std::vector<std::atomic<int>> runs(static_cast<std::size_t>(length));
        team(n, [&](team_member& t) {
          t.loop(-3, length - 3, [&](int i) { ++runs[static_cast<std::size_t>(i + 3)]; }, way);
          if (barrier) {
            for (auto& r : runs) ASSERT_EQ(r, 1);
          }
        });
        for (auto& r : runs) ASSERT_EQ(r, 1) << length << " by " << way.distributor.name();
      }
    }
  }
}

// Members may be any number of loops ahead of each other.
TEST_P(Teams, RunAheadThroughLoopsWithoutBarriers) {
  const unsigned n = GetParam();
  constexpr int loops = 100, length = 20;
  std::vector<std::atomic<int>> runs(loops * length);
  std::atomic<int> singles{0};
  team(n, [&](team_member& t) {
    for (int l = 0; l < loops; ++l) {
      t.loop(0, length, [&](int i) { ++runs[static_cast<std::size_t>(l * length + i)]; },
             {.distributor = "shared",
              .grain = 1 + static_cast<std::size_t>(l % 4),
              .barrier = false});
      t.single([&] { ++singles; }, {.barrier = false});
    }
  });
  for (auto& r : runs) ASSERT_EQ(r, 1);
  EXPECT_EQ(singles, loops);
}

TEST_P(Teams, SplitStaticLoopsOfOneLengthInOneWay) {
  const unsigned n = GetParam();
  constexpr int length = 1001;
  std::vector<unsigned> first(length), second(length);
  for (auto* whose : {&first, &second}) {
    team(n, [&](team_member& t) {
      t.loop(0, length, [&](int i) { (*whose)[static_cast<std::size_t>(i)] = t.rank(); });
      // Another loop of that length in the same team.
      t.loop(0, length, [&](int i) { ASSERT_EQ((*whose)[static_cast<std::size_t>(i)], t.rank()); });
    });
  }
  EXPECT_EQ(first, second);
  for (unsigned r = 0; r < n; ++r) {
    const chunk part = part_of(length, n, r);
    for (std::uint64_t i = part.first; i != part.last; ++i) EXPECT_EQ(first[i], r);
  }
}

TEST_P(Teams, ReduceInTheOrderOfTheRanks) {
  const unsigned n = GetParam();
  std::string expected;
  for (unsigned r = 0; r < n; ++r) expected += static_cast<char>('a' + r);
  team(n, [&](team_member& t) {
    for (int round = 0; round < 50; ++round) {
      EXPECT_EQ(t.reduce(static_cast<long>(t.rank()) + round, std::plus<>()),
                static_cast<long>(n) * (n - 1) / 2 + static_cast<long>(n) * round);
      EXPECT_EQ(t.reduce(std::string(1, static_cast<char>('a' + t.rank())), std::plus<>()),
                expected);
    }
  });
}

TEST_P(Teams, GiveAllWhatASingleReturns) {
  const unsigned n = GetParam();
  std::atomic<int> calls{0}, masters{0};
  team(n, [&](team_member& t) {
    for (int round = 0; round < 50; ++round) {
      const std::string found = t.single([&] {
        ++calls;
        return std::string(40, static_cast<char>('a' + round % 26));
      });
      EXPECT_EQ(found, std::string(40, static_cast<char>('a' + round % 26)));
      t.master([&] {
        EXPECT_EQ(t.rank(), 0U);
        ++masters;
      });
    }
  });
  EXPECT_EQ(calls, 50);
  EXPECT_EQ(masters, 50);
}

TEST_P(Teams, ThrowTheExceptionOfAMember) {
  const unsigned n = GetParam();
  for (unsigned thrower = 0; thrower < n; ++thrower) {
    std::atomic<unsigned> broken{0};
    const auto f = [&](team_member& t) {
      if (t.rank() == thrower) {
        t.barrier();
        throw std::runtime_error("of " + std::to_string(thrower));
      }
      try {
        t.barrier();
        for (;;) {
          t.loop(0, 10, [](int) {}, {.distributor = "shared", .barrier = t.rank() % 2 == 0});
          t.barrier();
        }
      } catch (const team_broken&) {
        ++broken;
        throw;
      }
    };
    try {
      team(n, f);
      FAIL();
    } catch (const std::runtime_error& e) {
      EXPECT_EQ(e.what(), "of " + std::to_string(thrower));
    }
    EXPECT_EQ(broken, n - 1);
  }
}

TEST_P(Teams, SayThatAMemberHasReturnedTooEarly) {
  const unsigned n = GetParam();
  if (n == 1) return;
  for (const unsigned early : {0U, n - 1}) {
    EXPECT_THROW(team(n,
                      [&](team_member& t) {
                        t.barrier();
                        if (t.rank() != early) t.barrier();
                      }),
                 std::logic_error);
  }
}

TEST_P(Teams, Nest) {
  const unsigned n = GetParam();
  std::atomic<unsigned> inner{0}, iterations{0};
  team(n, [&](team_member&) {
    team(2, [&](team_member& t) {
      t.barrier();
      ++inner;
      t.barrier();
      EXPECT_EQ(t.size(), 2U);
    });
    parallel_for(0, 100, [&](int) { ++iterations; });
  });
  EXPECT_EQ(inner, 2 * n);
  EXPECT_EQ(iterations, 100 * n);
}

TEST(Team, IsAsLargeAsThereAreWorkersWhereNoSizeIsGiven) {
  runtime three({.workers = 3});
  std::atomic<unsigned> members{0};
  team(0, [&](team_member& t) { members = t.size(); }, {.on = &three});
  EXPECT_EQ(members, 3U);
  three.set_worker_limit(2);
  team(0, [&](team_member& t) { members = t.size(); }, {.on = &three});
  EXPECT_EQ(members, 2U);
  // Three threads run the team, although the limit excludes one worker.
  std::atomic<unsigned> there{0};
  team(3,
       [&](team_member& t) {
         ++there;
         t.barrier();
         EXPECT_EQ(there, 3U);
         EXPECT_EQ(&runtime::current(), &three);
       },
       {.on = &three});
}

TEST(Team, RunsInsideLoopsAndBesideThem) {
  std::atomic<unsigned> members{0};
  parallel_for(0, 6, [&](int) {
    team(3, [&](team_member& t) {
      t.barrier();
      ++members;
    });
  });
  EXPECT_EQ(members, 18U);
  members = 0;
  std::vector<std::jthread> callers;
  for (int c = 0; c < 4; ++c) {
    callers.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        team(2, [&](team_member& t) {
          t.barrier();
          ++members;
        });
      }
    });
  }
  callers.clear();
  EXPECT_EQ(members, 160U);
}

// The loop that is too long to be claimed is assigned round robin. The loops after it are claimed.
TEST(Team, ClaimsLoopsAfterOneThatIsTooLongToBeClaimed) {
  std::atomic<std::uint64_t> iterations{0};
  team(2, [&](team_member& t) {
    t.loop(0L, 1L << 41, [&](long first, long last) { iterations += last - first; },
           {.distributor = "shared"});
    for (int l = 0; l < 20; ++l)
      t.loop(0, 10, [&](int) { ++iterations; }, {.distributor = "shared"});
  });
  EXPECT_EQ(iterations, (std::uint64_t{1} << 41) + 200);
}

// A member throws team_broken itself, or gets it from an outer team that is broken.
TEST(Team, IsBrokenByTheExceptionThatBreaksAnother) {
  EXPECT_THROW(team(2,
                    [](team_member& t) {
                      if (t.rank() == 1) throw team_broken();
                      t.barrier();
                    }),
               team_broken);
  EXPECT_THROW(team(2,
                    [](team_member& outer) {
                      if (outer.rank() == 1) throw std::runtime_error("of the outer team");
                      team(2, [&](team_member& inner) {
                        if (inner.rank() == 0) outer.barrier();
                        inner.barrier();
                      });
                    }),
               std::runtime_error);
}

TEST(Team, TakesNoOtherDistributor) {
  EXPECT_THROW(
      team(2, [](team_member& t) { t.loop(0, 10, [](int) {}, {.distributor = "biased"}); }),
      std::invalid_argument);
}

TEST(Team, SumsAReductionOfALoop) {
  std::vector<double> x(1000, 0.5);
  double sum = 0;
  team(3, [&](team_member& t) {
    double own = 0;
    t.loop(0, 1000, [&](int i) { own += x[static_cast<std::size_t>(i)]; }, {.barrier = false});
    const double all = t.reduce(own, std::plus<>());
    t.master([&] { sum = all; });
  });
  EXPECT_EQ(sum, 500);
}

// If a member leaves by an exception, its value must exist until the other members have read it.
TEST(Team, KeepsValuesThatOthersReadWhenItBreaks) {
  for (int round = 0; round < 200; ++round) {
    const unsigned thrower = static_cast<unsigned>(round) % 3;
    EXPECT_THROW(team(3,
                      [&](team_member& t) {
                        std::vector<int> own(100, 1);
                        t.reduce(std::move(own), [&](std::vector<int> a, std::vector<int> b) {
                          std::this_thread::yield();
                          for (std::size_t k = 0; k < a.size(); ++k) a[k] += b[k];
                          return a;
                        });
                        if (t.rank() == thrower) throw std::runtime_error("broken");
                        const std::string text = t.single([] { return std::string(100, 'x'); });
                        t.reduce(text, std::plus<>());
                      }),
                 std::runtime_error);
  }
}

TEST(Team, IsBrokenByAConstructThatThrowsAlsoWhereItIsCaught) {
  for (int round = 0; round < 300; ++round) {
    const int construct = round % 3;
    try {
      team(3, [&](team_member& t) {
        try {
          if (construct == 0)
            t.loop(0, 3, [](int i) {
              if (i == 1) throw std::runtime_error("it");
            });
          if (construct == 1) t.single([]() -> int { throw std::runtime_error("it"); });
          if (construct == 2) t.reduce(1, [](int, int) -> int { throw std::runtime_error("it"); });
        } catch (const std::runtime_error&) {
        }
        for (int turn = 0; turn < 3; ++turn) t.barrier();
      });
      FAIL() << construct;
    } catch (const std::runtime_error& e) {
      EXPECT_STREQ(e.what(), "it");
    }
  }
}

TEST(Team, SaysThatAMemberHasReturnedBeforeClaimedLoops) {
  EXPECT_THROW(team(2,
                    [](team_member& t) {
                      const int loops = t.rank() == 0 ? 2 : 30;
                      for (int l = 0; l < loops; ++l)
                        t.loop(0, 5, [](int) {}, {.distributor = "shared", .barrier = false});
                    }),
               std::logic_error);
}

TEST(Team, HasNoMoreMembersThanFitTheirNumbers) {
  EXPECT_THROW(team(static_cast<unsigned>(-1), [](team_member&) {}), std::invalid_argument);
  const scoped_worker_limit one(1);
  team([](team_member& t) { EXPECT_EQ(t.size(), 1U); });
}

// Exits with 0 if f has not run.
[[noreturn]] void team_without_threads() {
  if (getuid() == 0 && setuid(65534) != 0) _exit(3);  // root has no limit
  const rlimit none{0, 0};
  setrlimit(RLIMIT_NPROC, &none);
  bool ran = false;
  try {
    team(8, [&](team_member&) { ran = true; });
  } catch (const std::system_error& e) {
    const bool says_so = std::string(e.what()).find("one of 8 members") != std::string::npos;
    _exit(ran || !says_so ? 1 : 0);
  }
  _exit(2);
}

TEST(TeamDeathTest, DoesNotBeginWhereTheSystemRefusesAThread) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(team_without_threads(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace arcas
