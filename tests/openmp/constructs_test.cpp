// SPDX-License-Identifier: Apache-2.0
// Constructs and clauses that take few lines of the library each.
#include <omp.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace {

void pass_time(std::chrono::milliseconds time) {
  std::this_thread::sleep_for(time);
}

TEST(OpenmpConstructs, tasks_of_one_producer_are_shared_for_any_number_of_tasks) {
  constexpr int tasks = 4'000;
  std::array<std::atomic<int>, 2> run{};
  unsigned other = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    const int producer = omp_get_thread_num();
    other = static_cast<unsigned>(1 - producer);
    for (int i = 0; i < tasks; ++i) {
#pragma omp task firstprivate(producer)
      {
        const int me = omp_get_thread_num();
        ++run[static_cast<unsigned>(me)];
        // The producer gives the other thread time to take a task, even if the processors are busy.
        const int others = run[static_cast<unsigned>(1 - me)];
        for (int k = 0; me == producer && k < 20 && run[static_cast<unsigned>(1 - me)] == others;
             ++k)
          std::this_thread::sleep_for(std::chrono::microseconds(50));
      }
    }
  }
  EXPECT_EQ(run[0] + run[1], tasks);
  EXPECT_GT(run[other], 1'000);
}

TEST(OpenmpConstructs, tasks_of_higher_priority_come_first) {
  std::vector<int> order;
#pragma omp parallel num_threads(1)
  {
    for (int i = 0; i < 5; ++i) {
#pragma omp task priority(i) shared(order)
      order.push_back(i);
    }
  }
  ASSERT_EQ(order.size(), 5U);
  EXPECT_TRUE(std::ranges::is_sorted(order.begin(), order.begin() + 4, std::greater<>{}))
      << order[0];
}

TEST(OpenmpConstructs, tasks_inside_a_final_task_are_included) {
  bool outer_is_final = false, inner_is_final = false, is_included = false, may_merge = false;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task final(true) shared(outer_is_final, inner_is_final, is_included, may_merge)
    {
      outer_is_final = omp_in_final() != 0;
      const int thread = omp_get_thread_num();
      int seen = -1;
#pragma omp task untied shared(seen, inner_is_final)
      {
        seen = omp_get_thread_num();
        inner_is_final = omp_in_final() != 0;
      }
      is_included = seen == thread;  // without a taskwait: an included task has ended by now
#pragma omp task mergeable shared(may_merge)
      may_merge = true;
    }
#pragma omp taskyield
#pragma omp taskwait
  }
  EXPECT_TRUE(outer_is_final && inner_is_final && is_included && may_merge);
}

TEST(OpenmpConstructs, reductions_over_tasks) {
  for (const int threads : {1, 3}) {
    long by_taskgroup = 0, by_region = 5, by_loop = 0;
#pragma omp parallel num_threads(threads) reduction(task, + : by_region)
    {
#pragma omp single
      {
#pragma omp taskgroup task_reduction(+ : by_taskgroup)
        for (int i = 0; i < 50; ++i) {
#pragma omp task in_reduction(+ : by_taskgroup)
          by_taskgroup += i;
        }
#pragma omp taskloop reduction(+ : by_loop) grainsize(7)
        for (int i = 0; i < 100; ++i) by_loop += i;
      }
#pragma omp task in_reduction(+ : by_region)
      by_region += 2;
    }
    EXPECT_EQ(by_taskgroup, 1'225);
    EXPECT_EQ(by_loop, 4'950);
    EXPECT_EQ(by_region, 5 + 2 * threads);
  }
}

TEST(OpenmpConstructs, dependences_exclude_each_other_and_are_kept_in_objects) {
  int both = 0;
  std::atomic<int> inside{0}, most{0};
  int values[3] = {};  // a depend clause with an element requires a built-in array
  int sum = -1;
  omp_depend_t kept;
#pragma omp depobj(kept) depend(inout : sum)
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 8; ++i) {
#pragma omp task depend(mutexinoutset : both) shared(both, inside, most)
      {
        most = std::max(most.load(), ++inside);
        pass_time(std::chrono::milliseconds(1));
        ++both;
        --inside;
      }
    }
    for (int i = 0; i < 3; ++i) {
#pragma omp task depend(out : values[i]) shared(values)
      {
        pass_time(std::chrono::milliseconds(2));
        values[i] = i + 1;
      }
    }
#pragma omp task depend(iterator(unsigned i = 0 : 3), in : values[i]) depend(depobj : kept) \
    shared(values, sum)
    sum = values[0] + values[1] + values[2];
#pragma omp task depend(depobj : kept) shared(sum)
    sum *= 10;
  }
#pragma omp depobj(kept) destroy
  EXPECT_EQ(both, 8);
  EXPECT_EQ(most, 1);
  EXPECT_EQ(sum, 60);
}

int of_thread = 0;
#pragma omp threadprivate(of_thread)

TEST(OpenmpConstructs, copyin_copyprivate_masked_and_scope) {
  of_thread = 7;
  int wrong = 0, masked = 0;
  long scoped = 0;
#pragma omp parallel num_threads(3) copyin(of_thread) reduction(+ : wrong, masked)
  {
    wrong += of_thread == 7 ? 0 : 1;
    int mine = -1;
#pragma omp single copyprivate(mine)
    mine = 42;
    wrong += mine == 42 ? 0 : 1;
#pragma omp masked filter(2)
    masked += omp_get_thread_num();
#pragma omp scope reduction(+ : scoped)
    scoped += omp_get_thread_num() + 1;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(masked, 2);
  EXPECT_EQ(scoped, 6);
}

TEST(OpenmpConstructs, cancelled_sections_end) {
  ASSERT_NE(omp_get_cancellation(), 0) << "the test program sets OMP_CANCELLATION";
  std::atomic<int> after{0};
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
        ++after;
      }
#pragma omp section
      {
#pragma omp cancellation point sections
      }
    }
#pragma omp barrier
  }
  EXPECT_EQ(after, 0);
}

TEST(OpenmpConstructs, teams_on_the_host_distribute_a_loop) {
  std::vector<std::atomic<int>> times(1'000);
  std::atomic<int> wrong{0};
#pragma omp teams num_teams(3) thread_limit(2)
  {
    if (omp_get_num_teams() != 3 || omp_get_team_num() >= 3) ++wrong;
#pragma omp distribute parallel for
    for (int i = 0; i < 1'000; ++i) ++times[static_cast<unsigned>(i)];
#pragma omp parallel
    if (omp_get_num_threads() > 2) ++wrong;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(std::ranges::all_of(times, [](const auto& n) { return n == 1; }));
}

// libgomp rounds the number of remaining steps down, and the share of a member up.
TEST(OpenmpConstructs, guided_chunks_have_the_sizes_of_libgomp) {
  for (const long last : {1'000L, 1'001L, 1'002L}) {
    long begin = 0;
    std::vector<long> expected;
    while (begin < last) {
      expected.push_back(begin);
      const long left = (last - begin) / 3, share = std::max(2L, (left + 3) / 4);
      begin = share <= left ? begin + 3 * share : last;
    }
    std::vector<long> first_of_chunk;
#pragma omp parallel num_threads(4)
    {
      long before = -3;
#pragma omp for schedule(guided, 2)
      for (long i = 0; i < last; i += 3) {
        if (i != before + 3) {
#pragma omp critical
          first_of_chunk.push_back(i);
        }
        before = i;
      }
    }
    // Two consecutive chunks of one thread cannot be distinguished from one.
    std::ranges::sort(first_of_chunk);
    EXPECT_TRUE(std::ranges::includes(expected, first_of_chunk)) << last;
  }
}

TEST(OpenmpConstructs, a_nested_lock_belongs_to_its_task) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  int depth = 0, of_another = -1;
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
      omp_set_nest_lock(&lock);
      depth = omp_test_nest_lock(&lock);
    }
#pragma omp barrier
    if (omp_get_thread_num() == 1) of_another = omp_test_nest_lock(&lock);
#pragma omp barrier
#pragma omp master
    {
      omp_unset_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
    }
  }
  EXPECT_EQ(depth, 2);
  EXPECT_EQ(of_another, 0);
  EXPECT_EQ(omp_test_nest_lock(&lock), 1);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
}

TEST(OpenmpConstructs, allocators_give_aligned_memory) {
  const omp_alloctrait_t traits[] = {{omp_atk_alignment, 256}, {omp_atk_pool_size, 4'096}};
  const omp_allocator_handle_t small = omp_init_allocator(omp_default_mem_space, 2, traits);
  ASSERT_NE(small, omp_null_allocator);
  void* const room = omp_alloc(1'000, small);
  ASSERT_NE(room, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(room) % 256, 0U);
  omp_free(room, small);
  omp_destroy_allocator(small);
}

TEST(OpenmpConstructs, a_paused_thread_has_new_teams) {
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    sum += 1;
#pragma omp master
    EXPECT_EQ(omp_pause_resource_all(omp_pause_soft), -1);  // inside a region
  }
  EXPECT_EQ(omp_pause_resource_all(omp_pause_hard), 0);
  EXPECT_EQ(omp_pause_resource(omp_pause_soft, 1'000), -1);
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += 1;
  EXPECT_EQ(sum, 6);
}

// The other member has cancelled the region and enters no loop, so the shared words of the first
// loops are not freed: later loops have no iterations.
TEST(OpenmpConstructs, loops_beyond_the_words_of_a_cancelled_region_have_no_iterations) {
  ASSERT_NE(omp_get_cancellation(), 0) << "the test program sets OMP_CANCELLATION";
  constexpr int more_than_there_are_words = 40;
  constexpr int shortest = 2;
  omp_set_schedule(omp_sched_static, 0);
  long beyond = 0, last = -1, alone = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    }
    for (int k = 0; k < more_than_there_are_words; ++k) {
      const int count = k == 0 || k >= more_than_there_are_words / 2 ? shortest : 1'000;
      long found = 0;
#pragma omp for schedule(runtime) nowait
      for (int i = 0; i < count; ++i) {
        ++found;
        if (i >= count) ++beyond;
      }
      last = found;
    }
    [[maybe_unused]] long mine = 0;
#pragma omp single copyprivate(mine)
    alone = mine = 5;
  }
  EXPECT_EQ(beyond, 0);
  EXPECT_EQ(last, 0);
  // The member executed the block, since no other member's value was available.
  EXPECT_EQ(alone, 5);
}

TEST(OpenmpConstructs, a_target_region_on_the_host_ends_before_its_successors_begin) {
  int x = 0, before = 0, after = -1;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(before)
    {
      pass_time(std::chrono::milliseconds(2));
      before = 1;
    }
#pragma omp target nowait depend(inout : x) map(tofrom : x) map(to : before)
    x = before + 1;
#pragma omp task depend(in : x) shared(after, x)
    after = x;
#pragma omp taskwait
  }
  EXPECT_EQ(x, 2);
  EXPECT_EQ(after, 2);
}

#ifndef ARCAS_SANITIZED  // sanitizers make stacks several times larger
TEST(OpenmpConstructs, a_team_may_have_thousands_of_threads) {
  long sum = 0;
#pragma omp parallel for num_threads(4'200) reduction(+ : sum)
  for (int i = 0; i < 10'000; ++i) sum += i;
  EXPECT_EQ(sum, 49'995'000);
  EXPECT_EQ(omp_pause_resource_all(omp_pause_soft), 0);
}
#endif

}  // namespace
