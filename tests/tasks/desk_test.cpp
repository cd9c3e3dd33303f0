// SPDX-License-Identifier: Apache-2.0
#include <arcas/tasks/desk.h>

#include "teams.h"

#include <arcas/tasks/crew_of.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <list>
#include <memory>
#include <optional>
#include <thread>

namespace arcas {
namespace {

// The desk that another thread comes to now: free until then.
desk* taken_by_another(runtime& team) {
  desk* at = nullptr;
  std::jthread([&] { at = &desk_visit(crew_of(&team)).at(); }).join();
  return at;
}

TEST(DeskVisit, KeepsTheDeskForThoseThatEndLater) {
  const auto team = test::team_of(1);
  std::list<desk_visit> visits;
  for (int i = 0; i < 3; ++i) visits.emplace_back(crew_of(team.get()));
  desk* const here = &visits.back().at();
  for (; !visits.empty(); visits.pop_front()) {
    EXPECT_EQ(&visits.front().at(), here);
    EXPECT_EQ(desk::current(), here);
    EXPECT_NE(taken_by_another(*team), here);
  }
  EXPECT_EQ(desk::current(), nullptr);
  EXPECT_EQ(taken_by_another(*team), here) << "nobody sits there any more";
}

// On two runtimes by turns, ended in each order: the thread stands where the youngest is that is
// left.
TEST(DeskVisit, EndsInAnyOrderWithThoseToAnotherRuntime) {
  const std::unique_ptr<runtime> teams[] = {test::team_of(1), test::team_of(1)};
  std::array<std::size_t, 4> order = {0, 1, 2, 3};
  do {
    const runtime* const before = &runtime::current();
    std::array<std::optional<desk_visit>, 4> visits;
    for (std::size_t i = 0; i < visits.size(); ++i) visits[i].emplace(crew_of(teams[i % 2].get()));
    EXPECT_EQ(&visits[2]->at(), &visits[0]->at()) << "the thread had a desk there";
    for (const std::size_t ends : order) {
      visits[ends].reset();
      const auto youngest =
          std::find_if(visits.rbegin(), visits.rend(), [](const auto& v) { return v.has_value(); });
      const bool none = youngest == visits.rend();
      ASSERT_EQ(desk::current(), none ? nullptr : &(*youngest)->at());
      const auto its_team = static_cast<std::size_t>(visits.rend() - youngest - 1) % 2;
      ASSERT_EQ(&runtime::current(), none ? before : teams[its_team].get());
      for (std::size_t i = 0; i < visits.size(); ++i) {
        desk* const other = taken_by_another(*teams[i % 2]);
        ASSERT_TRUE(!visits[i] || other != &visits[i]->at());
      }
    }
  } while (std::ranges::next_permutation(order).found);
}

}  // namespace
}  // namespace arcas
