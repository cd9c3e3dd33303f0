// SPDX-License-Identifier: Apache-2.0
// Tasks before and after main(), and in the child of a fork.
#include "recursion.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

namespace arcas {
namespace {

void tasks() {
  EXPECT_EQ(test::fib(12), 144u);
  EXPECT_EQ(test::queens(6), 4u);
}

bool in_a_child() {
  const pid_t child = fork();
  if (child == 0) {
    tasks();
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(TaskLife, InAForkedChild) {
  EXPECT_TRUE(in_a_child());
  tasks();
  EXPECT_TRUE(in_a_child());
  tasks();
}

// The child's thread was inside a task of the parent's; it begins anew.
TEST(TaskLife, InAChildForkedInsideATask) {
  bool good = false;
  invoke([&] { good = in_a_child(); }, [] {});
  EXPECT_TRUE(good);
}

TEST(TaskLife, BeforeAndAfterMain) {
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
