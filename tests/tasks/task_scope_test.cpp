// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/task_context.h>

#include "teams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <list>
#include <memory>
#include <optional>
#include <thread>

namespace arcas {

using namespace detail;
namespace {

// The context that another thread acquires and frees again.
task_context* acquired_by_another(runtime& team) {
  task_context* c = nullptr;
  std::jthread([&] { c = &task_scope(scheduler_of(&team)).context(); }).join();
  return c;
}

TEST(TaskScope, AContextIsKeptUntilTheLastOfItsScopesEnds) {
  const auto team = test::team_of(1);
  std::list<task_scope> scopes;
  for (int i = 0; i < 3; ++i) scopes.emplace_back(scheduler_of(team.get()));
  task_context* const here = &scopes.back().context();
  for (; !scopes.empty(); scopes.pop_front()) {
    EXPECT_EQ(&scopes.front().context(), here);
    EXPECT_EQ(task_context::current(), here);
    EXPECT_NE(acquired_by_another(*team), here);
  }
  EXPECT_EQ(task_context::current(), nullptr);
  EXPECT_EQ(acquired_by_another(*team), here) << "the context is free again";
}

// As in the threads that a runtime lends to its teams.
TEST(TaskScope, TheThreadKeepsThePoolOfItsTasks) {
  const auto mine = test::team_of(1), others = test::team_of(1);
  std::jthread([&] {
    self::outside().tasks_of = &mine->workers_pool();
    {
      const task_scope scope(scheduler_of(others.get()));
      EXPECT_EQ(&runtime::current(), others.get());
    }
    EXPECT_EQ(&runtime::current(), mine.get());
  }).join();
}

// Scopes on two runtimes in turn, ended in each order: the current context is that of the youngest
// remaining scope.
TEST(TaskScope, ScopesOfTwoRuntimesEndInAnyOrder) {
  const std::unique_ptr<runtime> teams[] = {test::team_of(1), test::team_of(1)};
  std::array<std::size_t, 4> order = {0, 1, 2, 3};
  do {
    const runtime* const before = &runtime::current();
    std::array<std::optional<task_scope>, 4> scopes;
    for (std::size_t i = 0; i < scopes.size(); ++i)
      scopes[i].emplace(scheduler_of(teams[i % 2].get()));
    EXPECT_EQ(&scopes[2]->context(), &scopes[0]->context()) << "the thread had a context there";
    for (const std::size_t ends : order) {
      scopes[ends].reset();
      const auto youngest =
          std::find_if(scopes.rbegin(), scopes.rend(), [](const auto& v) { return v.has_value(); });
      const bool none = youngest == scopes.rend();
      ASSERT_EQ(task_context::current(), none ? nullptr : &(*youngest)->context());
      const auto its_team = static_cast<std::size_t>(scopes.rend() - youngest - 1) % 2;
      ASSERT_EQ(&runtime::current(), none ? before : teams[its_team].get());
      for (std::size_t i = 0; i < scopes.size(); ++i) {
        task_context* const other = acquired_by_another(*teams[i % 2]);
        ASSERT_TRUE(!scopes[i] || other != &scopes[i]->context());
      }
    }
  } while (std::ranges::next_permutation(order).found);
}

}  // namespace
}  // namespace arcas
