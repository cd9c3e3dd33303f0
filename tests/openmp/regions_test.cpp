// SPDX-License-Identifier: Apache-2.0
// Regions: their threads, thread numbers and threadprivate data, nested regions, barriers, single,
// critical, locks.
#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace {

int kept = 0;
#pragma omp threadprivate(kept)

TEST(OpenmpRegions, have_the_requested_number_of_threads) {
  for (const int threads : {1, 2, 3, 7, 2, 16, 1, 5}) {
    std::vector<int> came(static_cast<std::size_t>(threads));
    int size = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp master
      size = omp_get_num_threads();
      ++came[static_cast<std::size_t>(omp_get_thread_num())];
    }
    EXPECT_EQ(size, threads);
    for (const int c : came) EXPECT_EQ(c, 1);
  }
}

TEST(OpenmpRegions, a_rank_is_the_same_thread_each_time) {
  constexpr int threads = 4;
  std::vector<pthread_t> first(threads);
#pragma omp parallel num_threads(threads)
  {
    kept = 100 + omp_get_thread_num();
    first[static_cast<std::size_t>(omp_get_thread_num())] = pthread_self();
  }
  std::atomic<int> wrong{0};
  for (int region = 0; region < 200; ++region) {
#pragma omp parallel num_threads(threads)
    {
      if (kept != 100 + omp_get_thread_num()) ++wrong;
      if (!pthread_equal(first[static_cast<std::size_t>(omp_get_thread_num())], pthread_self()))
        ++wrong;
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(OpenmpRegions, barriers_wait_for_all) {
  constexpr int threads = 5;
  constexpr int turns = 400;
  std::vector<int> at(threads);
  std::atomic<int> wrong{0};
#pragma omp parallel num_threads(threads)
  {
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    for (int turn = 1; turn <= turns; ++turn) {
      at[me] = turn;
#pragma omp barrier
      for (const int other : at) wrong += other == turn ? 0 : 1;
#pragma omp barrier
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(OpenmpRegions, may_be_nested) {
  std::atomic<int> inner{0};
  std::atomic<int> wrong{0};
  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(3)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
      ++inner;
      if (omp_get_level() != 2 || omp_get_ancestor_thread_num(1) != outer ||
          omp_get_team_size(1) != 3 || omp_get_num_threads() != 2)
        ++wrong;
#pragma omp barrier
    }
  }
  omp_set_max_active_levels(1);
  EXPECT_EQ(inner, 6);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(omp_get_level(), 0);
}

TEST(OpenmpRegions, one_thread_executes_a_single) {
  std::atomic<int> singles{0};
  std::atomic<int> copied{0};
#pragma omp parallel num_threads(4)
  {
    for (int i = 0; i < 300; ++i) {
#pragma omp single nowait
      ++singles;
    }
    int value = 0;
#pragma omp single copyprivate(value)
    value = 42;
    copied += value;
  }
  EXPECT_EQ(singles, 300);
  EXPECT_EQ(copied, 4 * 42);
}

TEST(OpenmpRegions, critical_and_locks_exclude_other_threads) {
  long plain = 0;
  long named = 0;
  long locked = 0;
  long nested = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_nest_lock_t nest;
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 2'000; ++i) {
#pragma omp critical
    ++plain;
#pragma omp critical(name)
    ++named;
    omp_set_lock(&lock);
    ++locked;
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    ++nested;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  for (const long sum : {plain, named, locked, nested}) EXPECT_EQ(sum, 8'000);
}

// Several threads sleep on a lock at the same time, and each is woken.
TEST(OpenmpRegions, a_lock_wakes_all_threads_that_sleep) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  long taken = 0;
#pragma omp parallel num_threads(5)
  for (int i = 0; i < 200; ++i) {
    omp_set_lock(&lock);
    if (++taken % 8 == 0) usleep(200);
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  EXPECT_EQ(taken, 1'000);
}

TEST(OpenmpRegions, several_threads_of_the_program_lead_regions_of_their_own) {
  std::atomic<int> sum{0};
  std::vector<std::thread> leaders;
  for (int l = 0; l < 4; ++l) {
    leaders.emplace_back([&] {
      for (int region = 0; region < 50; ++region) {
#pragma omp parallel num_threads(3)
        ++sum;
      }
    });
  }
  for (std::thread& l : leaders) l.join();
  EXPECT_EQ(sum, 4 * 50 * 3);
}

#ifndef __SANITIZE_THREAD__
// The sanitizer's own threads do not survive a fork.
TEST(OpenmpRegions, the_child_of_a_fork_has_regions_of_its_own) {
#pragma omp parallel num_threads(3)
  {
  }
  const pid_t child = fork();
  if (child == 0) {
    std::atomic<int> came{0};
#pragma omp parallel num_threads(3)
    {
#pragma omp barrier
      ++came;
    }
    _exit(came == 3 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

TEST(OpenmpRegions, a_cancelled_region_ends_and_the_next_is_whole) {
  ASSERT_TRUE(omp_get_cancellation()) << "the test is to be run with OMP_CANCELLATION=true";
  std::atomic<int> after{0};
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() == 2) {
#pragma omp cancel parallel
    }
#pragma omp barrier
    ++after;  // not executed: one thread never reaches the barrier
  }
  EXPECT_EQ(after, 0);
  int came = 0;
#pragma omp parallel num_threads(4) reduction(+ : came)
  {
#pragma omp for
    for (int i = 0; i < 100; ++i) ++came;
  }
  EXPECT_EQ(came, 100);
}

TEST(OpenmpRegions, icvs_are_a_tasks_own) {
  omp_set_num_threads(3);
  std::set<int> seen;
#pragma omp parallel num_threads(2)
  {
    omp_set_num_threads(5 + omp_get_thread_num());
#pragma omp critical
    seen.insert(omp_get_max_threads());
  }
  EXPECT_EQ(omp_get_max_threads(), 3);
  EXPECT_EQ(seen, (std::set<int>{5, 6}));
  omp_sched_t kind{};
  int chunk = 0;
  omp_set_schedule(omp_sched_guided, 7);
  omp_get_schedule(&kind, &chunk);
  EXPECT_EQ(kind, omp_sched_guided);
  EXPECT_EQ(chunk, 7);
}

}  // namespace
