// SPDX-License-Identifier: Apache-2.0
// The threads of a region, nested regions and tasks inherit the internal control variables; so do
// tasks that another thread executes. One of these variables is the team number in a teams
// construct on the host.
#include <omp.h>

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using team_of = std::pair<int, int>;  // team number, number of teams

team_of team_now() {
  return {omp_get_team_num(), omp_get_num_teams()};
}

TEST(OpenmpIcvs, the_team_of_a_league_is_the_same_for_all_threads_of_its_regions) {
  std::atomic<int> wrong{0};
  std::atomic<int> asked{0};
  omp_set_max_active_levels(2);
#pragma omp teams num_teams(3)
  {
    const team_of mine = team_now();
    if (mine.second != 3) ++wrong;
#pragma omp parallel num_threads(3)
    {
      if (team_now() != mine) ++wrong;
#pragma omp parallel num_threads(2)
      {
        if (team_now() != mine) ++wrong;
        ++asked;
      }
#pragma omp for schedule(dynamic, 1)
      for (int i = 0; i < 20; ++i) {
        if (team_now() != mine) ++wrong;
      }
    }
  }
  omp_set_max_active_levels(1);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(asked, 3 * 3 * 2);
  EXPECT_EQ(team_now(), (team_of{0, 1}));
}

TEST(OpenmpIcvs, the_iterations_of_a_league_are_distributed_over_its_teams) {
  int sum = 0;
#pragma omp teams distribute parallel for num_teams(4) reduction(+ : sum)
  for (int i = 0; i < 100; ++i) sum += omp_get_team_num();
  EXPECT_EQ(sum, 25 * (1 + 2 + 3));
}

TEST(OpenmpIcvs, a_target_region_restores_the_team_number_at_its_end) {
  int last = -1;
#pragma omp target teams num_teams(2) thread_limit(2) map(tofrom : last)
  last = omp_get_team_num();
  EXPECT_GE(last, 0);
  EXPECT_EQ(team_now(), (team_of{0, 1}));
  EXPECT_EQ(omp_get_thread_limit(), 2147483647);
}

using icvs = std::tuple<int, int, omp_sched_t, int, int, int, std::uintptr_t, int, int, int>;

icvs icvs_now() {
  omp_sched_t kind{};
  int chunk = 0;
  omp_get_schedule(&kind, &chunk);
  return {omp_get_max_threads(),
          omp_get_dynamic(),
          kind,
          chunk,
          omp_get_max_active_levels(),
          omp_get_default_device(),
          static_cast<std::uintptr_t>(omp_get_default_allocator()),
          omp_get_thread_limit(),
          omp_get_team_num(),
          omp_get_num_teams()};
}

// This is a function since GCC refuses these calls directly in a teams construct.
void set_icvs() {
  omp_set_num_threads(5);
  omp_set_dynamic(0);
  omp_set_schedule(omp_sched_guided, 7);
  omp_set_max_active_levels(3);
  omp_set_default_device(0);
  omp_set_default_allocator(omp_high_bw_mem_alloc);
}

// Creates a task that the creating thread does not execute: Arcas defers the task, and the thread
// waits until the task has begun.
icvs seen_by_a_task_of_another_thread() {
  std::atomic<bool> begun{false};
  icvs seen;
#pragma omp task shared(begun, seen)
  {
    seen = icvs_now();
    begun = true;
  }
  while (!begun) {
  }
  return seen;
}

TEST(OpenmpIcvs, are_inherited_by_threads_nested_regions_and_tasks) {
#pragma omp teams num_teams(2) thread_limit(20)
  {
    set_icvs();
    const icvs set = icvs_now();
    std::atomic<int> wrong{0};
#pragma omp parallel num_threads(3)
    {
      if (icvs_now() != set) ++wrong;
#pragma omp parallel num_threads(2)
      if (icvs_now() != set) ++wrong;
    }
    icvs by_another;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      by_another = seen_by_a_task_of_another_thread();
#pragma omp task if (0) shared(wrong)
      if (icvs_now() != set) ++wrong;
    }
    EXPECT_EQ(by_another, set);
    EXPECT_EQ(wrong, 0);
  }
}

TEST(OpenmpIcvs, a_task_sees_the_level_and_the_ancestors_of_its_region) {
  std::atomic<int> wrong{0};
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3)
    for (int i = 0; i < 20; ++i) {
#pragma omp task shared(wrong)
      if (omp_get_level() != 2 || omp_get_active_level() != 2 ||
          omp_get_ancestor_thread_num(1) != outer || omp_get_ancestor_thread_num(0) != 0 ||
          omp_get_team_size(2) != 3 || omp_get_team_size(1) != 2 || !omp_in_parallel())
        ++wrong;
    }
  }
  omp_set_max_active_levels(1);
  EXPECT_EQ(wrong, 0);
}

TEST(OpenmpIcvs, a_final_task_and_the_tasks_in_it_inherit_them) {
  int outer = -1;
  int inner = -1;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1) shared(outer, inner)
  {
    outer = omp_in_final();
#pragma omp task shared(inner)
    inner = omp_in_final();
  }
  EXPECT_EQ(outer, 1);
  EXPECT_EQ(inner, 1);
  EXPECT_EQ(omp_in_final(), 0);
}

}  // namespace
