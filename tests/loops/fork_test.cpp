// SPDX-License-Identifier: Apache-2.0
// fork(): the child has a new default runtime that works, whatever the parent was doing.
#include "exactly_once.h"
#include "runtimes.h"
#include "tests/base/in_a_child.h"

#include <arcas/workers/pool.h>

#include <thread>

namespace arcas {

using namespace detail;
namespace {

void loops() {
  for (const char* how : {"auto", "shared", "async:core"}) {
    expect_exactly_once(0, 2000, {.grain = 1, .distributor = how});
  }
  parallel_for(0, 10, [](int) { expect_exactly_once(0, 50, {.grain = 1}); }, {.grain = 1});
}

TEST(Fork, AChildMayRunTheFirstLoop) {
  EXPECT_TRUE(in_a_child(loops));
  loops();
}

TEST(Fork, AChildMayRunLoopsAfterItsParent) {
  loops();
  EXPECT_TRUE(in_a_child(loops));
  loops();
}

TEST(Fork, AChildOfAChildMayRunLoops) {
  loops();
  EXPECT_TRUE(in_a_child([] {
    loops();
    EXPECT_TRUE(in_a_child(loops));
    loops();
  }));
}

TEST(Fork, GivesTheChildARuntimeOfItsOwn) {
  const runtime* mine = &runtime::default_runtime();
  EXPECT_TRUE(in_a_child([&] {
    EXPECT_NE(&runtime::default_runtime(), mine);
    EXPECT_EQ(runtime::default_runtime().workers_pool().threads().size(),
              runtime::default_runtime().workers() - 1);
  }));
  EXPECT_EQ(&runtime::default_runtime(), mine);
}

TEST(Fork, AChildMayRunLoopsAfterAnotherThreadRanSome) {
  if (!sanitizer_survives_busy_forks) GTEST_SKIP() << "not under a sanitizer";
  std::atomic<bool> stop{false};
  std::jthread other([&] {
    while (!stop) expect_exactly_once(0, 200, {.grain = 1});
  });
  for (int round = 0; round < 10; ++round) EXPECT_TRUE(in_a_child(loops));
  stop = true;
}

TEST(Fork, AChildMayRunLoopsThoughAnotherThreadMakesRuntimes) {
  if (!sanitizer_survives_busy_forks) GTEST_SKIP() << "not under a sanitizer";
  std::atomic<bool> stop{false};
  std::jthread other([&] {
    while (!stop) runtime({.workers = 2});
  });
  for (int round = 0; round < 10; ++round) {
    EXPECT_TRUE(in_a_child([] {
      loops();
      runtime of_its_own({.workers = 2});
      expect_exactly_once(0, 200, {.on = &of_its_own});
    }));
  }
  stop = true;
}

TEST(Fork, AChildForkedInsideALoopMayRunLoops) {
  if (!sanitizer_survives_busy_forks) GTEST_SKIP() << "not under a sanitizer";
  std::atomic<int> good{0};
  parallel_for(0, 4,
               [&](int) {
                 if (in_a_child(loops)) ++good;
               },
               {.grain = 1});
  EXPECT_EQ(good, 4);
}

TEST(Fork, AChildForkedInsideALoopOfAnExplicitRuntimeMayRunLoops) {
  if (!sanitizer_survives_busy_forks) GTEST_SKIP() << "not under a sanitizer";
  const std::unique_ptr<runtime> explicit_one = runtime_of(3);
  std::atomic<int> good{0};
  parallel_for(0, 4,
               [&](int) {
                 if (in_a_child([&] {
                       EXPECT_EQ(self::current().owner, nullptr);
                       EXPECT_EQ(&runtime::current(), &runtime::default_runtime());
                       loops();
                       const std::unique_ptr<runtime> its_own = runtime_of(2);
                       expect_exactly_once(0, 2000, {.grain = 1, .on = its_own.get()});
                     }))
                   ++good;
               },
               {.grain = 1, .on = explicit_one.get()});
  EXPECT_EQ(good, 4);
}

}  // namespace
}  // namespace arcas
