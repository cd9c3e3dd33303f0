// SPDX-License-Identifier: Apache-2.0
// Tasks are executed once, awaited, ordered by dependences, reduced, detached and cancelled.
#include <omp.h>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

long fibonacci(int n) {
  if (n < 2) return n;
  long a = 0;
  long b = 0;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

TEST(OpenmpTasks, created_by_tasks_are_awaited) {
  for (const int threads : {1, 2, 4}) {
    long found = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
    found = fibonacci(18);
    EXPECT_EQ(found, 2'584);
  }
}

// An object whose copy constructor creates a task, which is a child of the task that the copy is
// made for.
struct creates_when_copied {
  std::atomic<int>* made;
  explicit creates_when_copied(std::atomic<int>& count) : made(&count) {}
  creates_when_copied(const creates_when_copied& from) : made(from.made) {
    std::atomic<int>* const count = made;
    for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(count)
      ++*count;
    }
  }
  creates_when_copied& operator=(const creates_when_copied&) = delete;
  ~creates_when_copied() = default;
};

// A chain of tasks: each creates the next one and ends.
void create_chain(creates_when_copied links, int left) {
#pragma omp task firstprivate(links, left)
  if (left != 0) create_chain(links, left - 1);
}

TEST(OpenmpTasks, keep_their_ancestors_if_copy_constructors_have_created_tasks) {
  for (const int threads : {1, 4}) {
    std::atomic<int> made{0};
#pragma omp parallel num_threads(threads)
#pragma omp single
    {
      const creates_when_copied links(made);
      create_chain(links, 200);
    }
    // Each link makes two copies: of the argument and for the task.
    EXPECT_EQ(made, 2 * 3 * 201);
  }
}

TEST(OpenmpTasks, are_finished_at_a_barrier_and_at_the_end_of_a_region) {
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> done{0};
    int at_barrier = -1;
#pragma omp parallel num_threads(3)
    {
      for (int i = 0; i < 20; ++i) {
#pragma omp task
        {
#pragma omp task
          ++done;
          ++done;
        }
      }
#pragma omp barrier
#pragma omp master
      at_barrier = done;
#pragma omp barrier
#pragma omp task
      ++done;
    }
    ASSERT_EQ(at_barrier, 120);
    ASSERT_EQ(done, 123);
  }
}

TEST(OpenmpTasks, are_finished_in_teams_of_changing_size) {
  for (int round = 0; round < 60; ++round) {
    for (const int threads : {4, 2, 5, 3}) {
      std::atomic<int> done{0};
#pragma omp parallel num_threads(threads)
      for (int i = 0; i < 30; ++i) {
#pragma omp task
        ++done;
      }
      ASSERT_EQ(done, 30 * threads);
    }
  }
}

TEST(OpenmpTasks, a_taskgroup_awaits_descendants_and_a_taskwait_children) {
  std::atomic<int> done{0};
  int after = -1;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 50; ++i) {
#pragma omp task
        {
#pragma omp task
          ++done;
        }
      }
    }
    after = done;
  }
  EXPECT_EQ(after, 50);
}

TEST(OpenmpTasks, run_after_their_predecessors) {
  for (int round = 0; round < 200; ++round) {
    std::vector<int> order;
    int x = 0;
    int y = 0;
    std::atomic<int> readers{0};
    bool right = true;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task depend(out : x)
      x = 1;
      for (int r = 0; r < 5; ++r) {
#pragma omp task depend(in : x)
        readers += x;
      }
#pragma omp task depend(inout : x) depend(out : y)
      {
        right = readers == 5;
        x = y = 2;
      }
#pragma omp task depend(in : y)
      right = right && y == 2;
    }
    ASSERT_TRUE(right);
  }
}

TEST(OpenmpTasks, that_are_undeferred_await_their_predecessors) {
  for (int round = 0; round < 100; ++round) {
    int x = 0;
    int seen = -1;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
      x = 7;
#pragma omp task depend(in : x) if (0) shared(x, seen)
      seen = x;
    }
    ASSERT_EQ(seen, 7);
  }
}

TEST(OpenmpTasks, taskloops_cover_their_iterations) {
  for (const int grain : {1, 3, 1'000}) {
    std::vector<std::atomic<int>> times(500);
    long sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop grainsize(grain) reduction(+ : sum)
    for (int i = 0; i < 500; ++i) {
      ++times[static_cast<std::size_t>(i)];
      sum += i;
    }
    for (const auto& t : times) ASSERT_EQ(t, 1);
    EXPECT_EQ(sum, 500L * 499 / 2);
  }
}

TEST(OpenmpTasks, that_are_detached_are_finished_by_their_event) {
  std::atomic<bool> fulfilled{false};
  bool seen = false;
  std::thread other;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
    [[maybe_unused]] int x = 0;
#pragma omp task detach(event) depend(out : x)
    {
      other = std::thread([&fulfilled, event] {
        fulfilled = true;
        omp_fulfill_event(event);
      });
    }
#pragma omp task depend(in : x) shared(seen)
    seen = fulfilled;
#pragma omp taskwait
  }
  other.join();
  EXPECT_TRUE(seen);
}

TEST(OpenmpTasks, of_a_cancelled_group_that_have_not_begun_are_discarded) {
  ASSERT_TRUE(omp_get_cancellation()) << "the test is to be run with OMP_CANCELLATION=true";
  std::atomic<int> done{0};
#pragma omp parallel num_threads(1)
#pragma omp taskgroup
  {
    for (int i = 0; i < 100; ++i) {
#pragma omp task
      {
        ++done;
#pragma omp cancel taskgroup
      }
    }
  }
  EXPECT_LT(done, 100);
  EXPECT_GE(done, 1);
}

}  // namespace
