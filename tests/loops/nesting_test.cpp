// SPDX-License-Identifier: Apache-2.0
// Loops inside loops, of every level in every level.
#include "exactly_once.h"
#include "runtimes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

// A loop over rows with a loop over columns in each.
void expect_exactly_once_nested(runtime& on, int outer_level, int inner_level, int rows,
                                int columns, const std::string& how) {
  visits<int> seen(0, rows * columns);
  outer_parallel_for(outer_level, 0, rows,
                     [&](int row) {
                       outer_parallel_for(inner_level, 0, columns,
                                          [&](int column) { seen(row * columns + column); },
                                          {.grain = 3, .distributor = how});
                     },
                     {.grain = 1, .distributor = how, .on = &on});
  seen.expect_exactly_once();
}

TEST(Nesting, EveryLevelRunsInEveryLevel) {
  for (const unsigned workers : {1U, 2U, 3U, 8U, 16U}) {
    const auto machine = runtime_of(workers, wait_policy::spin);
    for (const char* how :
         {"auto", "static", "shared", "async:core", "async:core/combine:package"}) {
      for (int outer = 0; outer <= 2; ++outer) {
        for (int inner = 0; inner <= 2; ++inner) {
          SCOPED_TRACE(std::to_string(inner) + " in " + std::to_string(outer) + " " + how);
          expect_exactly_once_nested(*machine, outer, inner, 17, 40, how);
          expect_exactly_once_nested(*machine, outer, inner, 1, 40, how);
          expect_exactly_once_nested(*machine, outer, inner, 17, 1, how);
        }
      }
    }
  }
}

// A loop of one iteration is not published, but the loops inside it are.
TEST(Nesting, LoopsInsideALoopOfOneIterationRunOnce) {
  const auto machine = runtime_of(4, wait_policy::spin);
  for (int round = 0; round < 500; ++round)
    expect_exactly_once_nested(*machine, 0, 0, 1, 30, "auto");
}

// The calling thread leads the outer loop from the root's board, and uses that board until the loop
// ends. So the innermost loop, which runs on the same runtime, must use another board.
TEST(Nesting, ALoopMayReturnToARuntimeByWayOfAnother) {
  const auto first = runtime_of(3, wait_policy::spin);
  const auto other = runtime_of(1);
  std::jthread stranger([&](std::stop_token stop) {
    while (!stop.stop_requested()) expect_exactly_once(0, 50, {.on = first.get()});
  });
  for (int round = 0; round < 300; ++round) {
    visits<int> seen(0, 4 * 50);
    const auto innermost = [&](int row) {
      parallel_for(0, 50, [&](int column) { seen(row * 50 + column); },
                   {.distributor = "static", .on = first.get()});
    };
    parallel_for(
        0, 4,
        [&](int row) { parallel_for(0, 1, [&](int) { innermost(row); }, {.on = other.get()}); },
        {.distributor = "static", .on = first.get()});
    seen.expect_exactly_once();
  }
}

// An inner loop overwrites the outer loop's notice, which some followers may not have seen yet.
TEST(Nesting, LoopsOfOtherKindsInsideFixedRangesRunOnce) {
  for (const unsigned workers : {2U, 8U}) {
    const auto machine = runtime_of(workers, wait_policy::spin);
    for (const char* inner : {"static", "biased", "shared"}) {
      for (int round = 0; round < 100; ++round) {
        visits<int> seen(0, 4 * 50);
        parallel_for(0, 4,
                     [&](int row) {
                       // The loop between the two has one iteration, so it is not published.
                       parallel_for(0, 1, [&](int) {
                         parallel_for(0, 50, [&](int c) { seen(row * 50 + c); },
                                      {.distributor = inner});
                       });
                     },
                     {.distributor = "static", .on = machine.get()});
        seen.expect_exactly_once();
      }
    }
  }
}

TEST(Nesting, ThreeLevelsRunEachIterationOnce) {
  const auto machine = runtime_of(16);
  std::atomic<int> count{0};
  outer_parallel_for(2, 0, 5,
                     [&](int) {
                       outer_parallel_for(1, 0, 7,
                                          [&](int) { parallel_for(0, 11, [&](int) { ++count; }); });
                     },
                     {.on = machine.get()});
  EXPECT_EQ(count, 5 * 7 * 11);
}

TEST(Nesting, AWorkerOfThePackageLeadsInside) {
  const auto machine = runtime_of(8, wait_policy::adaptive, "thread,package");
  const worker_tree& tree = machine->tree();
  outer_parallel_for(1, 0, 40,
                     [&](int) {
                       const worker_id leader = self::current().worker;
                       ASSERT_EQ(tree.level_of(leader), 1);
                       parallel_for(0, 50, [&, leader](int) {
                         const worker_id me = self::current().worker;
                         // Any worker that has no other leader may help the root.
                         if (leader != 0) {
                           ASSERT_GE(me, leader);
                           ASSERT_LT(me, tree.end_of(leader));
                         }
                       });
                     },
                     {.grain = 1, .on = machine.get()});
}

void quick_sort(std::vector<int>& v, std::size_t first, std::size_t last) {
  if (last - first < 20) {
    std::sort(v.begin() + static_cast<std::ptrdiff_t>(first),
              v.begin() + static_cast<std::ptrdiff_t>(last));
    return;
  }
  const std::size_t middle = (first + last) / 2;
  std::nth_element(v.begin() + static_cast<std::ptrdiff_t>(first),
                   v.begin() + static_cast<std::ptrdiff_t>(middle),
                   v.begin() + static_cast<std::ptrdiff_t>(last));
  parallel_for(0, 2, [&](int half) {
    half == 0 ? quick_sort(v, first, middle) : quick_sort(v, middle, last);
  });
}

TEST(Nesting, RecursionMayBeDeeperThanThereAreSlots) {
  const auto machine = runtime_of(8);
  std::vector<int> v(20'000);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int>(i * 7919 % 20'011);
  parallel_for(0, 1, [&](int) { quick_sort(v, 0, v.size()); }, {.on = machine.get()});
  EXPECT_TRUE(std::is_sorted(v.begin(), v.end()));
}

int depth_reached(int depth) {
  if (depth == 0) return 0;
  std::atomic<int> deepest{0};
  parallel_for(0, 3, [&](int i) {
    if (i == 1) deepest = depth_reached(depth - 1);
  });
  return deepest + 1;
}

TEST(Nesting, ADeepChainOfLoopsRunsOnce) {
  const auto machine = runtime_of(3);
  parallel_for(0, 2, [](int) { EXPECT_EQ(depth_reached(60), 60); },
               {.grain = 1, .on = machine.get()});
}

TEST(Nesting, InnerLoopsRunOnTheRuntimeOfTheOuter) {
  for (const unsigned workers : {1U, 2U, 8U}) {
    const auto machine = runtime_of(workers);
    parallel_for(0, 20,
                 [&](int) {
                   EXPECT_EQ(&runtime::current(), machine.get());
                   parallel_for(0, 20, [&](int) { EXPECT_EQ(&runtime::current(), machine.get()); });
                 },
                 {.grain = 1, .on = machine.get()});
  }
}

TEST(Nesting, LoopsOfOneRuntimeRunInsideLoopsOfAnother) {
  const auto a = runtime_of(4);
  for (const unsigned workers : {1U, 2U, 8U}) {
    const auto b = runtime_of(workers);
    std::atomic<int> count{0};
    parallel_for(0, 12,
                 [&](int) {
                   parallel_for(0, 12,
                                [&](int) {
                                  EXPECT_EQ(&runtime::current(), b.get());
                                  parallel_for(0, 12,
                                               [&](int) {
                                                 EXPECT_EQ(&runtime::current(), a.get());
                                                 ++count;
                                               },
                                               {.grain = 1, .on = a.get()});
                                },
                                {.grain = 1, .on = b.get()});
                   EXPECT_EQ(&runtime::current(), a.get());
                 },
                 {.grain = 1, .on = a.get()});
    EXPECT_EQ(count, 12 * 12 * 12);
  }
}

// Threads from outside a runtime lead from its boards for guests. A runtime of one worker has no
// such boards.
TEST(Nesting, ARuntimeOfOneWorkerServesLoopsOfManyCallers) {
  const auto many = runtime_of(4);
  const auto one = runtime_of(1);
  std::atomic<int> count{0};
  std::vector<std::jthread> callers;
  for (int t = 0; t < 4; ++t) {
    callers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        parallel_for(0, 8,
                     [&](int) { parallel_for(0, 8, [&](int) { ++count; }, {.on = one.get()}); },
                     {.grain = 1, .on = many.get()});
      }
    });
  }
  callers.clear();
  EXPECT_EQ(count, 4 * 50 * 64);
}

}  // namespace
}  // namespace arcas
