// SPDX-License-Identifier: Apache-2.0
// Tasks before and after main(), and in a forked child.
#include <arcas/runtime/runtime.h>

#include "recursion.h"
#include "tests/base/in_a_child.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

namespace arcas {
namespace {

void tasks() {
  EXPECT_EQ(test::fib(12), 144u);
  EXPECT_EQ(test::queens(6), 4u);
}

TEST(TaskLife, TasksRunInAForkedChild) {
  EXPECT_TRUE(in_a_child(tasks));
  tasks();
  EXPECT_TRUE(in_a_child(tasks));
  tasks();
}

// The thread that forks is inside a task of the parent. In the child it starts anew.
TEST(TaskLife, TasksRunInAChildForkedInsideATask) {
  bool good = false;
  invoke([&] { good = in_a_child(tasks); }, [] {});
  EXPECT_TRUE(good);
}

TEST(TaskLife, TasksRunInAChildForkedByAWorkerOfAnExplicitRuntime) {
  if (!sanitizer_survives_busy_forks) GTEST_SKIP() << "not under a sanitizer";
  bool good = false;
  std::atomic<bool> begun{false};
  runtime explicit_one{runtime_options{.workers = 3}};
  task_group group({.on = &explicit_one});
  group.run([&] {
    begun = true;
    good = in_a_child([] {
      EXPECT_EQ(&runtime::current(), &runtime::default_runtime());
      tasks();
    });
  });
  while (!begun) std::this_thread::yield();
  group.wait();
  EXPECT_TRUE(good);
}

TEST(TaskLife, TasksRunBeforeAndAfterMain) {
  FILE* const program = popen(TASKS_BEFORE_AND_AFTER_MAIN, "r");
  ASSERT_TRUE(program);
  std::string text;
  std::array<char, 256> part{};
  while (fgets(part.data(), static_cast<int>(part.size()), program)) text += part.data();
  EXPECT_EQ(pclose(program), 0);
  EXPECT_EQ(text, "before main: 610\nin main: 987\nafter main: 1597\n");
}

}  // namespace
}  // namespace arcas
